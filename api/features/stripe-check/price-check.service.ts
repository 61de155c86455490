import type { PaymentSetup, Payments, ProviderPrice, TaxBehavior } from '#api/adapters/payments.ts';
import { findPrice, listPaidPlans } from '#api/domain/catalogue.ts';
import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatCents, toMinorUnits } from '#api/domain/money.ts';
import { formatPricedPlan } from '#api/domain/plan-words.ts';
import type { CheckedPrice } from '#api/domain/price-sale.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import type { StripeCheckLine } from '#api/domain/stripe-report.ts';

/** Why the price of a plan is not what the site says; null when it is. `name` is 'Crew', or 'Crew by the year' of several. */
export type PriceResult = CheckedPrice & { name: string; key: string };

/** The difference of a plan that the owner doesn’t sell (yet). */
export const NO_PRICE = 'it has no price at Stripe';

/**
 * What the site says of tax in prices; null where Stripe adds none, so that nothing depends on it. `isByPrice`: the price decides, as with
 * automatic tax; else a rate of the company does, which a price may only not contradict.
 */
export type TaxSide = { behavior: TaxBehavior; isByPrice: boolean } | null;

export const toTaxBehavior = (tax: SiteSettings['tax']): TaxBehavior =>
  tax.prices_include_tax ? 'inclusive' : 'exclusive';

export function readTaxSide(tax: SiteSettings['tax']): TaxSide {
  // The rate may be that of a product.
  return tax.is_automatic || tax.charges_rate ? { behavior: toTaxBehavior(tax), isByPrice: tax.is_automatic } : null;
}

/** What a comparison was of: the price in the settings, and what the site says. Another of either was not compared. */
export function toPriceKey(
  { findPriceId }: Pick<Payments, 'findPriceId'>,
  plan: Pick<Plan, 'key' | 'prices' | 'currency'>,
  interval: PlanInterval,
  taxSide: TaxSide,
): string {
  const { amount } = findPrice(plan, interval) ?? {};
  const parts = [plan.key, findPriceId(plan.key, interval) ?? '', amount, plan.currency, interval];
  return [...parts, ...(taxSide === null ? [] : [taxSide.behavior, taxSide.isByPrice])].join(' ');
}

type PriceReader = Pick<Payments, 'findPriceId'> & { setup: Pick<PaymentSetup, 'findPrice'> };

/** Compares what the site says about a price of a plan with what Stripe would charge. @throws PaymentError. */
export async function comparePrice(
  payments: PriceReader,
  plan: Plan,
  interval: PlanInterval,
  taxSide: TaxSide,
): Promise<PriceResult> {
  const priceId = payments.findPriceId(plan.key, interval);
  const key = toPriceKey(payments, plan, interval, taxSide);
  const shown = { amount: findPrice(plan, interval)?.amount ?? 0, currency: plan.currency, interval };
  const result = { planKey: plan.key, name: formatPricedPlan(plan, interval), key, priceId, ...shown };
  if (priceId === null) return { ...result, difference: NO_PRICE };
  const price = await payments.setup.findPrice(priceId);
  const difference = describeDifference(shown, priceId, price) ?? (price && describeTaxDifference(price, taxSide));
  return { ...result, difference };
}

export const comparePrices = (payments: PriceReader, taxSide: TaxSide): Promise<PriceResult[]> =>
  Promise.all(
    listPaidPlans().flatMap((plan) =>
      plan.prices.map(({ interval }) => comparePrice(payments, plan, interval, taxSide)),
    ),
  );

/** What the site says that a price is: `amount` in whole units of the currency. */
type ShownPrice = { amount: number; currency: string; interval: PlanInterval };

function describeDifference(shown: ShownPrice, priceId: string, price: ProviderPrice | null): string | null {
  if (price === null) return `${priceId} doesn’t exist in this account`;
  if (!price.isActive) return `${priceId} is archived`;
  return describePriceDifference(shown, price);
}

/** Why a price doesn’t charge what the site says; null when it does. */
export function describePriceDifference(shown: ShownPrice, price: ProviderPrice): string | null {
  const { id: priceId } = price;
  if (price.interval === null) return `${priceId} isn’t paid by the month or year`;
  if (price.amount === null) return `${priceId} has several amounts`;
  const amount = toMinorUnits(shown.amount, shown.currency);
  const isSame =
    price.amount === amount &&
    price.currency === shown.currency.toLowerCase() &&
    price.interval === shown.interval &&
    price.intervalCount === 1;
  if (isSame) return null;
  const here = formatCents(amount, shown.currency);
  const count = price.intervalCount === 1 ? price.interval : `${price.intervalCount} ${price.interval}s`;
  return `the site says ${here} per ${shown.interval}, Stripe charges ${formatCents(price.amount, price.currency)} per ${count} (${priceId})`;
}

/** Why a price treats tax otherwise than the site says; null where it doesn't matter, or is the same. */
export function describeTaxDifference({ id, taxBehavior }: ProviderPrice, taxSide: TaxSide): string | null {
  if (taxSide === null || taxBehavior === taxSide.behavior) return null;
  if (taxBehavior === 'unspecified' && !taxSide.isByPrice) return null;
  if (taxBehavior === 'unspecified') return `Stripe doesn’t know whether the price includes tax (${id})`;
  return taxSide.behavior === 'inclusive'
    ? `the site says that tax is included, and Stripe adds it to the price (${id})`
    : `the site says that tax is added, and Stripe counts it as a part of the price (${id})`;
}

/** What is shown with a price and can’t be bought, and how to put it right. */
export function toPriceLine(results: readonly PriceResult[]): Omit<StripeCheckLine, 'name'> {
  const missing = results.filter(({ difference }) => difference === NO_PRICE);
  const priced = results.filter(({ difference }) => difference !== NO_PRICE);
  const different = priced.filter(({ difference }) => difference !== null);
  const line = { details: [], remedy: null, at: null };
  if (results.length === 0) return { ...line, state: 'ok', text: 'Every plan is free, so none needs a price.' };
  const create = `Create ${missing.length === 1 ? 'the price' : 'the prices'} of ${formatNames(missing)} under Plans, and publish.`;
  if (priced.length === 0)
    return { ...line, state: 'warning', text: 'No plan is sold: none has a price at Stripe.', remedy: create };
  const matching = `${priced.length - different.length} of ${priced.length === 1 ? '1 price matches' : `${priced.length} prices match`}.`;
  const unsold = missing.length === 0 ? '' : ` ${formatNames(missing)} can’t be bought: no price at Stripe.`;
  if (different.length === 0) {
    return missing.length === 0
      ? { ...line, state: 'ok', text: matching }
      : { ...line, state: 'warning', text: `${matching}${unsold}`, remedy: create };
  }
  const choose = `Choose under Plans which is right for ${formatNames(different)}, or create the price anew, and publish.`;
  return {
    ...line,
    state: 'error',
    text: `${matching} The others aren’t sold until they do.${unsold}`,
    details: different.map(({ name, difference }) => `${name}: ${difference}.`),
    remedy: missing.length === 0 ? choose : `${choose} ${create}`,
  };
}

const formatNames = (results: readonly PriceResult[]): string => formatList(results.map(({ name }) => name));
