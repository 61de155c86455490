import { refuse } from '../../http/errors.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Subscription } from '../objects/stored.ts';

export type CancelFlags = {
  cancel_at_period_end?: boolean;
  /** null clears it. */
  cancel_at?: number | null;
  cancellation_details?: { comment?: string | null; feedback?: Feedback | null };
};
export type Feedback = NonNullable<NonNullable<Subscription['cancellation_details']>['feedback']>;

/** The fields of a planned cancellation. `cancel_at` alone leaves `cancel_at_period_end` false, as the portal does. */
export function resolveCancelFlags(
  tx: Transaction,
  subscription: Subscription,
  flags: CancelFlags,
): Partial<Subscription> {
  const { cancel_at_period_end: atPeriodEnd, cancel_at: at, cancellation_details: details } = flags;
  if (atPeriodEnd === undefined && at === undefined) return details ? describe(subscription, details) : {};
  if (subscription.schedule) {
    throw refuse(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: atPeriodEnd === undefined ? 'cancel_at' : 'cancel_at_period_end' },
    );
  }
  if (atPeriodEnd !== undefined && at !== undefined) {
    throw refuse('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      param: 'cancel_at',
    });
  }
  const now = tx.now(subscription.test_clock);
  if (at !== undefined && at !== null && at <= now) {
    throw refuse('`cancel_at` must be in the future.', { param: 'cancel_at' });
  }
  if (atPeriodEnd === true || (at !== undefined && at !== null)) {
    const end = at ?? endOfPeriod(subscription);
    const reason = { ...describe(subscription, details ?? {}).cancellation_details, reason: 'cancellation_requested' };
    return {
      cancel_at: end,
      cancel_at_period_end: atPeriodEnd ?? false,
      canceled_at: now,
      cancellation_details: reason as Subscription['cancellation_details'],
    };
  }
  // `cancel_at_period_end: false` clears only what `true` has set: a `cancel_at` of the portal stays.
  if (atPeriodEnd === false && !subscription.cancel_at_period_end) return describe(subscription, details);
  return {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  };
}

export const endOfPeriod = ({ items }: Subscription): number =>
  Math.min(...items.data.map((item) => item.current_period_end));

function describe(subscription: Subscription, details: CancelFlags['cancellation_details']): Partial<Subscription> {
  if (!details) return {};
  const current = subscription.cancellation_details;
  return {
    cancellation_details: {
      comment: details.comment === undefined ? (current?.comment ?? null) : details.comment,
      feedback: details.feedback === undefined ? (current?.feedback ?? null) : details.feedback,
      feedback_option: null,
      reason: current?.reason ?? null,
    },
  };
}
