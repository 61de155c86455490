const KEY = 'signIn';

export type SignInMode = 'login' | 'signup';
export type SignInDetails = { email: string; firstName: string; lastName: string };

/**
 * A code is on its way. Instants in UTC ms. The code itself is kept nowhere. `delivery` is 'outbox' where no email goes
 * out: the server saved the code.
 */
export type SignInProgress = {
  mode: SignInMode;
  details: SignInDetails;
  resendAt: number;
  expiresAt: number;
  delivery?: 'outbox';
};

/** The step survives a reload, and a phone that drops the page while its owner reads the mail. */
export function readSignInProgress(mode: SignInMode): SignInProgress | null {
  try {
    const progress = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SignInProgress | null;
    return progress?.mode === mode && progress.details?.email ? progress : null;
  } catch {
    return null;
  }
}

export function saveSignInProgress(progress: SignInProgress | null): void {
  try {
    if (progress) sessionStorage.setItem(KEY, JSON.stringify(progress));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is forbidden: the step lasts as long as the page
  }
}
