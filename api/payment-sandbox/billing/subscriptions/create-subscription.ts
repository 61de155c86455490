import type { Price } from '../../objects/catalogue.ts';
import type { Invoice } from '../../objects/invoice.ts';
import { buildSubscription, type MissingMethod, type Subscription } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { requireOneCurrency } from '../amount-rules.ts';
import { redeem } from '../discounts.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { periodContaining } from '../periods.ts';
import { recordCycleDebits } from '../proration.ts';
import type { Taxation } from '../taxes/compute-taxes.ts';

export type NewSubscription = {
  customer: string;
  price: Price;
  quantity: number;
  /** Null leaves the customer's own. */
  paymentMethod: string | null;
  metadata: Record<string, string>;
  discounts?: { coupon?: string; promotion_code?: string }[];
  /** Of a trial; null begins with a payment. */
  trialEnd?: number | null;
  missingMethod?: MissingMethod | undefined;
  /** `rates` are those of the item; `defaultRates` of the subscription. */
  taxation?: Taxation;
  defaultRates?: readonly string[];
};

/** A subscription that begins now, with a draft of its first invoice. Emits nothing: the order of events depends on the caller. */
export function createSubscription(
  tx: Transaction,
  { customer, price, quantity, paymentMethod, metadata, ...options }: NewSubscription,
): { subscription: Subscription; draft: Invoice } {
  const now = tx.now();
  const id = tx.createId('subscription');
  const { taxation = { isAutomatic: false, rates: [] }, defaultRates = [] } = options;
  requireOneCurrency(tx, customer, price.currency);
  const readRates = (ids: readonly string[]) => ids.map((rate) => tx.get('tax_rate', rate));
  const { discounts = [], trialEnd = null, missingMethod = 'create_invoice' } = options;
  const period = trialEnd === null ? periodContaining(now, price.recurring, now) : { start: now, end: trialEnd };
  const item = {
    id: tx.createId('subscription_item'),
    object: 'subscription_item' as const,
    created: now,
    current_period_start: period.start,
    current_period_end: period.end,
    price,
    quantity,
    subscription: id,
    tax_rates: readRates(taxation.rates),
  };
  const subscription = tx.put(
    'subscription',
    buildSubscription({
      id,
      automatic_tax: {
        disabled_reason: null,
        enabled: taxation.isAutomatic,
        liability: taxation.isAutomatic ? { type: 'self' } : null,
      },
      default_tax_rates: readRates(defaultRates),
      billing_cycle_anchor: trialEnd ?? now,
      created: now,
      currency: price.currency,
      customer,
      default_payment_method: paymentMethod,
      discounts: redeem(tx, { id, customer, currency: price.currency }, discounts),
      itemList: [item],
      metadata: { ...metadata },
      start_date: now,
      ...(trialEnd !== null && { status: 'trialing', trial_start: now, trial_end: trialEnd }),
      trial_settings: { end_behavior: { missing_payment_method: missingMethod } },
    }),
  );
  const draft = draftInvoice(tx, subscription, { reason: 'subscription_create', cycleItems: [item] });
  recordCycleDebits(tx, draft);
  return { subscription: tx.update('subscription', id, { latest_invoice: draft.id }), draft };
}
