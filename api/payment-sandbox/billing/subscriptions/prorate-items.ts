import type { Transaction } from '../../state/transaction.ts';
import { reduceByPercents } from '../discounts.ts';
import { buildPricing, itemAmount, productName } from '../invoices/lines.ts';
import { buildInvoiceItem } from '../objects/invoice.ts';
import type { InvoiceItem, Subscription, SubscriptionItem } from '../objects/stored.ts';
import { type Period, periodContaining } from '../periods.ts';
import { type Credit, creditUnused, prorate } from '../proration.ts';
import { findDebits, putDebits } from './debits.ts';

type Change = { before: SubscriptionItem | null; after: SubscriptionItem | null };

/** Writes the credit and charge of every changed item as pending invoice items, credits first. Returns how many. */
export function prorateItems(
  tx: Transaction,
  subscription: Subscription,
  after: readonly SubscriptionItem[],
  at: number,
): number {
  const changes = findChanges(subscription.items.data, after);
  return changes.reduce((count, change) => count + prorateItem(tx, subscription, change, at), 0);
}

function findChanges(before: readonly SubscriptionItem[], after: readonly SubscriptionItem[]): Change[] {
  const changed = before.map((item) => ({ before: item, after: after.find(({ id }) => id === item.id) ?? null }));
  const added = after
    .filter(({ id }) => !before.some((item) => item.id === id))
    .map((item) => ({ before: null, after: item }));
  return [...changed, ...added].filter(
    (change) =>
      change.before?.price.id !== change.after?.price.id || change.before?.quantity !== change.after?.quantity,
  );
}

function prorateItem(tx: Transaction, subscription: Subscription, { before, after }: Change, at: number): number {
  const credits = before ? creditUnused(findDebits(tx, before.id), at) : [];
  if (before) for (const credit of credits) putCredit(tx, { subscription, item: before, at }, credit);
  const owner = (after ?? before) as SubscriptionItem;
  const charge = after && putCharge(tx, { subscription, item: after, at });
  putDebits(
    tx,
    owner.id,
    charge ? [{ amount: charge.amount, period: charge.period, invoice: null, line: null, invoiceItem: charge.id }] : [],
  );
  return credits.length + (charge ? 1 : 0);
}

type Place = { subscription: Subscription; item: SubscriptionItem; at: number };

export function putCredit(tx: Transaction, place: Place, { amount, debit }: Credit): InvoiceItem {
  const source =
    debit.invoice && debit.line
      ? {
          type: 'invoice_line_items' as const,
          invoice_line_item_details: { invoice: debit.invoice, invoice_line_items: [debit.line] },
        }
      : { type: 'invoice_item' as const, invoice_item: debit.invoiceItem ?? '' };
  return putProration(tx, place, {
    amount,
    text: 'Unused time on',
    period: { start: place.at, end: debit.period.end },
    proration_details: { credited_items: source, discount_amounts: [] },
  });
}

export function putCharge(tx: Transaction, place: Place): InvoiceItem {
  const { subscription, item, at } = place;
  const full = findFullPeriod(subscription, item);
  const amount = reduceByPercents(tx, subscription, itemAmount(item));
  return putProration(tx, place, {
    // A planned cancellation may end the period early: the time after it is not charged.
    amount: prorate(amount, full, at) - prorate(amount, full, item.current_period_end),
    text: 'Remaining time on',
    period: { start: at, end: item.current_period_end },
    proration_details: { credited_items: null, discount_amounts: [] },
  });
}

/** The item's period without a cancellation that ends it early. */
export const findFullPeriod = (subscription: Subscription, { price, current_period_start }: SubscriptionItem): Period =>
  periodContaining(
    subscription.billing_cycle_anchor,
    price.recurring ?? { interval: 'month', interval_count: 1 },
    current_period_start,
  );

type Proration = Pick<InvoiceItem, 'amount' | 'period' | 'proration_details'> & { text: string };

function putProration(
  tx: Transaction,
  { subscription, item, at }: Place,
  { text, ...proration }: Proration,
): InvoiceItem {
  const quantity = item.quantity ?? 1;
  const name = `${quantity > 1 ? `${quantity} × ` : ''}${productName(tx, item.price)}`;
  const created = tx.put(
    'invoiceitem',
    buildInvoiceItem({
      id: tx.createId('invoiceitem'),
      currency: subscription.currency,
      customer: subscription.customer,
      date: at,
      description: `${text} ${name} after ${formatDay(at)}`,
      discountable: false,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, subscription_item: item.id },
      },
      pricing: buildPricing(item.price),
      proration: true,
      quantity,
      test_clock: subscription.test_clock,
      ...proration,
    }),
  );
  tx.emit('invoiceitem.created', created);
  return created;
}

/** "10 Jan 2027". */
const formatDay = (seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(seconds * 1000)
    .replace('Sept', 'Sep');
