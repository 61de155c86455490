import { describeEndReason } from '#api/domain/end-reasons.ts';
import { formatCalendarMonth } from '#api/domain/local-time.ts';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';
import {
  bookKindLabels,
  type BookRow,
  DISPUTE_NOTE,
  hasDisputes,
  listTaxedAbroad,
  sumByCustomerCountry,
} from '#api/domain/month-books.ts';
import { formatNumber, formatPercent } from '#api/domain/numbers.ts';
import { getCountryName } from '#api/domain/placeholders.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import type { MonthFigures, MonthJson } from './month-closing.contract.ts';

type Source = {
  books: MonthJson;
  rows: readonly BookRow[];
  /** Numbers of invoices that give back unused time at another tax rate than it was charged with. */
  otherRates: readonly string[];
  settings: SiteSettings;
  files: readonly (readonly [name: string, what: string])[];
};

/** An owner charges one rate wherever the buyer is; where the tax is owed is a question for the accountant. */
export function describeTaxedAbroad(rows: readonly BookRow[], { language }: SiteSettings): string {
  const invoices = new Set(rows.map(({ invoiceId }) => invoiceId)).size;
  const nameCountry = (country: string) => getCountryName(country, language.language) || country;
  const countries = [...new Set(rows.map(({ country }) => country))].sort().map(nameCountry);
  return `${formatCount(invoices, 'invoice')} to customers abroad (${countries.join(', ')}) ${pluralize(invoices, 'has', 'have')} the tax of your country. Ask your accountant where it’s owed.`;
}

/** Numbers of invoices that a sentence names before it counts the rest. */
const NAMED_INVOICES = 5;

/** `numbers`: invoices that give back unused time at another tax rate than it was charged with. */
export function describeOtherRates(numbers: readonly string[]): string {
  const rest = numbers.length - NAMED_INVOICES;
  const named = [...numbers.slice(0, NAMED_INVOICES), ...(rest > 0 ? [`${formatNumber(rest)} more`] : [])];
  return `${formatCount(numbers.length, 'invoice')} for a change of plan (${named.join(', ')}) ${pluralize(numbers.length, 'takes', 'take')} off unused time at the new tax rate, although it was charged at an earlier one. Ask your accountant whether the tax needs a correction.`;
}

/** The month as a page of plain text, which an accountant reads before the files beside it. */
export function describeMonth({ books, rows, otherRates, settings, files }: Source): string {
  const { company, language } = settings;
  const { currencies, rates, oss, subscriptions } = books.figures;
  const abroad = listTaxedAbroad(rows, company.country);
  const seller = [company.legal_name || company.name, company.tax_number, company.registration_number];
  const sections: [title: string, lines: readonly string[]][] = [
    [
      `Books of ${formatCalendarMonth(books.month, language)}`,
      [
        seller.filter(Boolean).join(', '),
        `Time zone: ${books.time_zone}. An invoice counts when it is issued, a refund when it is made, a dispute when it moves money.`,
        ...describeClosing(books),
      ],
    ],
    ['Reconciliation with Stripe', describeReconciliation(books)],
    ...currencies.map((sum): [string, string[]] => [`Sums in ${sum.currency.toUpperCase()}`, describeSums(sum)]),
    [
      'Tax by country and rate',
      [...describeRates(rates, language.language), ...(otherRates.length > 0 ? [describeOtherRates(otherRates)] : [])],
    ],
    ['Other countries of the European Union (OSS)', describeRates(oss, language.language)],
    [
      'By country of the customer',
      [
        ...(abroad.length > 0 ? [describeTaxedAbroad(abroad, settings)] : []),
        ...describeRates(sumByCustomerCountry(rows), language.language),
      ],
    ],
    ['Subscriptions', describeSubscriptions(subscriptions)],
    ['Files', files.map(([name, what]) => `${name}: ${what}`)],
  ];
  return sections
    .map(([title, lines]) => [title, '-'.repeat(title.length), ...lines].join('\r\n'))
    .join('\r\n\r\n')
    .concat('\r\n');
}

function describeClosing({ closed, time_zone: timeZone, changes, reopened }: MonthJson): string[] {
  const state = closed
    ? [
        `Closed on ${formatBillingDate(Date.parse(closed.at), timeZone)} by ${closed.by_name}. These figures don’t change any more.`,
        `Checksum (SHA-256): ${closed.digest}`,
      ]
    : ['Not closed: these figures can still change.'];
  return [
    ...state,
    ...reopened.map(
      (each) =>
        `An earlier closing by ${each.closed_by_name} was reopened on ${formatBillingDate(Date.parse(each.reopened_at), timeZone)}: ${each.reason}`,
    ),
    ...changes.map((change) => `Changed since it was closed: ${change}`),
  ];
}

function describeReconciliation({ check, closed, time_zone: timeZone, warnings }: MonthJson): string[] {
  if (check === null || check.finished_at === null || check.error !== null) return ['Not compared yet.', ...warnings];
  const on = formatBillingDate(Date.parse(check.finished_at), timeZone);
  const compared = `${formatCount(check.compared, 'invoice')} compared on ${on}`;
  if (check.differences.length > 0) return [`${compared}:`, ...check.differences.map(({ text }) => text), ...warnings];
  const isStale = closed === null && !check.is_current;
  return [`${compared}: everything matched to the cent.${isStale ? ' Something changed since.' : ''}`, ...warnings];
}

function describeSums({ currency, net, tax, gross, fees, kinds }: MonthFigures['currencies'][number]): string[] {
  const money = (amount: number) => formatCents(amount, currency);
  return [
    ...kinds.map((each) => `${bookKindLabels[each.kind]}: ${money(each.gross)} (${formatCount(each.count, 'row')})`),
    `Invoiced, less voided, credited and refunded: ${describeSum({ currency, net, tax, gross })}`,
    `Fees taken by Stripe: ${money(fees)}`,
    ...(hasDisputes(kinds) ? [DISPUTE_NOTE] : []),
  ];
}

type Sum = { currency: string; net: number; tax: number; gross: number };

const describeSum = ({ currency, net, tax, gross }: Sum): string =>
  `net ${formatCents(net, currency)}, tax ${formatCents(tax, currency)}, gross ${formatCents(gross, currency)}`;

function describeRates(rates: MonthFigures['rates'], language: string): string[] {
  if (rates.length === 0) return ['Nothing.'];
  return rates.map(({ country, name, rate, ...sum }) => {
    const where = getCountryName(country, language) || 'Country not known';
    const what = rate === null ? name || 'no tax' : [formatPercent(rate), name].filter(Boolean).join(' ');
    return `${where}, ${what}: ${describeSum(sum)}`;
  });
}

function describeSubscriptions(subscriptions: MonthFigures['subscriptions']): string[] {
  const { at_start: atStart, started, ended, at_end: atEnd, churn, reasons } = subscriptions;
  const part = churn === null ? '' : ` (${formatPercent(churn / 100)} of those at the start)`;
  return [
    `At the start: ${formatNumber(atStart)}`,
    `New: ${formatNumber(started)}`,
    `Ended: ${formatNumber(ended)}${part}`,
    ...reasons.map(({ reason, count }) => `  ${describeEndReason(reason)}: ${formatNumber(count)}`),
    `At the end: ${formatNumber(atEnd)}`,
  ];
}
