import { endOfPeriod, isEnded, type Subscription } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { findSubscriptionMethod } from '../invoices/pay-invoice.ts';
import { periodContaining } from '../periods.ts';
import { recordCycleDebits } from '../proration.ts';
import { startDuePhase } from '../schedules/start-due-phase.ts';
import { cancelSubscription } from './cancel.ts';
import { dropPendingChange } from './pending-change.ts';
import { announceDueEnd, findNoticeTime } from './trials.ts';

/** The time of the next automatic change of the subscription; null: there is none. */
export function findSubscriptionTime(tx: Transaction, subscription: Subscription): number | null {
  if (isEnded(subscription)) return null;
  const phaseEnd = tx.find('subscription_schedule', subscription.schedule)?.current_phase?.end_date;
  const times = [
    endOfPeriod(subscription),
    subscription.cancel_at,
    subscription.pending_update?.expires_at,
    phaseEnd,
    findNoticeTime(tx, subscription),
  ];
  return Math.min(...times.filter((time) => typeof time === 'number'));
}

/** Makes the first automatic change that is due. Others at the same time are found afterwards. */
export function advanceSubscription(tx: Transaction, subscription: Subscription): void {
  const now = tx.now();
  if (announceDueEnd(tx, subscription)) return;
  if (subscription.pending_update && subscription.pending_update.expires_at <= now) {
    dropPendingChange(tx, subscription);
  } else if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    cancelSubscription(tx, subscription, { reason: 'cancellation_requested' });
  } else {
    const current = startDuePhase(tx, subscription);
    if (!isEnded(current)) renew(tx, endDueTrial(tx, current));
  }
}

/** After a trial the first payment is due; without a card the subscription may end instead. */
export function endDueTrial(tx: Transaction, subscription: Subscription): Subscription {
  if (subscription.status !== 'trialing' || (subscription.trial_end ?? Infinity) > tx.now()) return subscription;
  const hasMethod = findSubscriptionMethod(tx, subscription) !== null;
  if (!hasMethod && subscription.trial_settings.end_behavior.missing_payment_method === 'cancel') {
    return cancelSubscription(tx, subscription, { reason: null });
  }
  return tx.update('subscription', subscription.id, { status: 'active' });
}

/** Moves the items' periods to those that begin now. */
export const startNextPeriods = ({ billing_cycle_anchor: anchor, items }: Subscription, now: number) =>
  items.data.map((item) => {
    if (item.current_period_end > now) return item;
    const period = periodContaining(anchor, item.price.recurring, item.current_period_end);
    return { ...item, current_period_start: period.start, current_period_end: period.end };
  });

/** Moves the periods that are over and drafts their invoice, which is collected an hour later. */
function renew(tx: Transaction, current: Subscription): void {
  if (isEnded(current)) return;
  const data = startNextPeriods(current, tx.now());
  const cycleItems = data.filter((item, index) => item !== current.items.data[index]);
  if (cycleItems.length > 0) {
    const moved = tx.update('subscription', current.id, { items: { ...current.items, data } });
    const draft = draftInvoice(tx, moved, { reason: 'subscription_cycle', cycleItems, finalizesLater: true });
    recordCycleDebits(tx, draft);
    tx.update('subscription', current.id, { latest_invoice: draft.id });
    tx.emit('invoice.created', draft);
  }
  tx.emit('customer.subscription.updated', tx.get('subscription', current.id));
}
