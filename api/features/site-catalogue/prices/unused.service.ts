import { PaymentError } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { getProviderPrice, planIntervals, type SitePlan } from '#api/domain/site-plans.ts';
import { isPriceUsed } from '#api/features/site-catalogue/site-catalogue.queries.ts';

/**
 * Archives prices at the provider that these fields of a discarded draft named, so that nobody sells at them by mistake: those that this
 * program created, and that nothing here names and nobody pays. It never rejects: a price that stays active does no harm.
 */
export async function archiveUnusedPrices(
  { db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>,
  fields: Pick<SitePlan, 'key' | 'stripe_price_month' | 'stripe_price_year'>,
): Promise<void> {
  if (payments === null) return;
  for (const interval of planIntervals) {
    const priceId = getProviderPrice(fields, interval);
    if (priceId === '' || (await isPriceUsed(db, priceId))) continue;
    try {
      const price = await payments.setup.findPrice(priceId);
      if (price?.isActive && price.planKey === fields.key) await payments.setup.archivePrice(priceId);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      log.warn({ err: error, price: priceId }, 'a discarded price is still active at Stripe');
    }
  }
}
