import { embedList } from '../../http/lists.ts';
import type { Transaction } from '../../state/transaction.ts';
import { discountCycleLines, listInvoiceDiscounts, sumReductions, consumeDiscounts } from '../discounts.ts';
import { buildInvoice } from '../objects/invoice.ts';
import type { Customer, Invoice, InvoiceItem, InvoiceLine, Subscription, SubscriptionItem } from '../objects/stored.ts';
import { replaceDebitLines } from '../subscriptions/debits.ts';
import { buildCycleLines, buildItemLine } from './lines.ts';

const FINALIZATION_DELAY_SECONDS = 3600;

type DraftOptions = {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  period: { start: number; end: number };
  /** Items that are charged for their current periods; their lines come after the pending invoice items. */
  cycleItems: readonly SubscriptionItem[];
  /** Whether due work finalizes and collects it an hour later. */
  finalizesLater?: boolean;
};

/** A draft for a subscription with all its pending invoice items. */
export function draftInvoice(tx: Transaction, subscription: Subscription, options: DraftOptions): Invoice {
  const payer = tx.get('customer', subscription.customer);
  const now = tx.now(subscription.test_clock);
  const id = tx.createId(options.reason === 'upcoming' ? 'upcoming_invoice' : 'invoice');
  const pending = findPendingItems(tx, subscription);
  const itemLines = pending.map((item) => ({ item, line: buildItemLine(tx, item, id) }));
  const cycleLines = discountCycleLines(
    tx,
    subscription,
    buildCycleLines(tx, subscription, { items: options.cycleItems, invoice: id }),
  );
  const lines = [...itemLines.map(({ line }) => line), ...cycleLines];
  for (const { item, line } of itemLines) {
    tx.update('invoiceitem', item.id, { invoice: id });
    replaceDebitLines(tx, item, { invoice: id, line: line.id });
  }
  const invoice = buildInvoice({
    id,
    payer,
    created: now,
    currency: subscription.currency,
    period_start: options.period.start,
    period_end: options.period.end,
    test_clock: subscription.test_clock,
    auto_advance: options.finalizesLater ?? false,
    automatically_finalizes_at: options.finalizesLater ? now + FINALIZATION_DELAY_SECONDS : null,
    billing_reason: options.reason,
    lines: embedList(lines, `/v1/invoices/${id}/lines`),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
    },
  });
  if (cycleLines.length > 0) consumeDiscounts(tx, subscription);
  return tx.put('invoice', {
    ...invoice,
    ...listInvoiceDiscounts(lines),
    ...sumInvoice(invoice.lines.data, payer),
  });
}

/** Totals of a draft. The customer's balance (negative: credit) is only estimated here; finalization applies it. */
export function sumInvoice(lines: readonly InvoiceLine[], payer: Customer): Partial<Invoice> {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - sumReductions(lines);
  const due = Math.max(0, total + payer.balance);
  return {
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    starting_balance: payer.balance,
    amount_due: due,
    amount_remaining: due,
  };
}

export const findPendingItems = (tx: Transaction, subscription: Subscription): InvoiceItem[] =>
  tx.list('invoiceitem', ({ customer, invoice, parent }) => {
    const owner = parent?.subscription_details?.subscription ?? null;
    return customer === subscription.customer && invoice === null && (owner === null || owner === subscription.id);
  });
