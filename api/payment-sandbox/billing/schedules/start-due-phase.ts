import type { SchedulePhase, Subscription } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { periodContaining } from '../periods.ts';
import { putDebits } from '../proration.ts';
import { cancelSubscription, endSchedule } from '../subscriptions/cancel.ts';
import { dropPendingChange } from '../subscriptions/pending-change.ts';

/** Starts the next phase if the current one is over, or ends the schedule. The caller emits the subscription's event. */
export function startDuePhase(tx: Transaction, subscription: Subscription): Subscription {
  const now = tx.now();
  const schedule = tx.find('subscription_schedule', subscription.schedule);
  if (!schedule?.current_phase || schedule.current_phase.end_date > now) return subscription;
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= now && now < end_date);
  if (next) {
    const current = subscription.pending_update ? dropPendingChange(tx, subscription) : subscription;
    const { start_date, end_date } = next;
    const moved = tx.update('subscription_schedule', schedule.id, { current_phase: { start_date, end_date } });
    tx.emit('subscription_schedule.updated', moved);
    return applyPhase(tx, current, next);
  }
  if (schedule.end_behavior === 'cancel') {
    endSchedule(tx, schedule.id, 'completed');
    const detached = tx.update('subscription', subscription.id, { schedule: null });
    return cancelSubscription(tx, detached, { reason: 'cancellation_requested' });
  }
  endSchedule(tx, schedule.id, 'released');
  return tx.update('subscription', subscription.id, { schedule: null });
}

/**
 * Gives the subscription the prices of a phase, which begins with a period: nothing is prorated. With `phase_start` a period of the new
 * prices begins, and the renewal that follows charges it. Otherwise the anchor stays: an item with another interval is in the middle of a
 * period that began before, so that its price is first charged when that period is over (better-auth#11336).
 */
function applyPhase(tx: Transaction, subscription: Subscription, phase: SchedulePhase): Subscription {
  const { start_date: start, billing_cycle_anchor: setting } = phase;
  const anchor = setting === 'phase_start' ? start : subscription.billing_cycle_anchor;
  const data = subscription.items.data.map((item, index) => {
    const { price: priceId = item.price.id, quantity = item.quantity, tax_rates = [] } = phase.items[index] ?? {};
    const price = priceId === item.price.id ? item.price : tx.get('price', priceId);
    const changed = { ...item, price, quantity, tax_rates };
    if (price.recurring.interval === item.price.recurring.interval) return changed;
    const period = periodContaining(anchor, price.recurring, start);
    if (period.start === start) return changed;
    putDebits(tx, item.id, []);
    return { ...changed, current_period_start: period.start, current_period_end: period.end };
  });
  return tx.update('subscription', subscription.id, {
    billing_cycle_anchor: anchor,
    items: { ...subscription.items, data },
    // A phase that names none takes discounts and rates away, as at Stripe; it keeps Stripe Tax as the schedule began with it.
    discounts: phase.discounts.map(({ discount }) => discount),
    default_tax_rates: phase.default_tax_rates ?? subscription.default_tax_rates,
    ...(phase.automatic_tax && {
      automatic_tax: { ...subscription.automatic_tax, enabled: phase.automatic_tax.enabled },
    }),
  });
}
