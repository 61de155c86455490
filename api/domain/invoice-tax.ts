/** One tax of an invoice. Amounts are minor units of the invoice's currency; negative on a credit. */
export type InvoiceTax = {
  /** As the invoice calls it: 'VAT', 'USt.'. */
  name: string;
  /** Null where the provider doesn't say. */
  percent: number | null;
  /** The country that gets it; null where the provider doesn't say. */
  country: string | null;
  /** Part of the price, or on top of it. */
  isInclusive: boolean;
  /** The amount without tax that it was computed from. */
  taxable: number;
  amount: number;
  /** The provider's word for why it is what it is, such as `reverse_charge`; null for a computed one. */
  reason: string | null;
};

/** Where a customer of an invoice lives, as entered at checkout. */
export type PostalAddress = {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  /** Two letters. */
  country: string;
};

/** Taxes as a row stores them; none for rows without any. */
export const parseTaxes = (stored: string | null): InvoiceTax[] =>
  stored === null ? [] : (JSON.parse(stored) as InvoiceTax[]);

export const parseAddress = (stored: string | null): PostalAddress | null =>
  stored === null ? null : (JSON.parse(stored) as PostalAddress);

export const sumTaxes = (taxes: readonly Pick<InvoiceTax, 'amount'>[]): number =>
  taxes.reduce((sum, { amount }) => sum + amount, 0);

/** The part of an amount that is tax, where its price includes it: 200 of 1200 at 20 %. Half a minor unit is rounded away from zero. */
export function computeIncludedTax(gross: number, percent: number): number {
  const exact = (Math.abs(gross) * percent) / (100 + percent);
  return Math.sign(gross) * Math.floor(exact + 0.5) || 0;
}

/** Percentages of the taxes that come on top of an amount; reverse charge and exemptions are 0. */
export const listAddedPercents = (taxes: readonly InvoiceTax[]): number[] =>
  taxes.filter(({ isInclusive }) => !isInclusive).map(({ percent }) => percent ?? 0);

/** What such taxes add to an amount; each is rounded by itself, half a minor unit up. */
export const computeAddedTax = (net: number, percents: readonly number[]): number =>
  percents.reduce((sum, percent) => sum + Math.floor((net * percent) / 100 + 0.5), 0);

/** The share of a tax in the first part of a total, in whole minor units: shares of all parts add up to the tax. */
export const shareTax = (tax: number, { part, total }: { part: number; total: number }): number =>
  total === 0
    ? 0
    : Math.sign(tax) * Math.sign(part) * Math.sign(total) * Math.round(Math.abs((tax * part) / total)) || 0;
