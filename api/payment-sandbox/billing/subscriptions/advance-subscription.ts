import { voidInvoice } from '../invoices/close-invoice.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import type { Subscription } from '../objects/stored.ts';
import { periodContaining } from '../periods.ts';
import { startDuePhase } from '../schedules/start-due-phase.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Work } from '../work.ts';
import { endOfPeriod } from './cancel-flags.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { recordCycleDebits } from './debits.ts';
import { dropPendingChange } from './pending-change.ts';

const INCOMPLETE_SECONDS = 23 * 3600;
const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

/** The time of the next automatic change of the subscription; null: there is none. */
export function findSubscriptionTime(tx: Transaction, subscription: Subscription): number | null {
  if (ENDED.includes(subscription.status)) return null;
  if (subscription.status === 'incomplete') return subscription.created + INCOMPLETE_SECONDS;
  const phaseEnd = tx.find('subscription_schedule', subscription.schedule)?.current_phase?.end_date;
  const times = [endOfPeriod(subscription), subscription.cancel_at, subscription.pending_update?.expires_at, phaseEnd];
  return Math.min(...times.filter((time) => typeof time === 'number'));
}

/** Makes the first automatic change that is due. Others at the same time are found afterwards. */
export function advanceSubscription({ tx }: Work, subscription: Subscription): void {
  const now = tx.now(subscription.test_clock);
  if (subscription.status === 'incomplete') expireIncomplete(tx, subscription);
  else if (subscription.pending_update && subscription.pending_update.expires_at <= now)
    dropPendingChange(tx, subscription);
  else if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    cancelSubscription(tx, subscription, { reason: 'cancellation_requested' });
  } else {
    const phase = startDuePhase(tx, subscription, now);
    if (phase.status !== 'canceled') renew(tx, subscription, phase);
  }
}

/** Ends a subscription whose first invoice was not paid within 23 hours. */
function expireIncomplete(tx: Transaction, subscription: Subscription): void {
  const invoice = tx.find('invoice', subscription.latest_invoice as string | null);
  if (invoice?.status === 'open') voidInvoice(tx, invoice);
  const expired = tx.update('subscription', subscription.id, {
    ended_at: tx.now(subscription.test_clock),
    status: 'incomplete_expired',
  });
  tx.emit('customer.subscription.updated', expired, subscription);
}

/** Moves the periods that are over and drafts their invoice, which is collected an hour later. */
function renew(tx: Transaction, before: Subscription, current: Subscription): void {
  const now = tx.now(before.test_clock);
  const data = current.items.data.map((item) => {
    if (item.current_period_end > now) return item;
    const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 };
    const period = periodContaining(current.billing_cycle_anchor, recurring, item.current_period_end);
    return { ...item, current_period_start: period.start, current_period_end: period.end };
  });
  const cycleItems = data.filter((item, index) => item !== current.items.data[index]);
  if (cycleItems.length > 0) {
    const moved = tx.update('subscription', before.id, { items: { ...current.items, data } });
    const draft = draftInvoice(tx, moved, {
      reason: 'subscription_cycle',
      period: { start: before.items.data[0]?.current_period_start ?? now, end: now },
      cycleItems,
      finalizesLater: before.status !== 'unpaid',
    });
    recordCycleDebits(tx, draft);
    tx.update('subscription', before.id, { latest_invoice: draft.id });
    tx.emit('invoice.created', draft);
  }
  tx.emit('customer.subscription.updated', tx.get('subscription', before.id), before);
}
