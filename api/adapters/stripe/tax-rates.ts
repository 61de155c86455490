import type Stripe from 'stripe';
import { PaymentError, type ProviderSubscription } from '#api/adapters/payments.ts';
import { type FixedTaxRate, fitRate, hasSameRate } from '#api/domain/charged-rate.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { listTaxRateIds, type TaxRate, toTaxRate } from './stripe-mappers.ts';

/** The rates of an invoice's taxes, by id; without those that the key may not read. */
export type TaxRateReader = (invoice: Stripe.Invoice) => Promise<ReadonlyMap<string, TaxRate>>;

/** An invoice names its rates by id only. A rate never changes its percentage, so each is asked for once. */
export function createTaxRateReader(stripe: Stripe): TaxRateReader {
  const known = new Map<string, TaxRate>();
  return async (invoice) => {
    for (const id of listTaxRateIds(invoice)) {
      if (known.has(id)) continue;
      const rate = await findTaxRate(stripe, id);
      if (rate !== null) known.set(id, rate);
    }
    return known;
  };
}

/** Null for a key without the permission, and for a rate that is gone. */
async function findTaxRate(stripe: Stripe, id: string): Promise<TaxRate | null> {
  try {
    return toTaxRate(await stripe.taxRates.retrieve(id).catch(throwPaymentError));
  } catch (error) {
    if (error instanceof PaymentError && (error.status === 403 || error.kind === 'not_found')) return null;
    throw error;
  }
}

export type TaxRateFinder = (rate: FixedTaxRate) => Promise<string>;

/** Ids of the rates that a subscription gets with a price; null where those that it has stay. */
export async function resolveRates(
  findTaxRate: TaxRateFinder,
  { tax }: Pick<ProviderSubscription, 'tax'>,
  { rate, isInclusive }: { rate: FixedTaxRate | null | undefined; isInclusive: boolean | null },
): Promise<string[] | null> {
  if (rate === undefined || tax.isAutomatic || tax.isOwn) return null;
  const fitting = fitRate(rate, isInclusive);
  if (hasSameRate(tax.rates, fitting)) return null;
  return fitting === null ? [] : [await findTaxRate(fitting)];
}

/** The id of a fixed rate: the one at Stripe that is equal, else a new one. Each is looked for once. */
export function createTaxRateFinder(stripe: Stripe): TaxRateFinder {
  const known = new Map<string, string>();
  return async (rate) => {
    const key = JSON.stringify(rate);
    const id = known.get(key) ?? (await findEqualRate(stripe, rate)) ?? (await createRate(stripe, rate, key));
    known.set(key, id);
    return id;
  };
}

async function findEqualRate(stripe: Stripe, rate: FixedTaxRate): Promise<string | null> {
  try {
    for await (const each of stripe.taxRates.list({ active: true, inclusive: rate.isInclusive, limit: 100 })) {
      const isEqual = each.display_name === rate.name && each.percentage === rate.percent;
      if (isEqual && each.country === rate.country) return each.id;
    }
  } catch (error) {
    throwPaymentError(error);
  }
  return null;
}

async function createRate(stripe: Stripe, { name, percent, country, isInclusive }: FixedTaxRate, key: string) {
  const params: Stripe.TaxRateCreateParams = { display_name: name, percentage: percent, inclusive: isInclusive };
  if (country !== null) params.country = country;
  const { id } = await stripe.taxRates.create(params, { idempotencyKey: `tax-rate:${key}` }).catch(throwPaymentError);
  return id;
}
