/** The books of a month: one row for each invoice and rate, refund, dispute and fee, and what they add up to. */
import { isInEu } from './eu-countries.ts';
import { type InvoiceTax, shareTax, sumTaxes } from './invoice-tax.ts';

export const bookKinds = [
  'invoice',
  'credit',
  'voided',
  'refund',
  'credit_note',
  'dispute',
  'dispute_won',
  'fee',
] as const;
export type BookKind = (typeof bookKinds)[number];

export const bookKindLabels: Record<BookKind, string> = {
  invoice: 'Invoice',
  credit: 'Credit',
  voided: 'Voided invoice',
  refund: 'Refund',
  credit_note: 'Credit note',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  fee: 'Fee',
};

/** The kinds that change how much tax is owed. A dispute is money that the bank holds; the accountant decides what it means. */
const taxedKinds: readonly BookKind[] = ['invoice', 'credit', 'voided', 'refund', 'credit_note'];

/** Amounts are minor units of `currency`; negative for what is taken back. */
export type BookRow = {
  kind: BookKind;
  /** UTC ms. */
  at: number;
  number: string;
  customer: string;
  /** Of the customer; two letters, '' where it isn't known. */
  country: string;
  taxNumber: string;
  net: number;
  /** What the tax is called; '' without one. */
  taxName: string;
  /** Percent; null without a tax. */
  rate: number | null;
  /** The country that gets the tax; '' without one. */
  taxCountry: string;
  /** Why there is no tax, in the provider's word; '' otherwise. */
  reason: string;
  tax: number;
  gross: number;
  currency: string;
  fee: number;
  invoiceId: string;
  /** The refund, the credit note or the dispute; '' for an invoice and its fee. */
  objectId: string;
  customerId: string;
};

export type BookRefund = {
  id: string;
  amount: number;
  currency: string;
  status: string;
  fee: number | null;
  feeCurrency: string | null;
  createdAt: number;
};
/** A credit note of the provider's dashboard. `amount`: what it takes back without a refund, which is a row of its own. */
export type BookCredit = { id: string; number: string; amount: number; createdAt: number };
export type BookMovement = { at: number; amount: number; fee: number; currency: string };
export type BookDispute = { id: string; amount: number; currency: string; movements: readonly BookMovement[] };

export type BookInvoice = {
  stripeInvoiceId: string;
  number: string | null;
  customerId: string;
  customerName: string | null;
  customerCountry: string | null;
  customerTaxNumber: string | null;
  status: string;
  currency: string;
  total: number;
  taxes: readonly InvoiceTax[];
  fee: number | null;
  feeCurrency: string | null;
  issuedAt: number | null;
  paidAt: number | null;
  voidedAt: number | null;
  refunds: readonly BookRefund[];
  credits: readonly BookCredit[];
  disputes: readonly BookDispute[];
};

type Part = Pick<BookRow, 'net' | 'tax' | 'taxName' | 'rate' | 'taxCountry' | 'reason'>;

const UNTAXED = { tax: 0, taxName: '', rate: null, taxCountry: '', reason: '' };

/** The total of an invoice by rate: the parts add up to it. Taxes that were computed from the same amount are one part. */
export function splitByRate({ total, taxes }: Pick<BookInvoice, 'total' | 'taxes'>): Part[] {
  const net = total - sumTaxes(taxes);
  const [first] = taxes;
  if (first === undefined) return [{ ...UNTAXED, net }];
  const bases = listBases(taxes, net);
  const left = net - bases.reduce((sum, base) => sum + base, 0);
  if (taxes.length > 1 && Math.abs(net) + taxes.length < Math.abs(net - left)) return [joinTaxes(taxes, net)];
  const isRounding = taxes.length === 1 || Math.abs(left) <= taxes.length;
  const parts = taxes.map((tax, at) => ({
    ...toPart(tax),
    net: (bases[at] ?? 0) + (at === 0 && isRounding ? left : 0),
  }));
  return isRounding ? parts : [...parts, { ...UNTAXED, net: left }];
}

/** What each tax was computed from, without the tax: a provider may name the price for one that it includes. */
function listBases(taxes: readonly InvoiceTax[], net: number): number[] {
  const sum = taxes.reduce((all, { taxable }) => all + taxable, 0);
  const isGross = Math.abs(sum) > Math.abs(net) + taxes.length && taxes.every(({ isInclusive }) => isInclusive);
  return taxes.map(({ taxable, amount }) => (isGross ? taxable - amount : taxable));
}

