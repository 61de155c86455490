import type { PaymentSetup, Payments, ProviderPrice } from '#api/adapters/payments.ts';
import { listPaidPlans } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatCents, toMinorUnits } from '#api/domain/money.ts';
import type { StripeCheckLine } from '#api/domain/stripe-report.ts';

/** Why the price of a plan is not what the site says; null when it is. */
export type PriceResult = { planKey: string; planName: string; key: string; difference: string | null };

/** Of a plan that the owner doesn’t sell (yet). */
const NO_PRICE = 'it has no price at Stripe';

/** What a comparison was of: the price in the settings, and what the site says. Another of either was not compared. */
export function toPriceKey({ listPriceIds }: Pick<Payments, 'listPriceIds'>, plan: Plan): string {
  const [priceId = ''] = listPriceIds(plan.key);
  return [plan.key, priceId, plan.price, plan.currency, plan.interval].join(' ');
}

type PriceReader = Pick<Payments, 'listPriceIds'> & { setup: Pick<PaymentSetup, 'findPrice'> };

/** Compares what the site says about a plan with what Stripe would charge. @throws PaymentError. */
export async function comparePrice({ listPriceIds, setup }: PriceReader, plan: Plan): Promise<PriceResult> {
  const { key: planKey, planName } = plan;
  const [priceId] = listPriceIds(planKey);
  const key = toPriceKey({ listPriceIds }, plan);
  if (!priceId) return { planKey, planName, key, difference: NO_PRICE };
  return { planKey, planName, key, difference: describeDifference(plan, priceId, await setup.findPrice(priceId)) };
}

export const comparePrices = (payments: PriceReader): Promise<PriceResult[]> =>
  Promise.all(listPaidPlans().map((plan) => comparePrice(payments, plan)));

function describeDifference(plan: Plan, priceId: string, price: ProviderPrice | null): string | null {
  if (price === null) return `${priceId} doesn’t exist in this account`;
  if (!price.isActive) return `${priceId} is archived`;
  return describePriceDifference(plan, price);
}

/** Why a price doesn’t charge what the site says; null when it does. */
export function describePriceDifference(
  plan: Pick<Plan, 'price' | 'currency' | 'interval'>,
  price: ProviderPrice,
): string | null {
  const { id: priceId } = price;
  if (price.interval === null) return `${priceId} isn’t paid by the month or year`;
  if (price.amount === null) return `${priceId} has several amounts`;
  const isSame =
    price.amount === toMinorUnits(plan.price, plan.currency) &&
    price.currency === plan.currency.toLowerCase() &&
    price.interval === plan.interval &&
    price.intervalCount === 1;
  if (isSame) return null;
  const here = formatCents(toMinorUnits(plan.price, plan.currency), plan.currency);
  const count = price.intervalCount === 1 ? price.interval : `${price.intervalCount} ${price.interval}s`;
  return `the site says ${here} per ${plan.interval}, Stripe charges ${formatCents(price.amount, price.currency)} per ${count} (${priceId})`;
}

/** A plan without a price is the owner's decision; without any, nothing can be bought. */
export function toPriceLine(results: readonly PriceResult[]): Omit<StripeCheckLine, 'name'> {
  const unsold = results.filter(({ difference }) => difference === NO_PRICE);
  const priced = results.filter(({ difference }) => difference !== NO_PRICE);
  const different = priced.filter(({ difference }) => difference !== null);
  if (results.length === 0) {
    return { state: 'ok', text: 'Every plan is free, so none needs a price.', details: [], remedy: null, at: null };
  }
  if (priced.length === 0) {
    return {
      state: 'warning',
      text: 'No plan is sold: none has a price at Stripe.',
      details: [],
      remedy: `Create the prices of ${formatNames(unsold)} under Plans, and publish.`,
      at: null,
    };
  }
  const matching = `${priced.length - different.length} of ${priced.length === 1 ? '1 plan matches' : `${priced.length} plans match`}.`;
  const verb = unsold.length === 1 ? 'isn’t' : 'aren’t';
  const withoutPrice = unsold.length === 0 ? '' : ` ${formatNames(unsold)} ${verb} sold: no price at Stripe.`;
  if (different.length === 0) {
    return { state: 'ok', text: `${matching}${withoutPrice}`, details: [], remedy: null, at: null };
  }
  return {
    state: 'error',
    text: `${matching} The others aren’t sold until they do.${withoutPrice}`,
    details: different.map(({ planName, difference }) => `${planName}: ${difference}.`),
    remedy: `Choose under Plans which is right for ${formatNames(different)}, and publish.`,
    at: null,
  };
}

const formatNames = (results: readonly PriceResult[]): string => formatList(results.map(({ planName }) => planName));
