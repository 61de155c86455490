import type Stripe from 'stripe';
import { PaymentError } from '#api/adapters/payments.ts';
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
