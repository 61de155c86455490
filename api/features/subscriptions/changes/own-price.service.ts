import { randomUUID } from 'node:crypto';
import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findPlanByKey } from '#api/domain/catalogue.ts';
import { findRateOfChange } from '#api/domain/charged-rate.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { conflictError } from '#api/http/errors.ts';
import { notSoldError, onPaymentError, requireSellable } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import {
  type ChangeDeps,
  changeOwnSubscription,
  type ChangeTarget,
  type OwnSubscription,
  withoutSchedule,
} from './own-subscription.service.ts';

/**
 * Moves a subscription from an earlier price of its plan to the one that the plan is sold for, with the next period: nothing is charged or
 * credited before. @throws not_found; conflict when it has that price, or can’t change now; unavailable.
 */
export async function switchToCurrentPrice(
  deps: Deps,
  target: ChangeTarget,
): Promise<{ message: string; subscription: SubscriptionJson }> {
  const subscription = await changeOwnSubscription(deps, 'switch_price', target, async (provided, own) => {
    requireSettled(own.current);
    const priceId = await requireOtherPrice(provided, own);
    if (own.current.pending?.priceId === priceId) return;
    const rate = findRateOfChange(deps.site.settings, own.row.productId);
    const change = { subscriptionId: own.current.id, priceId, rate, prorationAt: null };
    await withoutSchedule(provided, own, () => provided.payments.scheduleChange(change, randomUUID()));
  }).catch(onPaymentError(deps, 'Failed to change the price'));
  const day = formatBillingDate(Date.parse(subscription.current_period_end), deps.site.timeZone);
  return { message: `You pay the new price of ${subscription.plan_name} from ${day}.`, subscription };
}

/** The price that the plan of a subscription is sold for. @throws conflict. */
async function requireOtherPrice(deps: ChangeDeps, { row, current }: OwnSubscription): Promise<string> {
  const plan = findPlanByKey(deps.payments.findPlanKey(current.priceId) ?? row.planName);
  if (!plan || plan.isArchived) throw notSoldError(row.planName);
  const interval: PlanInterval = current.interval === 'year' ? 'year' : 'month';
  const priceId = deps.payments.findPriceId(plan.key, interval);
  if (priceId === null) throw notSoldError(plan.planName);
  if (priceId === current.priceId) throw conflictError(`You already pay the current price of ${plan.planName}.`);
  if (plan.currency.toLowerCase() !== current.currency)
    throw conflictError(
      'The current price is in another currency. Cancel your plan, and subscribe again when it has ended.',
    );
  await requireSellable(deps, plan, interval);
  return priceId;
}

function requireSettled({ status, cancelAt, pendingUpdate }: ProviderSubscription): void {
  if (status !== 'active' && status !== 'trialing')
    throw conflictError('Your last payment didn’t go through. Pay it before you change the price.');
  if (cancelAt !== null)
    throw conflictError('Your subscription is set to end. Reactivate it before you change the price.');
  if (pendingUpdate) throw conflictError('A change of plan is waiting for its payment.');
}
