import { $session } from '#src/stores/session.ts';
import type { DraftKeeper } from './draft-autosaver.ts';

type Keeper = Pick<DraftKeeper<unknown>, 'retry' | 'offline' | 'hide' | 'saveNow' | 'isDirty' | 'signedIn' | 'stop'>;

/** Tells the keeper what happens to the page around it. Returns what ends that, and stops the keeper. */
export function watchPage(keeper: Keeper, userId: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => void keeper.retry(), { signal });
  window.addEventListener('offline', () => keeper.offline(), { signal });
  window.addEventListener('pagehide', () => keeper.hide(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void keeper.retry(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && keeper.saveNow().catch(() => undefined),
    { signal },
  );
  const leave = (event: BeforeUnloadEvent) => {
    if (keeper.isDirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', leave, { signal });
  // Signed in again, here or in another tab; what this person typed is not for another one to save.
  const unsubscribe = $session.listen((session) => {
    if (session.status === 'signed-in') void keeper.signedIn(session.user.id === userId);
  });
  return () => {
    stop.abort();
    unsubscribe();
    keeper.stop();
  };
}
