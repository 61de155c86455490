import slugify from '@sindresorhus/slugify';
import type { Deps } from '#api/deps.ts';
import { formatLocalDay } from '#api/domain/local-time.ts';
import { getCurrencyDigits } from '#api/domain/currency-digits.ts';
import { toMajorUnits } from '#api/domain/money.ts';
import { bookKindLabels, type BookRow, getNoTaxReason, sumByCustomerCountry } from '#api/domain/month-books.ts';
import { formatReceiptNumber } from '#api/domain/receipt-number.ts';
import { hasDecimalComma } from '#api/domain/numbers.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { BYTE_ORDER_MARK, COMMA_SIGNS, type FixedNumber, POINT_SIGNS, toCsv } from '#api/http/csv.ts';
import { recordExport } from '#api/features/audit/exports.service.ts';
import { describeEndReason } from '#api/domain/end-reasons.ts';
import type { MonthFigures, MonthJson } from './month-closing.contract.ts';
import { getPeriod } from './books.service.ts';
import { listCorrectedNumbers, listCreditsAtOtherRates } from './corrected-invoices.service.ts';
import { listReceiptNumbers } from './month-closing.queries.ts';
import { readMonth } from './month-closing.service.ts';
import { describeMonth } from './month-summary.mapper.ts';

/** The longest company name in the name of a file (characters). */
const NAME_MAX = 40;

type Cell = string | number | FixedNumber | null;

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
  'Corrects invoice',
  'Receipt',
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
  const corrected = await listCorrectedNumbers(deps.db, rows);
  const period = getPeriod(month, books.time_zone);
  const otherRates = await listCreditsAtOtherRates(deps.db, period);
  const receipts = await listReceiptNumbers(deps.db, period);
  const { createZip } = await import('#api/adapters/site-writers/zip.ts');
  const state = books.closed ? '' : '-not-closed';
  return {
    name: `${slugify(site.name).slice(0, NAME_MAX) || 'books'}-${month}${state}.zip`,
    parts: createZip(
      listFiles({ books, rows, corrected, receipts, otherRates, settings: site.settings, ending: `${month}${state}` }),
    ),
  };
}

/**
 * `corrected`: of invoices that give something back, by their id, the number of the one that they correct. `receipts`: the numbers of our receipts, by
 * the id of their invoice. `otherRates`: numbers of those
 * that give back unused time at another tax rate than it was charged with.
 */
type Contents = {
  books: MonthJson;
  rows: readonly BookRow[];
  corrected: ReadonlyMap<string, string>;
  receipts: ReadonlyMap<string, number>;
  otherRates: readonly string[];
  settings: SiteSettings;
  ending: string;
};

async function* listFiles({ books, rows, otherRates, settings, ending, ...numbers }: Contents) {
  const { time_zone: timeZone, closed } = books;
  const tables = listTables(settings.language.locale);
  const files = tables.flatMap(({ suffix, note }): [string, string][] => [
    [`rows-${ending}${suffix}.csv`, `each invoice, credit note, refund, dispute and fee${note}`],
    [`sums-${ending}${suffix}.csv`, `the sums of this page${note}`],
  ]);
  yield {
    path: `summary-${ending}.txt`,
    content: BYTE_ORDER_MARK + describeMonth({ books, rows, otherRates, settings, files }),
  };
  const cells = [ROW_HEAD, ...rows.map((row) => toRow(row, timeZone, numbers))];
  const facts: Cell[][] = [
    ['Month', books.month],
    ['Time zone', timeZone],
    ['Closed', closed ? formatLocalDay(Date.parse(closed.at), timeZone) : 'no'],
    ['Closed by', closed?.by_name ?? ''],
    ['Checksum (SHA-256)', closed?.digest ?? ''],
  ];
  const sums = [...facts, ...toSummary(books.figures, rows)];
  for (const { suffix, signs } of tables) {
    yield { path: `rows-${ending}${suffix}.csv`, content: BYTE_ORDER_MARK + toCsv(cells, signs) };
    yield { path: `sums-${ending}${suffix}.csv`, content: BYTE_ORDER_MARK + toCsv(sums, signs) };
  }
}

/**
 * Tables of the file: with semicolons and decimal commas where people write 9,90, as spreadsheets and accounting programs there expect,
 * and beside them with commas and decimal points, for other programs.
 */
const listTables = (locale: string) =>
  hasDecimalComma(locale)
    ? [
        { suffix: '', signs: COMMA_SIGNS, note: ' (semicolons and decimal commas, for spreadsheets)' },
        {
          suffix: '-decimal-point',
          signs: POINT_SIGNS,
          note: ' (the same with commas and decimal points, for programs)',
        },
      ]
    : [{ suffix: '', signs: POINT_SIGNS, note: '' }];

/** With all decimals of the currency, so that columns line up: 9.90, not 9.9. */
const toAmount = (cents: number, currency: string): FixedNumber => ({
  value: toMajorUnits(cents, currency),
  digits: getCurrencyDigits(currency).digits,
});

function toRow(
  row: BookRow,
  timeZone: string,
  { corrected, receipts }: Pick<Contents, 'corrected' | 'receipts'>,
): Cell[] {
  const receipt = row.kind === 'invoice' ? receipts.get(row.invoiceId) : undefined;
  const money = (amount: number) => toAmount(amount, row.currency);
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
    isFee ? '' : getNoTaxReason(row),
    row.invoiceId,
    row.objectId,
    row.customerId,
    corrected.get(`${row.kind} ${row.invoiceId}`) ?? '',
    receipt === undefined ? '' : formatReceiptNumber(receipt),
  ];
}

function toSummary({ currencies, rates, oss, subscriptions }: MonthFigures, rows: readonly BookRow[]): Cell[][] {
  const kinds = currencies.flatMap(({ currency, kinds: ofCurrency }) =>
    ofCurrency.map(({ kind, count, gross }) => [
      currency.toUpperCase(),
      bookKindLabels[kind],
      count,
      toAmount(gross, currency),
    ]),
  );
  const totals = currencies.map(({ currency, net, tax, gross, fees }) => [
    currency.toUpperCase(),
    ...[net, tax, gross, fees].map((amount) => toAmount(amount, currency)),
  ]);
  const { at_start: atStart, started, ended, at_end: atEnd, churn, reasons } = subscriptions;
  return [
    [],
    ['Invoiced, less voided, credited and refunded'],
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
    ['By country of the customer'],
    ...toRates(sumByCustomerCountry(rows)),
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
    ...[net, tax, gross].map((amount) => toAmount(amount, currency)),
  ]),
];
