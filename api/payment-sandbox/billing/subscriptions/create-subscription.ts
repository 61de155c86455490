import type { Transaction } from '../../state/transaction.ts';
import { redeem } from '../discounts.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { buildSubscription, buildSubscriptionItem } from '../objects/subscription.ts';
import type { Invoice, Price, Subscription } from '../objects/stored.ts';
import { periodContaining } from '../periods.ts';
import { recordCycleDebits } from './debits.ts';

export type NewItem = { price: Price; quantity: number; metadata?: Record<string, string> };

type NewSubscription = {
  customer: string;
  items: readonly NewItem[];
  status: Subscription['status'];
  discounts?: Parameters<typeof redeem>[2];
  fields?: Partial<Subscription>;
};

/** A subscription that begins now, with a draft of its first invoice. Emits nothing, because the order of events depends on the caller. */
export function createSubscription(tx: Transaction, { customer, items, status, discounts, fields }: NewSubscription) {
  const clock = tx.get('customer', customer).test_clock ?? null;
  const now = tx.now(clock);
  const id = tx.createId('subscription');
  const itemList = items.map((item) => createItem(tx, { ...item, subscription: id, anchor: now, now }));
  const subscription = tx.put(
    'subscription',
    buildSubscription({
      id,
      created: now,
      customer,
      currency: items[0]?.price.currency ?? 'usd',
      billing_cycle_anchor: now,
      status,
      test_clock: clock,
      itemList,
      discounts: redeem(tx, { id, customer, test_clock: clock }, discounts ?? null),
      ...fields,
    }),
  );
  const draft = draftInvoice(tx, subscription, {
    reason: 'subscription_create',
    period: { start: now, end: now },
    cycleItems: itemList,
  });
  recordCycleDebits(tx, draft);
  return { subscription: tx.update('subscription', id, { latest_invoice: draft.id }), draft };
}

type ItemPlace = NewItem & { subscription: string; anchor: number; now: number };

export function createItem(tx: Transaction, { price, quantity, metadata, subscription, anchor, now }: ItemPlace) {
  const period = periodContaining(anchor, price.recurring ?? { interval: 'month', interval_count: 1 }, now);
  return buildSubscriptionItem({
    id: tx.createId('subscription_item'),
    created: now,
    subscription,
    price,
    quantity,
    metadata: { ...metadata },
    current_period_start: period.start,
    current_period_end: period.end,
  });
}

export const findSubscriptionInvoices = (tx: Transaction, subscription: string): Invoice[] =>
  tx.list('invoice', ({ parent }) => parent?.subscription_details?.subscription === subscription);
