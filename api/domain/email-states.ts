import type { EmailKind } from './enums.ts';

/**
 * The states of the outbox as the mail manager shows them. `waiting`, `held` (until its action can't be undone any more) and
 * `retrying` are queued; `failed` is expired.
 */
export const emailStates = ['waiting', 'held', 'retrying', 'sent', 'failed', 'suppressed'] as const;
export type EmailState = (typeof emailStates)[number];
export const emailStateLabels: Record<EmailState, string> = {
  waiting: 'Waiting',
  held: 'Held',
  retrying: 'Retrying',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Suppressed',
};

/** The code of this email is deleted once the email is sent, failed or suppressed. It goes to suppressed addresses too. */
export const isSignInCodeKind = (kind: EmailKind): boolean => kind === 'sign-in-code';
