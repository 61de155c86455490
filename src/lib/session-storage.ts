import type { UserJson } from '#api/features/users/users.contract.ts';
import { readStoredJson } from './stored-json.ts';

// The session data in the browser (CONTRACT.md, Everywhere). The names are part of the contract.
// Public pages with a form load this file; what writes a session is in store-session.ts, which they don't load.
export const TOKEN_KEY = 'token';
export const USER_KEY = 'user';
export const LAST_EMAIL_KEY = 'lastUsedEmail';
export const LAST_SIGN_IN_KEY = 'lastSignInAt';

/** Null without one, and where the browser blocks storage for this site. */
export const readToken = () => read(TOKEN_KEY);
export const readLastEmail = () => read(LAST_EMAIL_KEY);
/** When someone signed in with this browser, UTC ms; 0 where that is not known. */
export const readLastSignInAt = () => Number(read(LAST_SIGN_IN_KEY));

export function readUser(): UserJson | null {
  const user = readStoredJson<UserJson>('localStorage', USER_KEY);
  return typeof user?.email === 'string' ? user : null; // null: not ours
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden
  }
}
