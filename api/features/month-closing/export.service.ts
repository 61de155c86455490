import type { Deps } from '#api/deps.ts';
import { formatLocalDay } from '#api/domain/local-time.ts';
import { toMajorUnits } from '#api/domain/money.ts';
import { bookKindLabels, type BookRow } from '#api/domain/month-books.ts';
import { type CsvFile, toCsvParts } from '#api/http/csv.ts';
import { recordExport } from '#api/features/audit/exports.service.ts';
import { readBooks } from './books.service.ts';
import { describeEndReason } from '#api/domain/end-reasons.ts';
import type { BookFile, MonthFigures } from './month-closing.contract.ts';
import { listClosedRows, listClosings } from './month-closing.queries.ts';

type Cell = string | number | null;

const ROW_HEAD = [
  'Date',
  'Number',
  'Kind',
  'Customer',
  'Country',
  'Tax number',
  'Net',
  'Tax name',
  'Rate %',
  'Tax country',
  'Tax',
  'Gross',
  'Currency',
  'Fee',
  'Why no tax',
  'Stripe invoice',
  'Stripe refund or dispute',
  'Stripe customer',
];

/** A file for the accountant: of a closed month what was closed, of another what is there now, as its name says. */
export async function exportMonth(
  deps: Pick<Deps, 'db' | 'clock' | 'site'>,
  actorId: number,
  { month, file }: { month: string; file: BookFile },
): Promise<CsvFile> {
  const { db, site } = deps;
  const closed = (await listClosings(db, month)).find(({ reopenedAt }) => reopenedAt === null);
  const books = closed
    ? { rows: await listClosedRows(db, closed.id), figures: JSON.parse(closed.figures) as MonthFigures }
    : await readBooks(deps, month);
  const timeZone = closed?.timeZone ?? site.timeZone;
  await recordExport(deps, {
    action: 'export.books',
    actorId,
    subject: `month:${month}`,
    detail: { file, rows: books.rows.length },
  });
  const name = `books-${month}${file === 'summary' ? '-summary' : ''}${closed ? '' : '-not-closed'}.csv`;
  if (file === 'rows')
    return {
      name,
      csv: toParts(
        ROW_HEAD,
        books.rows.map((row) => toRow(row, timeZone)),
      ),
    };
  const facts: Cell[][] = [
    ['Time zone', timeZone],
    ['Closed', closed ? formatLocalDay(closed.closedAt, timeZone) : 'no'],
    ['Closed by', closed?.closedByName ?? ''],
    ['Checksum (SHA-256)', closed?.digest ?? ''],
  ];
  return { name, csv: toParts(['Month', month], [...facts, ...toSummary(books.figures)]) };
}

async function* toParts(head: readonly Cell[], rows: readonly (readonly Cell[])[]) {
  yield* toCsvParts(head, rows, async (part) => part);
}

function toRow(row: BookRow, timeZone: string): Cell[] {
  const money = (amount: number) => toMajorUnits(amount, row.currency);
  const isFee = row.kind === 'fee';
  return [
    formatLocalDay(row.at, timeZone),
    row.number,
    bookKindLabels[row.kind],
    row.customer,
    row.country,
    row.taxNumber,
    isFee ? null : money(row.net),
    row.taxName,
    row.rate,
    row.taxCountry,
    isFee ? null : money(row.tax),
    isFee ? null : money(row.gross),
    row.currency.toUpperCase(),
    isFee ? money(row.fee) : null,
    row.reason,
    row.invoiceId,
    row.objectId,
    row.customerId,
  ];
}

function toSummary({ currencies, rates, oss, subscriptions }: MonthFigures): Cell[][] {
  const kinds = currencies.flatMap(({ currency, kinds: ofCurrency }) =>
    ofCurrency.map(({ kind, count, gross }) => [
      currency.toUpperCase(),
      bookKindLabels[kind],
      count,
      toMajorUnits(gross, currency),
    ]),
  );
  const totals = currencies.map(({ currency, net, tax, gross, fees }) => [
    currency.toUpperCase(),
    ...[net, tax, gross, fees].map((amount) => toMajorUnits(amount, currency)),
  ]);
  const { at_start: atStart, started, ended, at_end: atEnd, churn, reasons } = subscriptions;
  return [
    [],
    ['Invoiced, less voided and refunded'],
    ['Currency', 'Net', 'Tax', 'Gross', 'Fees'],
    ...totals,
    [],
    ['By kind'],
    ['Currency', 'Kind', 'Rows', 'Gross'],
    ...kinds,
    [],
    ['Tax by country and rate'],
    ...toRates(rates),
    [],
    ['Other countries of the European Union (OSS)'],
    ...toRates(oss),
    [],
    ['Subscriptions'],
    ['At the start', atStart],
    ['New', started],
    ['Ended', ended],
    ['At the end', atEnd],
    ['Churn %', churn === null ? null : churn / 100],
    ...reasons.map(({ reason, count }) => [`Ended: ${describeEndReason(reason)}`, count]),
  ];
}

const toRates = (rates: MonthFigures['rates']): Cell[][] => [
  ['Currency', 'Country', 'Tax name', 'Rate %', 'Net', 'Tax', 'Gross'],
  ...rates.map(({ currency, country, name, rate, net, tax, gross }) => [
    currency.toUpperCase(),
    country,
    name,
    rate,
    ...[net, tax, gross].map((amount) => toMajorUnits(amount, currency)),
  ]),
];
