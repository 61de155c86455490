import { randomUUID } from 'node:crypto';
import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findPlan, findPrice, getPlanName, isUpgrade } from '#api/domain/catalogue.ts';
import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import { formatBillingDate, formatCurrencyName } from '#api/domain/money.ts';
import { AppError, conflictError, invalidFieldError } from '#api/http/errors.ts';
import { onPaymentError, requireSellable } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { syncInvoice } from '#api/features/subscriptions/sync/sync.service.ts';
import {
  type ChangeDeps,
  changeOwnSubscription,
  type ChangeTarget,
  type OwnSubscription,
  type Target,
  withoutSchedule,
} from './own-subscription.service.ts';

/** How long an amount that was shown may be confirmed. */
const OFFER_MS = 15 * 60_000;
const CHANGE_FAILED = 'Failed to change plan';

export type PlanChangeRequest = Target & { planName: string };
type Changed = { message: string; subscription: SubscriptionJson };

/**
 * Upgrades start and are charged at once, downgrades start with the next period. `prorationDate` (seconds) is that of the
 * preview, so that the invoice is the amount that was shown.
 * @throws not_found; conflict when the state does not allow it, or the preview is out of date; unavailable.
 */
export async function changePlan(
  deps: Deps,
  request: PlanChangeRequest & ChangeTarget & { prorationDate?: number | undefined },
): Promise<Changed> {
  const subscription = await changeOwnSubscription(deps, 'change_plan', request, async (provided, own) => {
    const change = requirePossibleChange(provided, own, request.planName);
    await requireSellable(provided, change.plan, change.interval);
    if (change.direction === 'downgrade') await scheduleDowngrade(provided, own, change);
    else await upgrade(provided, own, change, request.prorationDate);
  }).catch(onPaymentError(deps, CHANGE_FAILED));
  const planName = findPlan(request.planName)?.planName ?? request.planName;
  return { message: formatChanged(subscription, planName, deps.site.timeZone), subscription };
}

/** Takes a scheduled change back. @throws not_found, conflict, unavailable. */
export async function cancelPlanChange(deps: Deps, target: ChangeTarget): Promise<Changed> {
  const subscription = await changeOwnSubscription(deps, 'keep_plan', target, async ({ payments }, { current }) => {
    if (current.scheduleId !== null) await payments.releaseSchedule(current.id);
  }).catch(onPaymentError(deps, CHANGE_FAILED));
  return { message: `You keep ${subscription.plan_name}.`, subscription };
}

export type PossibleChange = {
  plan: Plan;
  interval: PlanInterval;
  priceId: string;
  direction: 'upgrade' | 'downgrade';
};

/** @throws validation_failed for a plan of another product; conflict when the subscription can't change now. */
export function requirePossibleChange(
  { payments }: ChangeDeps,
  own: OwnSubscription,
  planName: string,
): PossibleChange {
  const { row, current } = own;
  const plan = findPlan(planName);
  if (!plan || plan.productId !== row.productId || plan.isArchived)
    throw invalidFieldError('planName', 'This product doesn’t have that plan.');
  const planBefore = payments.findPlanKey(current.priceId) ?? row.planName;
  const reason = findObstacle(current, planBefore, plan, payments.findPlanKey);
  if (reason) throw conflictError(reason);
  const before: PlanInterval = current.interval === 'year' ? 'year' : 'month';
  const interval = (findPrice(plan, before) ?? plan.prices[0])?.interval ?? before;
  const priceId = payments.findPriceId(plan.key, interval);
  if (!priceId) throw new AppError('unavailable', CHANGE_FAILED);
  const { quantity } = current;
  const isMore = isUpgrade({ plan: planBefore, interval: before, quantity }, { plan: plan.key, interval, quantity });
  return { plan, interval, priceId, direction: isMore ? 'upgrade' : 'downgrade' };
}

function findObstacle(
  current: ProviderSubscription,
  planKey: string,
  plan: Plan,
  findPlanKey: (priceId: string) => string | null,
): string | null {
  if (current.status !== 'active' && current.status !== 'trialing') {
    // Stripe would credit the unused time of a period that was never paid.
    return 'Your last payment didn’t go through. Pay it before you change your plan.';
  }
  if (current.cancelAt !== null) return 'Your subscription is set to end. Reactivate it before you change your plan.';
  if (current.pendingUpdate) {
    const waiting = getPlanName(findPlanKey(current.pendingUpdate.priceId) ?? plan.key);
    return `Your change to ${waiting} is waiting for its payment. Pay it, or try again tomorrow.`;
  }
  if (current.currency !== plan.currency.toLowerCase()) {
    // Stripe keeps a subscription in one currency.
    return `You pay in ${formatCurrencyName(current.currency)}, and ${plan.planName} is sold in ${formatCurrencyName(plan.currency)}. Cancel your plan, and subscribe again when it has ended.`;
  }
  return planKey === plan.key ? `You’re already on ${plan.planName}.` : null;
}

async function upgrade(
  deps: ChangeDeps,
  own: OwnSubscription,
  { priceId }: PossibleChange,
  prorationDate: number | undefined,
): Promise<void> {
  const { id: subscriptionId } = own.current;
  const prorationAt = prorationDate === undefined ? null : prorationDate * 1_000;
  if (prorationAt !== null) await requireFreshOffer(deps, own.current, { priceId, prorationAt });
  // Two clicks on one offer are one charge; without an offer, each request is its own.
  const key = prorationAt === null ? randomUUID() : `change-${subscriptionId}-${priceId}-${prorationAt}`;
  const changed = await withoutSchedule(deps, own, () =>
    deps.payments.changeNow({ subscriptionId, priceId, prorationAt }, key),
  );
  const { latestInvoiceId, customerId } = changed;
  if (latestInvoiceId !== null) await syncInvoice(deps, { id: latestInvoiceId, customerId });
}

/** The provider's clock decides, because it is the one that the proration is computed by. */
async function requireFreshOffer(
  { payments }: ChangeDeps,
  current: ProviderSubscription,
  { priceId, prorationAt }: { priceId: string; prorationAt: number },
): Promise<void> {
  const isInPeriod = prorationAt >= current.currentPeriodStart && prorationAt < current.currentPeriodEnd;
  const outdated = conflictError('This amount is out of date. Check the new amount and confirm again.');
  if (!isInPeriod) throw outdated;
  const now = await payments.previewChange({ subscriptionId: current.id, priceId, prorationAt: null });
  // A date ahead of the provider’s clock was never offered: the new plan would cost less.
  const age = now.prorationAt - prorationAt;
  if (age < 0 || age > OFFER_MS) throw outdated;
}

async function scheduleDowngrade(deps: ChangeDeps, own: OwnSubscription, { priceId }: PossibleChange): Promise<void> {
  if (own.current.pending?.priceId === priceId) return;
  const change = { subscriptionId: own.current.id, priceId, prorationAt: null };
  await withoutSchedule(deps, own, () => deps.payments.scheduleChange(change, randomUUID()));
}

function formatChanged(subscription: SubscriptionJson, planName: string, timeZone: string): string {
  if (subscription.plan_name === planName) return `You’re now on ${planName}.`;
  if (subscription.pending_plan_name === planName && subscription.pending_at !== null) {
    return `Your plan changes to ${planName} on ${formatBillingDate(Date.parse(subscription.pending_at), timeZone)}.`;
  }
  return `Pay the difference to start ${planName}.`;
}
