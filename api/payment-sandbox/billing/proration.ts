import type { Debit, Period } from '../objects/kinds.ts';
import type { Invoice, InvoiceItem } from '../objects/invoice.ts';
import type { Subscription, SubscriptionItem } from '../objects/subscription.ts';
import type { Transaction } from '../state/transaction.ts';
import { buildPricing, itemAmount, productName } from './invoices/lines.ts';
import { reduceByPercents, sumReductions } from './discounts.ts';
import { periodContaining } from './periods.ts';

/** The part of `amount` for the time from `at` to the end of the period, in cents; exact halves go away from zero. */
export function prorate(amount: number, period: Period, at: number): number {
  const total = BigInt(period.end - period.start);
  const left = BigInt(period.end - Math.max(at, period.start));
  const size = BigInt(Math.abs(amount));
  const rounded = Number((2n * size * left + total) / (2n * total));
  return amount < 0 && rounded > 0 ? -rounded : rounded;
}

/** Flexible billing: every debit whose period is not over gives a credit for its unused part. */
export const creditUnused = (debits: readonly Debit[], at: number): Debit[] =>
  debits
    .filter(({ period }) => period.end > at)
    .map(({ amount, period }) => {
      const unused = prorate(amount, period, at);
      return { amount: unused === 0 ? 0 : -unused, period: { start: at, end: period.end } };
    });

export const findDebits = (tx: Transaction, subscriptionItem: string): readonly Debit[] =>
  tx.find('sandbox.debits', subscriptionItem)?.debits ?? [];

export const putDebits = (tx: Transaction, subscriptionItem: string, debits: readonly Debit[]) =>
  tx.put('sandbox.debits', { id: subscriptionItem, debits: debits.map((debit) => ({ ...debit })) });

/** Stores what an invoice charges for the current periods, in place of the debits of earlier periods. */
export function recordCycleDebits(tx: Transaction, invoice: Invoice): void {
  for (const line of invoice.lines.data) {
    const { subscription_item: item, proration } = line.parent.subscription_item_details;
    if (!proration) putDebits(tx, item, [{ amount: line.amount - sumReductions([line]), period: { ...line.period } }]);
  }
}

/** Writes the credit of every item for the unused part of what was debited for it. */
export function creditItems(tx: Transaction, subscription: Subscription, at: number): void {
  for (const item of subscription.items.data) {
    for (const credit of creditUnused(findDebits(tx, item.id), at)) {
      putProration(tx, { subscription, item, at }, 'Unused time on', credit);
    }
  }
}

/** Writes the credit and charge of every changed item as pending invoice items, credits first. Returns how many. */
export function prorateItems(
  tx: Transaction,
  subscription: Subscription,
  after: readonly SubscriptionItem[],
  at: number,
): number {
  let count = 0;
  for (const item of after) {
    const before = subscription.items.data.find(({ id }) => id === item.id);
    if (!before || (before.price.id === item.price.id && before.quantity === item.quantity)) continue;
    const credits = creditUnused(findDebits(tx, item.id), at);
    for (const credit of credits) putProration(tx, { subscription, item: before, at }, 'Unused time on', credit);
    const charge = computeCharge(tx, subscription, item, at);
    putProration(tx, { subscription, item, at }, 'Remaining time on', charge);
    putDebits(tx, item.id, [charge]);
    count += credits.length + 1;
  }
  return count;
}

function computeCharge(tx: Transaction, subscription: Subscription, item: SubscriptionItem, at: number): Debit {
  const full = periodContaining(subscription.billing_cycle_anchor, item.price.recurring, item.current_period_start);
  const amount = reduceByPercents(tx, subscription, itemAmount(item));
  return { amount: prorate(amount, full, at), period: { start: at, end: item.current_period_end } };
}

type Place = { subscription: Subscription; item: SubscriptionItem; at: number };

function putProration(
  tx: Transaction,
  { subscription, item, at }: Place,
  text: string,
  { amount, period }: Debit,
): InvoiceItem {
  const { price, quantity } = item;
  const name = `${quantity > 1 ? `${quantity} × ` : ''}${productName(tx, price)}`;
  const created = tx.put('invoiceitem', {
    id: tx.createId('invoiceitem'),
    object: 'invoiceitem',
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    date: at,
    description: `${text} ${name} after ${formatDay(at)}`,
    invoice: null,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, subscription_item: item.id },
    },
    period: { ...period },
    pricing: buildPricing(price),
    proration: true,
    quantity,
  });
  tx.emit('invoiceitem.created', created);
  return created;
}

/** "10 Jan 2027". */
const formatDay = (seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(seconds * 1000)
    .replace('Sept', 'Sep');
