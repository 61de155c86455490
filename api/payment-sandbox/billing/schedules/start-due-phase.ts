import type { Transaction } from '../../state/transaction.ts';
import type { SchedulePhase, Subscription, SubscriptionItem } from '../objects/stored.ts';
import { buildPlan } from '../objects/subscription.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { createItem } from '../subscriptions/create-subscription.ts';
import { dropPendingChange } from '../subscriptions/pending-change.ts';
import { prorateItems } from '../subscriptions/prorate-items.ts';
import { detachSchedule } from './detach-schedule.ts';

/** Starts the next phase if the current one is over, or ends the schedule. The caller emits the subscription's event. */
export function startDuePhase(tx: Transaction, subscription: Subscription, now: number): Subscription {
  const schedule = tx.find('subscription_schedule', subscription.schedule as string | null);
  if (!schedule?.current_phase || schedule.current_phase.end_date > now) return subscription;
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= now && now < end_date);
  if (next) {
    const current = subscription.pending_update ? dropPendingChange(tx, subscription) : subscription;
    const changed = applyPhase(tx, current, { phase: next, now });
    const moved = tx.update('subscription_schedule', schedule.id, {
      current_phase: { start_date: next.start_date, end_date: next.end_date },
    });
    tx.emit('subscription_schedule.updated', moved, schedule);
    return changed;
  }
  if (schedule.end_behavior === 'cancel') {
    tx.emit(
      'subscription_schedule.completed',
      tx.update('subscription_schedule', schedule.id, { completed_at: now, current_phase: null, status: 'completed' }),
    );
    tx.update('subscription', subscription.id, { schedule: null });
    return cancelSubscription(tx, tx.get('subscription', subscription.id), { reason: 'cancellation_requested' });
  }
  detachSchedule(tx, schedule.id, 'released');
  return tx.update('subscription', subscription.id, { schedule: null });
}

type PhaseStart = { phase: SchedulePhase; now: number };

/** Gives the subscription the items of a phase. Items at the same position keep their ids. */
export function applyPhase(tx: Transaction, subscription: Subscription, { phase, now }: PhaseStart): Subscription {
  const data = phase.items.map(({ price: priceId, quantity = 1 }, index): SubscriptionItem => {
    const price = tx.get('price', priceId as string);
    const replaced = subscription.items.data[index];
    if (replaced?.price.id === priceId) return { ...replaced, quantity };
    if (replaced) return { ...replaced, plan: buildPlan(price), price, quantity };
    const anchor = subscription.billing_cycle_anchor;
    return createItem(tx, { price, quantity, subscription: subscription.id, anchor, now });
  });
  const isInsidePeriod = subscription.items.data.some((item) => item.current_period_end > now);
  if (isInsidePeriod && phase.proration_behavior !== 'none') prorateItems(tx, subscription, data, now);
  return tx.update('subscription', subscription.id, {
    items: { ...subscription.items, data },
    // A phase that names none takes the discounts away, as at Stripe.
    discounts: phase.discounts.map(({ discount }) => String(discount)),
    metadata: { ...subscription.metadata, ...phase.metadata },
  });
}
