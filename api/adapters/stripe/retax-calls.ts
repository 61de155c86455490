import type Stripe from 'stripe';
import type { Payments, ProviderSubscription } from '#api/adapters/payments.ts';
import { type FixedTaxRate, fitRate } from '#api/domain/charged-rate.ts';
import { listIds, toEmptyable } from './plan-change-calls.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId, type IsOwnPrice, toSubscription } from './stripe-mappers.ts';
import { createSubscriptionReader, EXPAND } from './subscription-calls.ts';
import { resolveRates, type TaxRateFinder } from './tax-rates.ts';

type Known = { isOwnPrice: IsOwnPrice; findTaxRate: TaxRateFinder };

/** Another rate for a subscription that runs. A rate at Stripe never changes its percentage, so the subscription gets another one. */
export function createRetaxCalls(stripe: Stripe, { isOwnPrice, findTaxRate }: Known): Pick<Payments, 'setTaxRate'> {
  const getSubscription = createSubscriptionReader(stripe, isOwnPrice);
  return {
    async setTaxRate(subscriptionId, rate, idempotencyKey) {
      const current = await getSubscription(subscriptionId);
      const { isInclusive, isAutomatic, isOwn } = current.tax;
      if (isAutomatic || isOwn) return current;
      if (current.scheduleId !== null) {
        const retaxed = { current, rate, findTaxRate, idempotencyKey };
        if (await retaxSchedule(stripe, current.scheduleId, retaxed)) return getSubscription(subscriptionId);
      }
      const rates = await resolveRates(findTaxRate, current, { rate, isInclusive });
      if (rates === null) return current;
      const updated = await stripe.subscriptions
        .update(
          subscriptionId,
          { default_tax_rates: toEmptyable(rates), proration_behavior: 'none', expand: EXPAND },
          { idempotencyKey },
        )
        .catch(throwPaymentError);
      return toSubscription(updated, isOwnPrice);
    },
  };
}

type Retaxed = {
  current: ProviderSubscription;
  rate: FixedTaxRate | null;
  findTaxRate: TaxRateFinder;
  idempotencyKey: string;
};

/**
 * The phases of a schedule set the rates of its subscription, so each from the current one on gets the rate that fits its price. One in its last
 * phase has nothing left to do and is released: false, the rate is set at the subscription itself.
 */
async function retaxSchedule(
  stripe: Stripe,
  scheduleId: string,
  { current, rate, findTaxRate, idempotencyKey }: Retaxed,
): Promise<boolean> {
  const {
    phases,
    current_phase: running,
    end_behavior,
  } = await stripe.subscriptionSchedules.retrieve(scheduleId).catch(throwPaymentError);
  const left = phases.filter(({ end_date: end }) => end > (running?.start_date ?? 0));
  if (left.length === 1 && end_behavior !== 'cancel') {
    await stripe.subscriptionSchedules.release(scheduleId).catch(throwPaymentError);
    return false;
  }
  const params: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [];
  for (const [at, phase] of left.entries()) {
    const isInclusive = phase.default_tax_rates?.[0]?.inclusive ?? current.tax.isInclusive;
    const fitting = fitRate(rate, isInclusive);
    params.push(toSamePhase(phase, { isNext: at > 0, rates: fitting === null ? [] : [await findTaxRate(fitting)] }));
  }
  await stripe.subscriptionSchedules
    .update(
      scheduleId,
      { end_behavior: end_behavior === 'cancel' ? 'cancel' : 'release', phases: params },
      { idempotencyKey },
    )
    .catch(throwPaymentError);
  return true;
}

/** A phase as it is, but for its rates: Stripe takes away what isn’t named. */
function toSamePhase(
  phase: Stripe.SubscriptionSchedule.Phase,
  { isNext, rates }: { isNext: boolean; rates: string[] },
): Stripe.SubscriptionScheduleUpdateParams.Phase {
  return {
    default_tax_rates: rates,
    discounts: phase.discounts.flatMap(({ discount }) => {
      const id = getId(discount);
      return id === null ? [] : [{ discount: id }];
    }),
    items: phase.items.map((item) => ({
      price: getId(item.price) ?? '',
      quantity: item.quantity ?? 1,
      ...(item.tax_rates?.length && { tax_rates: listIds(item.tax_rates) }),
    })),
    start_date: phase.start_date,
    end_date: phase.end_date,
    ...(typeof phase.trial_end === 'number' && { trial_end: phase.trial_end }),
    ...(phase.billing_cycle_anchor && { billing_cycle_anchor: phase.billing_cycle_anchor }),
    ...(isNext && { proration_behavior: 'none' as const }),
  };
}
