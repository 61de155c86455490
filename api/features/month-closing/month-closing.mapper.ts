import { toIso, toIsoOrNull } from '#api/clock.ts';
import { formatCents } from '#api/domain/money.ts';
import { bookKinds, type BookRow, type CurrencySum, sumByCurrency } from '#api/domain/month-books.ts';
import type { MonthFigures, MonthJson } from './month-closing.contract.ts';
import type { ClosedMonth, MonthCheck } from './month-closing.queries.ts';

type Difference = { invoice_id: string; text: string };

export const toCurrencySumJson = ({ kinds, ...sum }: CurrencySum): MonthFigures['currencies'][number] => ({
  ...sum,
  kinds: bookKinds.flatMap((kind) => {
    const ofKind = kinds[kind];
    return ofKind ? [{ kind, ...ofKind }] : [];
  }),
});

export const toCheckJson = (row: MonthCheck, digest: string): NonNullable<MonthJson['check']> => ({
  started_at: toIso(row.startedAt),
  finished_at: toIsoOrNull(row.finishedAt),
  compared: row.compared,
  differences: row.differences === null ? [] : (JSON.parse(row.differences) as Difference[]),
  error: row.error,
  is_current: row.digest === digest,
});

export const toClosedJson = (row: ClosedMonth): NonNullable<MonthJson['closed']> => ({
  at: toIso(row.closedAt),
  by_name: row.closedByName,
  time_zone: row.timeZone,
  digest: row.digest,
});

export const toReopenedJson = (row: ClosedMonth): MonthJson['reopened'][number] => ({
  closed_at: toIso(row.closedAt),
  closed_by_name: row.closedByName,
  reopened_at: toIso(row.reopenedAt ?? row.closedAt),
  reason: row.reopenReason ?? '',
});

type Sides = {
  before: readonly BookRow[];
  after: readonly BookRow[];
  /** What each side is called: 'here', 'at Stripe'. */
  names: [before: string, after: string];
};

/** How the rows of one invoice differ, as a sentence; null where they don't. */
export function describeDifference({ before, after, names: [old, fresh] }: Sides): string | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const name = `Invoice ${(after[0] ?? before[0])?.number}`;
  if (before.length === 0) return `${name} is missing ${old}: ${describeRows(after)}.`;
  if (after.length === 0) return `${name} is missing ${fresh}: ${describeRows(before)}.`;
  const amounts = listAmounts(before, after).map(
    ({ label, currency, from, to }) =>
      `${label} is ${formatCents(from, currency)} ${old} and ${formatCents(to, currency)} ${fresh}`,
  );
  const what =
    amounts.length > 0 ? amounts.join('; ') : 'the customer, the country, the tax number or a date isn’t the same';
  return `${name}: ${what}.`;
}

const describeRows = (rows: readonly BookRow[]): string =>
  sumByCurrency(rows)
    .map(({ gross, currency }) => formatCents(gross, currency))
    .join(', ');

function listAmounts(before: readonly BookRow[], after: readonly BookRow[]) {
  const [old, fresh] = [sumByCurrency(before), sumByCurrency(after)];
  const currencies = [...new Set([...old, ...fresh].map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const find = (sums: readonly CurrencySum[]) => sums.find((sum) => sum.currency === currency);
    const labels = [
      ['the amount', (sum: CurrencySum | undefined) => sum?.gross ?? 0],
      ['the tax', (sum: CurrencySum | undefined) => sum?.tax ?? 0],
      ['the fee', (sum: CurrencySum | undefined) => sum?.fees ?? 0],
      ['what was disputed', (sum: CurrencySum | undefined) => sum?.kinds.dispute?.gross ?? 0],
    ] as const;
    return labels
      .map(([label, read]) => ({ label, currency, from: read(find(old)), to: read(find(fresh)) }))
      .filter(({ from, to }) => from !== to);
  });
}

/** What differs between the rows of a closed month and those that it would have now, invoice by invoice. */
export function listChanges(closed: readonly BookRow[], now: readonly BookRow[]): string[] {
  const [before, after] = [closed, now].map((rows) => Map.groupBy(rows, ({ invoiceId }) => invoiceId));
  const ids = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...ids].flatMap((id) => {
    const sides = { before: before?.get(id) ?? [], after: after?.get(id) ?? [] };
    return describeDifference({ ...sides, names: ['in the closed month', 'now'] }) ?? [];
  });
}
