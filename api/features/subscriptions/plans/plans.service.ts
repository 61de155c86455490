import type { Deps } from '#api/deps.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import { getPlans } from '#api/domain/catalogue.ts';
import type { PlanJson } from '#api/features/subscriptions/subscriptions.contract.ts';

/** All plans with the prices that each is sold for now. */
export const listPlans = ({ payments }: Pick<Deps, 'payments'>): PlanJson[] =>
  getPlans().map((plan) => ({
    planName: plan.planName,
    productName: plan.productName,
    productId: plan.productId,
    ...toFirstPrice(payments, plan),
    prices: plan.prices.map(({ interval, amount }) => ({
      interval,
      price: amount,
      priceId: payments?.findPriceId(plan.key, interval) ?? null,
    })),
    currency: plan.currency,
    trial_days: plan.trialDays,
    sells_seats: plan.sellsSeats,
    features: [...plan.features],
    badge: plan.badge,
    is_sandbox: payments?.isSandbox ?? false,
  }));

/** The price that clients read which know one of each plan. */
function toFirstPrice(payments: Deps['payments'], { key, prices }: Plan) {
  const { interval, amount } = prices[0] ?? { interval: 'month' as const, amount: 0 };
  return { interval, price: amount, priceId: payments?.findPriceId(key, interval) ?? null };
}
