import { toIso, toIsoOrNull } from '#api/clock.ts';
import { findFreePlan, findPlanByKey, findProduct, getPlanName, getProducts } from '#api/domain/catalogue.ts';
import type { Plan, Product } from '#api/domain/catalogue-types.ts';
import { isEntitled } from '#api/domain/entitlements.ts';
import type { EntitlementJson, FreePlanJson } from './entitlements.contract.ts';
import type { EntitledRow } from './entitlements.queries.ts';

export function toEntitlementJson(row: EntitledRow): EntitlementJson {
  const product = findProduct(row.productId);
  return {
    subscription_id: row.stripeSubscriptionId,
    product: product?.key ?? '',
    product_name: product?.name ?? '',
    plan: row.planName,
    plan_name: getPlanName(row.planName),
    status: row.status,
    is_active: isEntitled(row.status),
    quantity: row.quantity,
    interval: row.interval === 'month' || row.interval === 'year' ? row.interval : null,
    limits: toLimitsJson(findPlanByKey(row.planName)),
    period_start: toIso(row.currentPeriodStart),
    period_end: toIsoOrNull(row.currentPeriodEnd),
    trial_ends_at: toIsoOrNull(row.trialEnd),
    ends_at: toIsoOrNull(row.cancelAt),
  };
}

/** The free plan of each product, or of one product. */
export const listFreePlansJson = (productId: number | null = null): FreePlanJson[] =>
  getProducts()
    .filter(({ id }) => productId === null || id === productId)
    .flatMap((product) => toFreePlanJson(product) ?? []);

export function toFreePlanJson(product: Product): FreePlanJson | null {
  const plan = findFreePlan(product.id);
  return plan
    ? {
        product: product.key,
        product_name: product.name,
        plan: plan.key,
        plan_name: plan.planName,
        limits: toLimitsJson(plan),
      }
    : null;
}

export const toLimitsJson = (plan: Plan | undefined): Record<string, number | null> =>
  Object.fromEntries((plan?.limits ?? []).map(({ key, number }) => [key, number]));
