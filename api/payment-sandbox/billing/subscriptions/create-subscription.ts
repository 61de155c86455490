import type { Price } from '../../objects/catalogue.ts';
import type { Invoice } from '../../objects/invoice.ts';
import { buildSubscription, type Subscription } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { redeem } from '../discounts.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { periodContaining } from '../periods.ts';
import { recordCycleDebits } from '../proration.ts';

export type NewSubscription = {
  customer: string;
  price: Price;
  quantity: number;
  paymentMethod: string;
  metadata: Record<string, string>;
  coupon?: string | undefined;
};

/** A subscription that begins now, with a draft of its first invoice. Emits nothing: the order of events depends on the caller. */
export function createSubscription(
  tx: Transaction,
  { customer, price, quantity, paymentMethod, metadata, coupon }: NewSubscription,
): { subscription: Subscription; draft: Invoice } {
  const now = tx.now();
  const id = tx.createId('subscription');
  const period = periodContaining(now, price.recurring, now);
  const item = {
    id: tx.createId('subscription_item'),
    object: 'subscription_item' as const,
    created: now,
    current_period_start: period.start,
    current_period_end: period.end,
    price,
    quantity,
    subscription: id,
  };
  const subscription = tx.put(
    'subscription',
    buildSubscription({
      id,
      billing_cycle_anchor: now,
      created: now,
      currency: price.currency,
      customer,
      default_payment_method: paymentMethod,
      discounts: redeem(tx, { id, customer }, coupon ? [{ coupon }] : []),
      itemList: [item],
      metadata: { ...metadata },
      start_date: now,
    }),
  );
  const draft = draftInvoice(tx, subscription, { reason: 'subscription_create', cycleItems: [item] });
  recordCycleDebits(tx, draft);
  return { subscription: tx.update('subscription', id, { latest_invoice: draft.id }), draft };
}
