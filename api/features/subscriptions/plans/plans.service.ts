import type { Deps } from '#api/deps.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import { getPlans } from '#api/domain/catalogue.ts';
import { describeNotSold } from '#api/features/subscriptions/provider.service.ts';
import type { PlanJson } from '#api/features/subscriptions/subscriptions.contract.ts';

/** All plans with the prices that each is sold for now. Whether one can be bought is what the last check found. */
export async function listPlans({
  payments,
  stripeCheck,
}: Pick<Deps, 'payments' | 'stripeCheck'>): Promise<PlanJson[]> {
  const isKnownUnsold = await stripeCheck.readKnownObstacles();
  return getPlans().map((plan) => ({
    planName: plan.planName,
    productName: plan.productName,
    productId: plan.productId,
    ...toFirstPrice(payments, plan),
    prices: plan.prices.map(({ interval, amount }) => ({
      interval,
      price: amount,
      priceId: payments?.findPriceId(plan.key, interval) ?? null,
      obstacle: payments === null || isKnownUnsold(plan, interval) ? describeNotSold(plan.planName) : null,
    })),
    currency: plan.currency,
    trial_days: plan.trialDays,
    sells_seats: plan.sellsSeats,
    features: [...plan.features],
    badge: plan.badge,
    is_sandbox: payments?.isSandbox ?? false,
  }));
}

/** The price that clients read which know one of each plan. */
function toFirstPrice(payments: Deps['payments'], { key, prices }: Plan) {
  const { interval, amount } = prices[0] ?? { interval: 'month' as const, amount: 0 };
  return { interval, price: amount, priceId: payments?.findPriceId(key, interval) ?? null };
}
