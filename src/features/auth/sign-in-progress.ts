import { readLastSignInAt } from '#src/lib/session-storage.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'signIn';

export type SignInMode = 'login' | 'signup';
export type SignInDetails = { email: string; firstName: string; lastName: string };

/**
 * A code was sent. Instants in UTC ms. The code itself is not stored. `delivery` is 'outbox' where no email is sent
 * out: the server saved the code.
 */
export type SignInProgress = {
  mode: SignInMode;
  details: SignInDetails;
  requestedAt: number;
  resendAt: number;
  expiresAt: number;
  delivery?: 'outbox';
};

/**
 * The step survives a reload, and a phone that drops the page while its owner reads the email. After a sign-in in any
 * tab it is over: the code may have been used by its link.
 */
export function readSignInProgress(mode: SignInMode): SignInProgress | null {
  const progress = readStoredJson<SignInProgress>('sessionStorage', KEY);
  if (progress?.mode !== mode || !progress.details?.email) return null;
  return progress.requestedAt > readLastSignInAt() ? progress : null;
}

export const saveSignInProgress = (progress: SignInProgress | null) => storeJson('sessionStorage', KEY, progress);
