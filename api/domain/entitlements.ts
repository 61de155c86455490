import type { SubscriptionStatus } from './enums.ts';

/** Statuses in which a user may use what they pay for. While a payment is tried again they may go on. */
const activeStatuses: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due'];

export const isEntitled = (status: SubscriptionStatus): boolean => activeStatuses.includes(status);
