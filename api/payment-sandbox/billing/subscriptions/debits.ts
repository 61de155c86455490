import type { Transaction } from '../../state/transaction.ts';
import { sumReductions } from '../discounts.ts';
import type { Invoice, InvoiceItem } from '../objects/stored.ts';
import type { Debit } from '../proration.ts';

export const findDebits = (tx: Transaction, subscriptionItem: string): readonly Debit[] =>
  tx.find('sandbox.debits', subscriptionItem)?.debits ?? [];

export const putDebits = (tx: Transaction, subscriptionItem: string, debits: readonly Debit[]) =>
  tx.put('sandbox.debits', { id: subscriptionItem, debits: debits.map((debit) => ({ ...debit })) });

/** Stores what an invoice charges for the current periods, in place of the debits of earlier periods. */
export function recordCycleDebits(tx: Transaction, invoice: Invoice): void {
  for (const line of invoice.lines.data) {
    const details = line.parent?.subscription_item_details;
    if (!details || details.proration) continue;
    putDebits(tx, details.subscription_item, [
      {
        amount: line.amount - sumReductions([line]),
        period: { ...line.period },
        invoice: invoice.id,
        line: line.id,
        invoiceItem: null,
      },
    ]);
  }
}

/** Makes the debit of an invoice item refer to the invoice line that collects the item. */
export function replaceDebitLines(
  tx: Transaction,
  item: InvoiceItem,
  { invoice, line }: { invoice: string; line: string },
) {
  const subscriptionItem = item.parent?.subscription_details?.subscription_item;
  if (!subscriptionItem) return;
  const debits = findDebits(tx, subscriptionItem);
  if (!debits.some(({ invoiceItem }) => invoiceItem === item.id)) return;
  putDebits(
    tx,
    subscriptionItem,
    debits.map((debit) => (debit.invoiceItem === item.id ? { ...debit, invoice, line, invoiceItem: null } : debit)),
  );
}
