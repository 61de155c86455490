import type { BlacklistedSubscriptionAct, BlacklistScope } from './enums.ts';
import { formatBillingDate } from './money.ts';

type BlacklistState = { isBlacklisted: boolean; blacklistedUntil: number | null };

export const DELETION_MESSAGE = 'This account is being deleted.';

/** True for a user whom an admin has deleted, and who is about to go: nobody can sign in to the account. */
export const isInDeletion = (user: { deleteAfter: number | null }): boolean => user.deleteAfter !== null;

/** True while a user is blacklisted: without an end, or until a time (UTC ms) in the future. */
export function isBlacklistActive(user: BlacklistState, now: number): boolean {
  return user.isBlacklisted && (user.blacklistedUntil === null || now < user.blacklistedUntil);
}

/** What a blacklisting refuses, as it is called in a sentence. */
export const blacklistScopeLabels = {
  address: 'this address',
  base_address: 'every form of the address',
  domain: 'the whole domain',
} as const satisfies Record<BlacklistScope, string>;

/** What becomes of paid subscriptions, as it is chosen and as the audit log says it. */
export const blacklistedSubscriptionLabels = {
  period_end: 'Cancel at the end of the paid period',
  now: 'Cancel now, without a refund',
  refund: 'Cancel now, and refund the rest of the period',
  keep: 'Keep charging',
} as const satisfies Record<BlacklistedSubscriptionAct, string>;

/** What a blacklisted user reads at sign-in; days are days in the time zone. */
export function formatBlacklist(
  { blacklistedUntil, blacklistReason }: { blacklistedUntil: number | null; blacklistReason: string | null },
  timeZone: string,
): string {
  const end = blacklistedUntil === null ? '' : ` until the end of ${formatBillingDate(blacklistedUntil, timeZone)}`;
  return `This account is suspended${end}. Reason: ${blacklistReason}`;
}
