import { atom } from 'nanostores';
import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ApiError, api, onSessionEnded } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { readToken, readUser, TOKEN_KEY, USER_KEY } from '#src/lib/session-storage.ts';
import { clearStoredSession, storeSession, storeUser } from '#src/lib/store-session.ts';

/** Why there is no session: there was none, the user signed out here, the server ended it, or another tab did. */
type SignOutReason = 'visitor' | 'left' | 'ended' | 'elsewhere';

export type Session =
  | { status: 'unknown'; user: null }
  | { status: 'signed-out'; user: null; reason: SignOutReason }
  | { status: 'signed-in'; user: UserJson };

export const UNKNOWN_SESSION: Session = { status: 'unknown', user: null };

/** Who is signed in, as far as this browser knows. Only the server decides; see `guard`. */
export const $session = atom<Session>(UNKNOWN_SESSION);

const createSignedOut = (reason: SignOutReason): Session => ({ status: 'signed-out', user: null, reason });

function readStored(reason: SignOutReason): Session {
  if (!readToken()) return createSignedOut(reason);
  const user = readUser();
  return user ? { status: 'signed-in', user } : UNKNOWN_SESSION;
}

/** False while another user signs in: the token that is still stored belongs to the previous one. */
function isSameUser(): boolean {
  const { user } = $session.get();
  return user === null || user.id === readUser()?.id;
}

if (typeof window !== 'undefined') {
  $session.set(readStored('visitor'));
  onSessionEnded(expireSession);
  // A sign-in or sign-out in one tab reaches the others by the storage event.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY || (key === USER_KEY && isSameUser())) $session.set(readStored('elsewhere'));
  });
  // The browser may show a page again as it was left, with what was true then.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) $session.set(readStored('elsewhere'));
  });
}

/** Stores the session of a sign-in. @throws Error when the browser blocks storage for this site. */
export function startSession({ token, user }: { token: string; user: UserJson }): void {
  try {
    storeSession(token, user);
  } catch (cause) {
    throw new Error(
      'Your browser is blocking storage for this site, so you can’t stay signed in. Allow site data in your browser settings, then sign in again.',
      { cause },
    );
  }
  $session.set({ status: 'signed-in', user });
}

/** Ends the session on the server, then here; here also when the server cannot be reached. True when both are done. */
export async function signOut(): Promise<boolean> {
  let isEnded = true;
  if (readToken()) {
    await api.post('/api/auth/logout').catch((error: unknown) => {
      isEnded = error instanceof ApiError && error.status === 401; // it had ended before
    });
  }
  clearSession();
  return isEnded;
}

/** Clears the session here, after the server has ended it at the user's request, as with a deleted account. */
export function clearSession(): void {
  clearStoredSession();
  $session.set(createSignedOut('left'));
}

/** The server no longer knows this token. Another tab may have signed in meanwhile: then that one counts. */
export function expireSession(token: string): void {
  if (readToken() !== token) return;
  clearStoredSession();
  $session.set(createSignedOut('ended'));
}

/** Replaces the user, as after saving a name. */
export function setSessionUser(user: UserJson): void {
  if (!readToken()) return;
  storeUser(user);
  $session.set({ status: 'signed-in', user });
}

/** Loads the signed-in user and stores it. @throws ApiError */
export async function refreshUser(): Promise<UserJson> {
  const token = readToken();
  const { user } = await api.get('/api/auth/me');
  // Another user signed in meanwhile, in another tab: the answer is about the previous one.
  if (readToken() !== token) return refreshUser();
  setSessionUser(user);
  return user;
}

const CHECKED_KEY = 'userCheckedAt';
const CHECK_EVERY_MS = 5 * 60 * 1000;

/** The policy of an earlier release forbids calls to today's API. */
const isEarlierRelease = () => window.location.pathname.startsWith('/release/');

/** For public pages: refreshes the name and the role without a call for every page. Fails silently. */
export async function refreshUserIfStale(): Promise<void> {
  if (isEarlierRelease()) return;
  try {
    const age = Date.now() - Number(sessionStorage.getItem(CHECKED_KEY));
    if ($session.get().status === 'signed-in' && age >= 0 && age < CHECK_EVERY_MS) return;
    sessionStorage.setItem(CHECKED_KEY, String(Date.now()));
    await refreshUser();
  } catch {
    // an ended session is already handled; without an answer the next page tries again
  }
}

export type Access = 'signed-in' | Permission;

/**
 * For pages of signed-in users: the user, once the server has confirmed the session. Others are sent to
 * the sign-in page, and then nothing is answered at all. @throws ApiError when the server cannot be asked: that is no
 * sign-out.
 */
export async function requireAccess(access: Access): Promise<UserJson> {
  if (!readToken()) {
    const session = $session.get();
    // The header asks for the user, too, and may have learned first that the session has ended.
    return redirectTo(toSignInUrl({ hasEnded: session.status === 'signed-out' && session.reason === 'ended' }));
  }
  try {
    const user = await refreshUser();
    const isAllowed = access === 'signed-in' || hasPermission(user.role, access);
    return isAllowed ? user : redirectTo(toSignInUrl({ denied: access }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirectTo(toSignInUrl({ hasEnded: true }));
    throw error;
  }
}

type SignInReason = { hasEnded?: boolean; denied?: Permission };

/**
 * The sign-in page, and afterwards the page that is open now. It says that the session has ended, or that the signed-in
 * user lacks the permission `denied`.
 */
export function toSignInUrl({ hasEnded = false, denied }: SignInReason = {}): string {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams({ callbackUrl: `${pathname}${search}${hash}` });
  if (hasEnded) query.set('ended', '1');
  if (denied) query.set('denied', denied);
  return `${paths.login}?${query}`;
}

function redirectTo(address: string): Promise<never> {
  window.location.replace(address);
  return new Promise(() => undefined);
}
