import { findTaxRate } from './catalogue.ts';
import { formatPercent } from './numbers.ts';
import type { SiteSettings } from './site-settings.ts';

/** A rate that the company charges by itself, without Stripe Tax. */
export type FixedTaxRate = {
  /** As invoices call it. */
  name: string;
  percent: number;
  /** Two letters; null where it isn't known. */
  country: string | null;
  isInclusive: boolean;
};

/** How the invoices of a subscription are taxed at the payment provider. */
export type SubscriptionTax = {
  /** The provider computes the tax. */
  isAutomatic: boolean;
  /** Somebody chose rates for an item at the provider itself, which stand before those of the subscription. */
  isOwn: boolean;
  /** Whether its price includes tax; null where the price doesn't say. */
  isInclusive: boolean | null;
  rates: readonly FixedTaxRate[];
  /** The rates from the scheduled change on; null without one. */
  nextRates: readonly FixedTaxRate[] | null;
};

/** The rate at which a product is sold today: null without one, undefined where the provider computes the tax. */
export function findChargedRate(
  { tax, company }: Pick<SiteSettings, 'tax' | 'company'>,
  productId: number | null,
): FixedTaxRate | null | undefined {
  if (tax.is_automatic) return undefined;
  const percent = findTaxRate(productId, tax);
  if (!tax.charges_rate || percent === null) return null;
  return {
    name: tax.label.trim() || 'Tax',
    percent,
    country: company.country || null,
    isInclusive: tax.prices_include_tax,
  };
}

/** The rate that a change of plan or price takes: that of today. Undefined where the company charges none, so that rates chosen at Stripe stay. */
export const findRateOfChange = (
  settings: Pick<SiteSettings, 'tax' | 'company'>,
  productId: number | null,
): FixedTaxRate | undefined => findChargedRate(settings, productId) ?? undefined;

/** Percentages of tax on top after a change of plan or price, which takes the rate of today; null where the tax stays as it is. */
export function listAddedAfterChange(
  settings: Pick<SiteSettings, 'tax' | 'company'>,
  productId: number | null,
  tax: SubscriptionTax | null,
): number[] | null {
  const rate = findRateOfChange(settings, productId);
  if (rate === undefined || tax === null || tax.isAutomatic || tax.isOwn) return null;
  return rate.isInclusive ? [] : [rate.percent];
}

/** The rate as it fits the price of a subscription: the side of a price never changes. */
export const fitRate = (rate: FixedTaxRate | null, isInclusive: boolean | null): FixedTaxRate | null =>
  rate && { ...rate, isInclusive: isInclusive ?? rate.isInclusive };

/** Whether invoices with these rates come to the same as with the one: its name doesn't matter. */
export function hasSameRate(rates: readonly FixedTaxRate[], rate: FixedTaxRate | null): boolean {
  const [first, ...others] = rates;
  if (rate === null || first === undefined) return rate === null && first === undefined;
  return others.length === 0 && first.percent === rate.percent && first.isInclusive === rate.isInclusive;
}

/**
 * Whether a subscription is charged another rate than the one that its product is sold with (`rate`, null for none). Rates that somebody chose
 * at Stripe count. False where the provider computes the tax.
 */
export function hasEarlierRate(tax: SubscriptionTax, rate: FixedTaxRate | null): boolean {
  if (tax.isAutomatic) return false;
  const isNow = hasSameRate(tax.rates, fitRate(rate, tax.isInclusive));
  return !isNow || (tax.nextRates !== null && !hasSameRate(tax.nextRates, fitNextRate(rate, tax)));
}

/** The plan of a scheduled change may count tax another way than the present one. */
const fitNextRate = (rate: FixedTaxRate | null, { nextRates, isInclusive }: SubscriptionTax): FixedTaxRate | null =>
  fitRate(rate, nextRates?.[0]?.isInclusive ?? isInclusive);

export const parseSubscriptionTax = (stored: string | null): SubscriptionTax | null =>
  stored === null ? null : (JSON.parse(stored) as SubscriptionTax);

/** '20% USt.', '5% GST and 7% PST' or 'no tax'. */
export const formatRates = (rates: readonly Pick<FixedTaxRate, 'name' | 'percent'>[]): string =>
  rates.map(({ name, percent }) => `${formatPercent(percent)} ${name}`).join(' and ') || 'no tax';
