import type { Customer } from '../../objects/customer.ts';
import { buildInvoice, type Invoice, type InvoiceLine } from '../../objects/invoice.ts';
import type { Subscription, SubscriptionItem } from '../../objects/subscription.ts';
import { embedList } from '../../objects/wire.ts';
import type { Transaction } from '../../state/transaction.ts';
import { consumeDiscounts, discountCycleLines, sumReductions } from '../discounts.ts';
import { buildCycleLine, buildItemLine, buildTrialLine } from './lines.ts';

const FINALIZATION_DELAY_SECONDS = 3600;

type DraftOptions = {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  /** Items that are charged for their current periods; their lines come after the pending invoice items. */
  cycleItems: readonly SubscriptionItem[];
  /** Whether due work finalizes and collects it an hour later. */
  finalizesLater?: boolean;
};

/** A draft for a subscription with all its pending invoice items. */
export function draftInvoice(tx: Transaction, subscription: Subscription, options: DraftOptions): Invoice {
  const { reason, cycleItems, finalizesLater = false } = options;
  const payer = tx.get('customer', subscription.customer);
  const id = tx.createId(reason === 'upcoming' ? 'upcoming_invoice' : 'invoice');
  const isPending = ({ parent }: { parent: { subscription_details: { subscription: string } } }) =>
    parent.subscription_details.subscription === subscription.id;
  const itemLines = tx
    .list('invoiceitem', (item) => item.invoice === null && isPending(item))
    .map((item) => {
      tx.update('invoiceitem', item.id, { invoice: id });
      return buildItemLine(tx, item);
    });
  const cycleLines = discountCycleLines(
    tx,
    subscription,
    cycleItems.map((item) =>
      subscription.status === 'trialing' ? buildTrialLine(tx, item) : buildCycleLine(tx, item),
    ),
  );
  if (sumReductions(cycleLines) > 0) consumeDiscounts(tx, subscription);
  const lines = [...itemLines, ...cycleLines];
  return tx.put(
    'invoice',
    buildInvoice({
      id,
      auto_advance: finalizesLater,
      automatically_finalizes_at: finalizesLater ? tx.now() + FINALIZATION_DELAY_SECONDS : null,
      billing_reason: reason,
      created: tx.now(),
      currency: subscription.currency,
      customer: payer.id,
      customer_email: payer.email,
      customer_name: payer.name ?? null,
      lines: embedList(lines, `/v1/invoices/${id}/lines`),
      parent: {
        type: 'subscription_details',
        subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      },
      ...sumInvoice(lines, payer),
    }),
  );
}

/** Totals of a draft. The customer's balance (negative: credit) is only estimated here; finalization applies it. */
export function sumInvoice(lines: readonly InvoiceLine[], { balance }: Customer) {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - sumReductions(lines);
  const due = Math.max(0, total + balance);
  return { subtotal, total, starting_balance: balance, amount_due: due, amount_remaining: due };
}
