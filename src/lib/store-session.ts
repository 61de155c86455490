import type { UserJson } from '#api/features/users/users.contract.ts';
import { LAST_EMAIL_KEY, LAST_SIGN_IN_KEY, TOKEN_KEY, USER_KEY } from './session-storage.ts';
import { storeJson } from './stored-json.ts';

/** What this user opened from the command menu; goes with the session. */
export const RECENT_COMMANDS_KEY = 'recentCommands';

/** @throws DOMException when the browser blocks storage for this site. */
export function storeSession(token: string, user: UserJson): void {
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  localStorage.setItem(LAST_EMAIL_KEY, user.email);
  localStorage.setItem(LAST_SIGN_IN_KEY, String(Date.now()));
  // Last: other tabs look when the token changes.
  localStorage.setItem(TOKEN_KEY, token);
}

/** Where storage is full or forbidden, the page that is open shows the new name all the same. */
export const storeUser = (user: UserJson) => storeJson('localStorage', USER_KEY, user);

/** The last address stays, so that the next sign-in is shorter. */
export function clearStoredSession(): void {
  storeJson('localStorage', TOKEN_KEY, null);
  storeJson('localStorage', USER_KEY, null);
  storeJson('localStorage', RECENT_COMMANDS_KEY, null);
}
