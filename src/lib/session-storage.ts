import type { UserJson } from '#api/features/users/users.contract.ts';
import { readStoredJson, storeJson } from './stored-json.ts';

// What the browser keeps of a session (CONTRACT.md, Everywhere). The names are part of the contract.
export const TOKEN_KEY = 'token';
export const USER_KEY = 'user';
const LAST_EMAIL_KEY = 'lastUsedEmail';
const LAST_SIGN_IN_KEY = 'lastSignInAt';

/** Null where there is none, and where the browser keeps nothing for this site. */
export const readToken = () => read(TOKEN_KEY);
export const readLastEmail = () => read(LAST_EMAIL_KEY);
/** When someone signed in with this browser, UTC ms; 0 where that is not known. */
export const readLastSignInAt = () => Number(read(LAST_SIGN_IN_KEY));

export function readUser(): UserJson | null {
  const user = readStoredJson<UserJson>('localStorage', USER_KEY);
  return typeof user?.email === 'string' ? user : null; // null: not ours
}

/** @throws Error with a sentence for people when the browser keeps nothing for this site. */
export function storeSession(token: string, user: UserJson): void {
  try {
    localStorage.setItem(USER_KEY, JSON.stringify(user));
    localStorage.setItem(LAST_EMAIL_KEY, user.email);
    localStorage.setItem(LAST_SIGN_IN_KEY, String(Date.now()));
    // Last: other tabs look when the token changes.
    localStorage.setItem(TOKEN_KEY, token);
  } catch (cause) {
    throw new Error(
      'Your browser is blocking storage for this site, so you can’t stay signed in. Allow site data in your browser settings, then sign in again.',
      { cause },
    );
  }
}

/** Where storage is full or forbidden, the page that is open shows the new name all the same. */
export const storeUser = (user: UserJson) => storeJson('localStorage', USER_KEY, user);

/** The last address stays, so that the next sign-in is shorter. */
export function clearStoredSession(): void {
  storeJson('localStorage', TOKEN_KEY, null);
  storeJson('localStorage', USER_KEY, null);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden
  }
}