const toPart = ({ name, percent, country, amount, reason }: InvoiceTax): Omit<Part, 'net'> => ({
  tax: amount,
  taxName: name,
  rate: percent,
  taxCountry: country ?? '',
  reason: amount === 0 ? (reason ?? '') : '',
});

function joinTaxes(taxes: readonly InvoiceTax[], net: number): Part {
  return {
    net,
    tax: sumTaxes(taxes),
    taxName: taxes.map(({ name }) => name).join(' + '),
    rate: taxes.reduce((sum, { percent }) => sum + (percent ?? 0), 0),
    taxCountry: taxes[0]?.country ?? '',
    reason: '',
  };
}

/**
 * Why a row has no tax, in the provider's word: '' where it has some, or nothing to tax. A fixed rate of 0 comes as `standard_rated`, and so
 * does a tax that is rounded away.
 */
export function getNoTaxReason({ tax, rate, reason }: Pick<BookRow, 'tax' | 'rate' | 'reason'>): string {
  if (tax !== 0) return '';
  if (reason === 'standard_rated') return rate === 0 ? 'zero_rated' : '';
  return reason;
}

/** Beside sums of a month in which a dispute moved money. */
export const DISPUTE_NOTE =
  'A dispute doesn’t change the tax in these sums, also when it’s lost: the bank took the money back, and the invoice stays. Ask your accountant whether, and in which month, the tax of its invoice can be corrected. In the European Union that’s a reduction for money that can’t be collected (Article 90 of the VAT Directive), in Austria in the month in which that’s certain (§ 16 UStG), in the United Kingdom after six months (bad debt relief). A credit note that you issue in Stripe is counted like any other.';

export const hasDisputes = (kinds: readonly { kind: BookKind }[]): boolean =>
  kinds.some(({ kind }) => kind === 'dispute' || kind === 'dispute_won');

/** All rows of an invoice, of whatever month. A draft has none. */
export function listBookRows(invoice: BookInvoice): BookRow[] {
  if (invoice.issuedAt === null) return [];
  const parts = splitByRate(invoice);
  const row = createRow(invoice);
  const issued = parts.map((part) =>
    row({
      kind: invoice.total < 0 ? 'credit' : 'invoice',
      at: invoice.issuedAt ?? 0,
      ...part,
      gross: part.net + part.tax,
    }),
  );
  const isVoid = invoice.status === 'void' && invoice.voidedAt !== null;
  const voided = isVoid
    ? parts.map((part) => {
        const negative = { net: -part.net, tax: -part.tax, gross: -part.net - part.tax };
        return row({ kind: 'voided', at: invoice.voidedAt ?? 0, ...part, ...negative });
      })
    : [];
  const { fee, feeCurrency, paidAt } = invoice;
  const fees =
    fee && feeCurrency !== null && paidAt !== null
      ? [row({ kind: 'fee', at: paidAt, fee, currency: feeCurrency })]
      : [];
  return [...issued, ...voided, ...fees, ...listRefundRows(invoice, parts), ...listDisputeRows(invoice)];
}

type NewRow = Partial<BookRow> & Pick<BookRow, 'kind' | 'at'>;

const createRow =
  (invoice: BookInvoice) =>
  (values: NewRow): BookRow => ({
    number: invoice.number ?? invoice.stripeInvoiceId,
    customer: invoice.customerName ?? '',
    country: invoice.customerCountry ?? '',
    taxNumber: invoice.customerTaxNumber ?? '',
    ...UNTAXED,
    net: 0,
    gross: 0,
    currency: invoice.currency,
    fee: 0,
    invoiceId: invoice.stripeInvoiceId,
    objectId: '',
    customerId: invoice.customerId,
    ...values,
  });

/** Each refund and credit note takes back its share of every rate: all shares add up to the tax of what was taken back. */
function listRefundRows(invoice: BookInvoice, parts: readonly Part[]): BookRow[] {
  const row = createRow(invoice);
  const { total } = invoice;
  const refunds = invoice.refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map((refund) => ({ ...refund, kind: 'refund' as const, number: undefined }));
  const credits = invoice.credits.map((credit) => ({
    ...credit,
    kind: 'credit_note' as const,
    fee: null,
    feeCurrency: null,
  }));
  let takenBack = 0;
  return [...refunds, ...credits]
    .filter(({ amount }) => amount !== 0)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
    .flatMap(({ kind, id, number, amount, createdAt: at, fee, feeCurrency }) => {
      const share = (value: number) =>
        shareTax(value, { part: takenBack + amount, total }) - shareTax(value, { part: takenBack, total });
      const own = { kind, at, objectId: id, ...(number !== undefined && { number }) };
      let left = amount;
      const rows = parts.map((part, index) => {
        const gross = index === parts.length - 1 ? left : share(part.net + part.tax);
        const tax = share(part.tax);
        left -= gross;
        return row({ ...part, ...own, net: tax - gross, tax: 0 - tax, gross: 0 - gross });
      });
      takenBack += amount;
      const fees =
        fee && feeCurrency !== null ? [row({ kind: 'fee', at, fee, currency: feeCurrency, objectId: id })] : [];
      return [...rows, ...fees];
    });
}

