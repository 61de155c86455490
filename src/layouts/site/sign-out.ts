import { paths } from '#src/lib/paths.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { signOut } from '#src/stores/session.ts';

/** True for a page that requires a session, which `RequireAuth` marks. */
export const isGuardedPage = () => document.querySelector('[data-guarded]') !== null;

/** Signs out. A public page stays open; a page that requires a session is left for the home page. */
export async function signOutAndLeave(): Promise<void> {
  const wasGuarded = isGuardedPage();
  const isEnded = await signOut();
  const message = isEnded
    ? 'You’re signed out.'
    : 'You’re signed out on this device, but the server didn’t respond. Next time you sign in, end this session under Devices.';
  const kind = isEnded ? 'success' : 'error';
  if (!wasGuarded) return showToast(message, kind);
  showToastAfterNavigation(message, kind);
  location.assign(paths.home);
}
