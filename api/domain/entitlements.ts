import { endedSubscriptionStatuses, liveSubscriptionStatuses, type SubscriptionStatus } from './enums.ts';

/** Statuses in which a user may use what they pay for. While a payment is tried again they may go on. */
const activeStatuses: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due'];

export const isEntitled = (status: SubscriptionStatus): boolean => activeStatuses.includes(status);

export const isLive = (status: SubscriptionStatus): boolean => liveSubscriptionStatuses.some((live) => live === status);
export const isEnded = (status: SubscriptionStatus): boolean =>
  endedSubscriptionStatuses.some((ended) => ended === status);
