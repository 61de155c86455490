import type { Price } from '../../objects/catalogue.ts';
import type { InvoiceItem, InvoiceLine, Pricing } from '../../objects/invoice.ts';
import type { SubscriptionItem } from '../../objects/subscription.ts';
import { formatAmount } from '../../pages/format.ts';
import type { Transaction } from '../../state/transaction.ts';

export const productName = (tx: Transaction, { product }: Price): string => tx.get('product', product).name;

export const itemAmount = ({ price, quantity }: SubscriptionItem): number => (price.unit_amount ?? 0) * quantity;

export const buildPricing = ({ id, product }: Price): Pricing => ({
  type: 'price_details',
  price_details: { price: id, product },
});

const buildParent = (subscriptionItem: string, proration: boolean): InvoiceLine['parent'] => ({
  type: 'subscription_item_details',
  subscription_item_details: { subscription_item: subscriptionItem, proration },
});

/** The line of a subscription item for its current period. */
export function buildCycleLine(tx: Transaction, item: SubscriptionItem): InvoiceLine {
  const { price, quantity } = item;
  const unit = `${formatAmount(price.unit_amount ?? 0, price.currency)} / ${price.recurring.interval}`;
  return {
    id: tx.createId('line_item'),
    object: 'line_item',
    amount: itemAmount(item),
    currency: price.currency,
    description: `${quantity} × ${productName(tx, price)} (at ${unit})`,
    discount_amounts: [],
    parent: buildParent(item.id, false),
    period: { start: item.current_period_start, end: item.current_period_end },
    pricing: buildPricing(price),
    quantity,
    taxes: [],
  };
}

/** The line of a subscription item for its trial: of 0. */
export const buildTrialLine = (tx: Transaction, item: SubscriptionItem): InvoiceLine => ({
  ...buildCycleLine(tx, item),
  amount: 0,
  description: `Trial period for ${productName(tx, item.price)}`,
});

/** The line of a pending invoice item on the invoice that collects it. */
export const buildItemLine = (tx: Transaction, item: InvoiceItem): InvoiceLine => ({
  id: tx.createId('line_item'),
  object: 'line_item',
  amount: item.amount,
  currency: item.currency,
  description: item.description,
  discount_amounts: [],
  parent: buildParent(item.parent.subscription_details.subscription_item, item.proration),
  period: { ...item.period },
  pricing: item.pricing,
  quantity: item.quantity,
  taxes: [],
});
