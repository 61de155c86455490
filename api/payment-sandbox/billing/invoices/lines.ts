import type { Kinds } from '../../state/kinds.ts';
import type { Transaction } from '../../state/transaction.ts';
import { formatAmount } from '../../pages/format.ts';
import { buildInvoiceLine } from '../objects/invoice.ts';
import type { InvoiceItem, InvoiceLine, Price, Subscription, SubscriptionItem } from '../objects/stored.ts';

export const productName = (tx: Transaction, price: Price): string =>
  (tx.find('product', price.product) as Kinds['product'] | undefined)?.name ?? price.product;

export const itemAmount = ({ price, quantity }: SubscriptionItem): number => (price.unit_amount ?? 0) * (quantity ?? 1);

/** A new object each time, because the store freezes what it holds. */
export const buildPricing = (price: Pick<Price, 'id' | 'product' | 'unit_amount_decimal'>): InvoiceLine['pricing'] => ({
  type: 'price_details',
  price_details: { price: price.id, product: price.product },
  unit_amount_decimal: price.unit_amount_decimal,
});

/** One line per item for its current period. */
export function buildCycleLines(
  tx: Transaction,
  subscription: Subscription,
  { items, invoice }: { items: readonly SubscriptionItem[]; invoice: string },
): InvoiceLine[] {
  return items.map((item) => {
    const quantity = item.quantity ?? 1;
    const unit = `${formatAmount(item.price.unit_amount ?? 0, item.price.currency)} / ${item.price.recurring?.interval ?? 'month'}`;
    return buildInvoiceLine({
      id: tx.createId('line_item'),
      amount: itemAmount(item),
      currency: subscription.currency,
      description: `${quantity} × ${productName(tx, item.price)} (at ${unit})`,
      invoice,
      parent: {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: false,
          proration_details: { credited_items: null },
          subscription: subscription.id,
          subscription_item: item.id,
        },
      },
      period: { start: item.current_period_start, end: item.current_period_end },
      pricing: buildPricing(item.price),
      quantity,
      subscription: subscription.id,
    });
  });
}

/** The line of a pending invoice item on the invoice that collects it. */
export function buildItemLine(tx: Transaction, item: InvoiceItem, invoice: string): InvoiceLine {
  const details = item.parent?.subscription_details ?? null;
  return buildInvoiceLine({
    id: tx.createId('line_item'),
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    invoice,
    parent: details?.subscription_item
      ? {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: item.id,
            proration: item.proration,
            proration_details: buildProrationDetails(item),
            subscription: details.subscription,
            subscription_item: details.subscription_item,
          },
        }
      : {
          type: 'invoice_item_details',
          subscription_item_details: null,
          invoice_item_details: {
            invoice_item: item.id,
            proration: item.proration,
            proration_details: buildProrationDetails(item),
            subscription: details?.subscription ?? null,
          },
        },
    period: { ...item.period },
    pricing: item.pricing,
    quantity: item.quantity,
    subscription: details?.subscription ?? null,
  });
}

/** An invoice line can name only invoice lines as credited. A credit for a pending item names none. */
function buildProrationDetails({ proration_details }: InvoiceItem) {
  const lines = proration_details?.credited_items?.invoice_line_item_details;
  return {
    credited_items: lines ? { invoice: lines.invoice, invoice_line_items: [...lines.invoice_line_items] } : null,
  };
}
