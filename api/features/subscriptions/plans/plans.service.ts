import type { Deps } from '#api/deps.ts';
import { getPlans } from '#api/domain/catalogue.ts';
import type { PlanJson } from '#api/features/subscriptions/subscriptions.contract.ts';

/** All plans with the price that each is sold for now. */
export const listPlans = ({ payments }: Pick<Deps, 'payments'>): PlanJson[] =>
  getPlans().map((plan) => ({
    planName: plan.planName,
    productName: plan.productName,
    productId: plan.productId,
    priceId: payments?.listPriceIds(plan.key)[0] ?? null,
    price: plan.price,
    currency: plan.currency,
    interval: plan.interval,
    features: [...plan.features],
    badge: plan.badge,
    is_sandbox: payments?.isSandbox ?? false,
  }));
