const KEY = 'signIn';

export type Mode = 'login' | 'signup';
export type Person = { email: string; firstName: string; lastName: string };

/**
 * A code is on its way. Instants in UTC ms. The code itself is kept nowhere. `delivery` is 'outbox' where no email goes
 * out: the server saved the code.
 */
export type Progress = { mode: Mode; person: Person; resendAt: number; expiresAt: number; delivery?: 'outbox' };

/** The step survives a reload, and a phone that drops the page while its owner reads the mail. */
export function readProgress(mode: Mode): Progress | null {
  try {
    const progress = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Progress | null;
    return progress?.mode === mode && progress.person?.email ? progress : null;
  } catch {
    return null;
  }
}

export function keepProgress(progress: Progress | null): void {
  try {
    if (progress) sessionStorage.setItem(KEY, JSON.stringify(progress));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is forbidden: the step lasts as long as the page
  }
}
