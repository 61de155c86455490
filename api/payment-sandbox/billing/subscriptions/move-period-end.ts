import type { Transaction } from '../../state/transaction.ts';
import type { Subscription, SubscriptionItem } from '../objects/stored.ts';
import { creditUnused } from '../proration.ts';
import { findDebits, putDebits } from './debits.ts';
import { findFullPeriod, putCharge, putCredit } from './prorate-items.ts';

/**
 * A `cancel_at` inside the period ends the period there, and the rest is credited; without it the period has its full length again,
 * and the rest is charged. Returns whether there are prorations.
 */
export function movePeriodEnd(
  tx: Transaction,
  subscription: Subscription,
  { isProrated }: { isProrated: boolean },
): boolean {
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: findEnd(subscription, item) }));
  const changed = data.filter(
    (item, index) => item.current_period_end !== subscription.items.data[index]?.current_period_end,
  );
  if (changed.length === 0) return false;
  tx.update('subscription', subscription.id, { items: { ...subscription.items, data } });
  if (!isProrated) return false;
  for (const item of changed) {
    const former = subscription.items.data.find(({ id }) => id === item.id) as SubscriptionItem;
    if (item.current_period_end < former.current_period_end) creditRest(tx, subscription, item);
    else chargeRest(tx, subscription, { item, from: former.current_period_end });
  }
  return true;
}

function findEnd(subscription: Subscription, item: SubscriptionItem): number {
  const { end } = findFullPeriod(subscription, item);
  return subscription.cancel_at === null ? end : Math.min(end, subscription.cancel_at);
}

function creditRest(tx: Transaction, subscription: Subscription, item: SubscriptionItem): void {
  const at = item.current_period_end;
  const debits = findDebits(tx, item.id);
  const credits = creditUnused(debits, at);
  for (const credit of credits) putCredit(tx, { subscription, item, at }, credit);
  putDebits(
    tx,
    item.id,
    debits.map((debit) => {
      const credit = credits.find((each) => each.debit === debit);
      return credit ? { ...debit, amount: debit.amount + credit.amount, period: { ...debit.period, end: at } } : debit;
    }),
  );
}

type Rest = { item: SubscriptionItem; from: number };

function chargeRest(tx: Transaction, subscription: Subscription, { item, from }: Rest): void {
  const { id, amount, period } = putCharge(tx, { subscription, item, at: from });
  const debit = { amount, period, invoice: null, line: null, invoiceItem: id };
  putDebits(tx, item.id, [...findDebits(tx, item.id), debit]);
}
