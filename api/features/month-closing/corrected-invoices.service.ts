import type { Deps } from '#api/deps.ts';
import { parseTaxes } from '#api/domain/invoice-tax.ts';
import type { BookKind, BookRow } from '#api/domain/month-books.ts';
import { listChangeInvoices, listInvoicesBefore, listNumbers, type Period } from './month-closing.queries.ts';

/** Rows that name an invoice of their own by its id. */
const reversing: readonly BookKind[] = ['refund', 'credit_note', 'voided', 'dispute', 'dispute_won'];

/**
 * The number of the invoice that a row corrects, by kind and id of its invoice. What an invoice below 0 gives back was charged by the one
 * before it of the same subscription.
 */
export async function listCorrectedNumbers(
  db: Deps['db'],
  rows: readonly BookRow[],
): Promise<ReadonlyMap<string, string>> {
  const reversed = rows.filter(({ kind }) => reversing.includes(kind));
  const credits = rows.filter(({ kind }) => kind === 'credit');
  const numbers = await listNumbers(db, [...new Set(reversed.map(({ invoiceId }) => invoiceId))]);
  const before = await listInvoicesBefore(db, [...new Set(credits.map(({ invoiceId }) => invoiceId))]);
  return new Map([
    ...reversed.map(({ kind, invoiceId }) => [`${kind} ${invoiceId}`, numbers.get(invoiceId) ?? invoiceId] as const),
    ...credits.flatMap(({ kind, invoiceId }) => {
      const number = before.get(invoiceId);
      return number === undefined ? [] : [[`${kind} ${invoiceId}`, number] as const];
    }),
  ]);
}

/**
 * The numbers of invoices of a change of plan that give back unused time at another tax rate than it was charged with: the provider
 * applies the rate that the subscription has when it is invoiced.
 */
export async function listCreditsAtOtherRates(db: Deps['db'], period: Period): Promise<string[]> {
  const changes = await listChangeInvoices(db, period);
  return changes
    .filter(({ taxes, earlierTaxes }) => describeRates(taxes) !== describeRates(earlierTaxes))
    .map(({ number }) => number);
}

const describeRates = (stored: string | null): string =>
  [...new Set(parseTaxes(stored).map(({ percent }) => percent ?? 0))].toSorted((one, other) => one - other).join(' ');
