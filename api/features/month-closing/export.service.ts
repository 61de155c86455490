import slugify from '@sindresorhus/slugify';
import type { Deps } from '#api/deps.ts';
import { formatLocalDay } from '#api/domain/local-time.ts';
import { toMajorUnits } from '#api/domain/money.ts';
import { bookKindLabels, type BookRow } from '#api/domain/month-books.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { BYTE_ORDER_MARK, toCsv } from '#api/http/csv.ts';
import { recordExport } from '#api/features/audit/exports.service.ts';
import { describeEndReason } from '#api/domain/end-reasons.ts';
import type { MonthFigures, MonthJson } from './month-closing.contract.ts';
import { readMonth } from './month-closing.service.ts';
import { describeMonth } from './month-summary.mapper.ts';

/** The longest company name in the name of a file (characters). */
const NAME_MAX = 40;

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

/**
 * The zip for the accountant: what happened row by row, the sums, and both as a text to read. Of a closed month it has what was closed,
 * of another what is there now, as its name says.
 */
export async function exportMonth(
  deps: Pick<Deps, 'db' | 'clock' | 'site'>,
  actorId: number,
  month: string,
): Promise<{ name: string; parts: AsyncGenerator<Uint8Array> }> {
  const { site } = deps;
  const { month: books, rows } = await readMonth(deps, month);
  await recordExport(deps, {
    action: 'export.books',
    actorId,
    subject: `month:${month}`,
    detail: { rows: rows.length },
  });
  const { createZip } = await import('#api/adapters/site-writers/zip.ts');
  const state = books.closed ? '' : '-not-closed';
  return {
    name: `${slugify(site.name).slice(0, NAME_MAX) || 'books'}-${month}${state}.zip`,
    parts: createZip(listFiles({ books, rows, settings: site.settings, ending: `${month}${state}` })),
  };
}

type Contents = { books: MonthJson; rows: readonly BookRow[]; settings: SiteSettings; ending: string };

async function* listFiles({ books, rows, settings, ending }: Contents) {
  const { time_zone: timeZone, closed } = books;
  const [rowsName, sumsName] = [`rows-${ending}.csv`, `sums-${ending}.csv`];
  const files = [
    [rowsName, 'each invoice, credit note, refund, dispute and fee'],
    [sumsName, 'the sums of this page'],
  ] as const;
  yield { path: `summary-${ending}.txt`, content: BYTE_ORDER_MARK + describeMonth({ books, settings, files }) };
  const cells = rows.map((row) => toRow(row, timeZone));
  yield { path: rowsName, content: BYTE_ORDER_MARK + toCsv([ROW_HEAD, ...cells]) };
  const facts: Cell[][] = [
    ['Month', books.month],
    ['Time zone', timeZone],
    ['Closed', closed ? formatLocalDay(Date.parse(closed.at), timeZone) : 'no'],
    ['Closed by', closed?.by_name ?? ''],
    ['Checksum (SHA-256)', closed?.digest ?? ''],
  ];
  yield { path: sumsName, content: BYTE_ORDER_MARK + toCsv([...facts, ...toSummary(books.figures)]) };
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