function listDisputeRows(invoice: BookInvoice): BookRow[] {
  const row = createRow(invoice);
  return invoice.disputes.flatMap(({ id, amount, currency, movements }) =>
    movements.flatMap(({ at, amount: moved, fee, currency: feeCurrency }) => {
      const gross = moved < 0 ? -amount : amount;
      const kind = moved < 0 ? ('dispute' as const) : ('dispute_won' as const);
      return [
        row({ kind, at, net: gross, gross, currency, objectId: id }),
        ...(fee === 0 ? [] : [row({ kind: 'fee', at, fee, currency: feeCurrency, objectId: id })]),
      ];
    }),
  );
}

export type Sum = { net: number; tax: number; gross: number };
export type CurrencySum = Sum & {
  currency: string;
  /** How many rows, and their gross amounts, by kind; of fees what was taken. */
  kinds: Partial<Record<BookKind, { count: number; gross: number }>>;
  fees: number;
};
export type RateSum = Sum & { currency: string; country: string; name: string; rate: number | null };

/** Each currency for itself. `net`, `tax` and `gross`: what was invoiced, less what was voided and refunded. */
export function sumByCurrency(rows: readonly BookRow[]): CurrencySum[] {
  const sums = new Map<string, CurrencySum>();
  for (const row of rows) {
    const { currency, kind } = row;
    const sum = sums.get(currency) ?? { currency, net: 0, tax: 0, gross: 0, kinds: {}, fees: 0 };
    sums.set(currency, sum);
    const ofKind = sum.kinds[kind] ?? { count: 0, gross: 0 };
    sum.kinds[kind] = { count: ofKind.count + 1, gross: ofKind.gross + (kind === 'fee' ? row.fee : row.gross) };
    sum.fees += row.fee;
    if (taxedKinds.includes(kind)) addTo(sum, row);
  }
  return [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

function addTo(sum: Sum, { net, tax, gross }: Sum): void {
  sum.net += net;
  sum.tax += tax;
  sum.gross += gross;
}

/** What was invoiced by rate, less what was voided and refunded, for each currency and country for itself. */
export function sumByRate(rows: readonly BookRow[]): RateSum[] {
  const sums = new Map<string, RateSum>();
  for (const row of rows.filter(({ kind }) => taxedKinds.includes(kind))) {
    const country = row.taxCountry || row.country;
    const key = [row.currency, country, row.taxName, row.rate].join('|');
    const sum = sums.get(key) ?? {
      currency: row.currency,
      country,
      name: row.taxName,
      rate: row.rate,
      net: 0,
      tax: 0,
      gross: 0,
    };
    sums.set(key, sum);
    addTo(sum, row);
  }
  const toKey = ({ currency, country, rate }: RateSum) => `${currency} ${country} ${String(1000 - (rate ?? 0))}`;
  return [...sums.values()].sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
}

/** The same sums by the country of the customer, wherever the tax goes. */
export const sumByCustomerCountry = (rows: readonly BookRow[]): RateSum[] =>
  sumByRate(rows.map((row) => ({ ...row, taxCountry: '' })));

/** Invoices to another country whose tax goes to that of the seller, as a rate does that is charged wherever the buyer is. */
export const listTaxedAbroad = (rows: readonly BookRow[], seller: string): BookRow[] =>
  rows.filter(
    ({ kind, country, taxCountry, tax }) =>
      kind === 'invoice' && tax !== 0 && taxCountry === seller && country !== '' && country !== seller,
  );

/** Of a seller in the European Union: what was taxed in its other countries, for the One-Stop Shop. */
export const listOss = (rates: readonly RateSum[], seller: string): RateSum[] =>
  isInEu(seller) ? rates.filter(({ country, tax }) => tax !== 0 && country !== seller && isInEu(country)) : [];
