import { refuse } from '../../http/errors.ts';
import type { Schedule, Subscription } from '../../objects/subscription.ts';
import { endOfPeriod } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { dropPendingChange } from './pending-change.ts';

type Details = Subscription['cancellation_details'];
const NO_DETAILS: Details = { comment: null, feedback: null, reason: null };

type CancelFlags = {
  cancel_at_period_end?: boolean;
  /** null clears it. */
  cancel_at?: number | null;
  cancellation_details?: Partial<Details>;
};

/** The fields of a planned cancellation. `cancel_at` alone leaves `cancel_at_period_end` false, as Stripe's portal does. */
export function resolveCancelFlags(subscription: Subscription, flags: CancelFlags, now: number): Partial<Subscription> {
  const { cancel_at_period_end: atPeriodEnd, cancel_at: at, cancellation_details: details } = flags;
  if (atPeriodEnd === undefined && at === undefined) return {};
  if (subscription.schedule) {
    throw refuse(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: atPeriodEnd === undefined ? 'cancel_at' : 'cancel_at_period_end' },
    );
  }
  const end = endOfPeriod(subscription);
  if (at && at !== end)
    throw refuse('The payment sandbox ends a subscription with its period.', { param: 'cancel_at' });
  if (atPeriodEnd || at) {
    return {
      cancel_at: end,
      cancel_at_period_end: atPeriodEnd ?? false,
      canceled_at: now,
      cancellation_details: { ...NO_DETAILS, ...details, reason: 'cancellation_requested' },
    };
  }
  // `cancel_at_period_end: false` clears only what `true` has set: a `cancel_at` of the portal stays.
  if (atPeriodEnd === false && !subscription.cancel_at_period_end) return {};
  return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: { ...NO_DETAILS } };
}

/** Ends a subscription now, without a refund. Its open and draft invoices stay payable, but nobody collects them any more. */
export function cancelSubscription(
  tx: Transaction,
  before: Subscription,
  { reason }: { reason: 'cancellation_requested' | 'payment_failed' | null },
): Subscription {
  if (before.pending_update) dropPendingChange(tx, before);
  if (before.schedule) endSchedule(tx, before.schedule, 'canceled');
  const canceled = tx.update('subscription', before.id, {
    canceled_at: before.canceled_at ?? tx.now(),
    cancellation_details: { ...before.cancellation_details, reason },
    ended_at: tx.now(),
    pending_update: null,
    schedule: null,
    status: 'canceled',
  });
  tx.emit('customer.subscription.deleted', canceled);
  const isCollected = (status: string | null) => status === 'open' || status === 'draft';
  const invoices = tx.list('invoice', (each) => each.parent.subscription_details.subscription === before.id);
  for (const { id } of invoices.filter((each) => each.auto_advance && isCollected(each.status))) {
    const fields = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
    tx.emit('invoice.updated', tx.update('invoice', id, fields));
  }
  return canceled;
}

/** Ends a schedule. The caller sets `schedule` of the subscription to null. */
export function endSchedule(tx: Transaction, id: string, status: 'canceled' | 'released' | 'completed'): Schedule {
  const { subscription } = tx.get('subscription_schedule', id);
  const ended = tx.update('subscription_schedule', id, {
    current_phase: null,
    status,
    ...(status === 'released' && { released_subscription: subscription, subscription: null }),
  });
  tx.emit(`subscription_schedule.${status}`, ended);
  return ended;
}
