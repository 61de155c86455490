import { randomUUID } from 'node:crypto';
import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import {
  carryQuantity,
  findPlan,
  findPlanByKey,
  findPrice,
  getPlanName,
  isUpgrade,
  type PlanTerms,
} from '#api/domain/catalogue.ts';
import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import { findRateOfChange } from '#api/domain/charged-rate.ts';
import { formatBillingDate, formatCurrencyName } from '#api/domain/money.ts';
import { formatPlanTerms } from '#api/domain/plan-words.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { AppError, conflictError, invalidFieldError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { onPaymentError, requireSellable } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { type ChangeRequest, recordChangeRequest } from '#api/features/subscriptions/sync/change-requests.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { syncInvoice } from '#api/features/subscriptions/sync/sync.service.ts';
import {
  type ChangeDeps,
  changeOwnSubscription,
  type ChangeTarget,
  type OwnSubscription,
  type Target,
  withoutSchedule,
} from './own-subscription.service.ts';
import { recordWaitingChange } from './waiting-change.service.ts';

/** How long an amount that was shown may be confirmed. */
const OFFER_MS = 15 * 60_000;
const CHANGE_FAILED = 'Failed to change plan';

/** When a change begins: at once, for the difference, or with the next period. */
export type ChangeTime = 'now' | 'period_end';

/** What is left out stays as it is, as far as the plan is sold so; `when` follows from whether the change gives more. */
export type PlanChangeRequest = Target & {
  planName: string;
  interval?: PlanInterval | undefined;
  /** Seats. */
  quantity?: number | undefined;
  when?: ChangeTime | undefined;
};
type Changed = { message: string; subscription: SubscriptionJson };

/**
 * A change that gives more starts and is charged at once, one that gives less starts with the next period, unless the request says when.
 * `prorationDate` (seconds) is that of the
 * preview, so that the invoice is the amount that was shown. What staff change at once begins when it can’t be undone any more.
 * @throws not_found; conflict when the state does not allow it, or the preview is out of date; unavailable.
 */
export async function changePlan(
  deps: Deps,
  request: PlanChangeRequest & ChangeTarget & { prorationDate?: number | undefined },
): Promise<Changed & { undo: UndoJson }> {
  const made: { change: PossibleChange | null; undo: UndoJson } = { change: null, undo: null };
  const subscription = await changeOwnSubscription(deps, 'change_plan', request, async (provided, own) => {
    const change = requirePossibleChange(provided, own, request);
    await requireSellable(provided, change.plan, change.interval);
    const isByStaff = request.actorId !== request.userId;
    if (isByStaff && change.when === 'now') {
      made.undo = await recordStaffChange(provided, own, { change, request });
    } else {
      await recordChangeRequest(provided.db, request.subscriptionId, toPlanRequest(change, isByStaff));
      if (change.when === 'period_end') await scheduleChange(provided, own, change);
      else await changeNow(provided, own, change, { prorationDate: request.prorationDate });
    }
    made.change = change;
  }).catch(onPaymentError(deps, CHANGE_FAILED));
  if (made.change && made.undo) return { message: formatWaiting(made.change), subscription, undo: made.undo };
  const message = made.change ? formatChanged(subscription, made.change, deps.site.timeZone) : CHANGE_FAILED;
  return { message, subscription, undo: null };
}

/** Columns of a change while Stripe is asked for it. */
export const toPlanRequest = ({ plan, interval, quantity }: PossibleChange, isByStaff: boolean): ChangeRequest => ({
  isByStaff,
  act: 'change_plan',
  terms: { plan: plan.key, interval, quantity },
});

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
  quantity: number;
  priceId: string;
  when: ChangeTime;
};

/**
 * While a paid subscription is extended, every change begins with its next payment: before, Stripe would charge nothing for a larger plan.
 * @throws validation_failed for a plan of another product; conflict when the subscription can't change now.
 */
export function requirePossibleChange(
  { payments, site }: Pick<ChangeDeps, 'payments' | 'site'>,
  own: OwnSubscription,
  request: Omit<PlanChangeRequest, keyof Target>,
): PossibleChange {
  const { row, current } = own;
  const plan = findPlan(request.planName);
  if (!plan || plan.productId !== row.productId || plan.isArchived)
    throw invalidFieldError('planName', 'This product doesn’t have that plan.');
  const planBefore = payments.findPlanKey(current.priceId) ?? row.planName;
  const before: PlanTerms = {
    plan: planBefore,
    interval: current.interval === 'year' ? 'year' : 'month',
    quantity: current.quantity,
  };
  const after = { plan: plan.key, ...chooseTerms(plan, before, request) };
  const reason = findObstacle(current, plan, payments.findPlanKey) ?? describeNoChange(before, after);
  if (reason) throw conflictError(reason);
  const { interval, quantity } = after;
  const priceId = payments.findPriceId(plan.key, interval);
  if (!priceId) throw new AppError('unavailable', CHANGE_FAILED);
  if (current.isExtended && request.when === 'now') {
    const day = formatBillingDate(current.currentPeriodEnd, site.timeZone);
    throw conflictError(`This subscription was extended to ${day}. A change can begin then, with the next payment.`);
  }
  const givesMore = !current.isExtended && isUpgrade(before, after);
  const when = request.when ?? (givesMore ? 'now' : 'period_end');
  return { plan, interval, quantity, priceId, when };
}

/** @throws validation_failed for an interval or a number of seats that the plan isn’t sold by. */
function chooseTerms(
  plan: Plan,
  before: PlanTerms,
  request: Pick<PlanChangeRequest, 'interval' | 'quantity'>,
): Omit<PlanTerms, 'plan'> {
  const { interval: asked, quantity = carryQuantity(findPlanByKey(before.plan), plan, before.quantity) } = request;
  if (asked !== undefined && !findPrice(plan, asked))
    throw invalidFieldError(
      'interval',
      `${plan.planName} isn’t sold by the ${asked}. Reload the page and choose again.`,
    );
  if (quantity !== before.quantity && quantity > 1 && !plan.sellsSeats)
    throw invalidFieldError('quantity', `${plan.planName} isn’t sold by the seat. Reload the page and choose again.`);
  // Who pays by an interval that their plan isn’t sold by any more keeps it.
  const keeps = plan.key === before.plan || findPrice(plan, before.interval) !== undefined;
  const interval = asked ?? (keeps ? before.interval : (plan.prices[0]?.interval ?? before.interval));
  return { interval, quantity };
}

function describeNoChange(before: PlanTerms, after: PlanTerms): string | null {
  if (before.plan !== after.plan || before.interval !== after.interval || before.quantity !== after.quantity)
    return null;
  return `You’re already on ${formatPlanTerms(after)}.`;
}

function findObstacle(
  current: ProviderSubscription,
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
  return null;
}

/** Checks the offer now: whoever asked hears of it. */
async function recordStaffChange(
  deps: ChangeDeps,
  own: OwnSubscription,
  { change, request }: { change: PossibleChange; request: ChangeTarget & { prorationDate?: number | undefined } },
): Promise<UndoJson> {
  const { plan, interval, quantity, priceId } = change;
  const { actorId, userId, subscriptionId, prorationDate } = request;
  if (prorationDate !== undefined)
    await requireFreshOffer(deps, own, { priceId, quantity, prorationAt: prorationDate * 1_000 });
  const terms = { planName: plan.key, interval, quantity, prorationDate: prorationDate ?? null };
  return recordWaitingChange(deps, actorId, {
    kind: 'subscription.plan_change',
    snapshot: { userId, subscriptionId, ...terms },
  });
}

const formatWaiting = ({ plan, interval, quantity }: PossibleChange): string =>
  `${formatPlanTerms({ plan: plan.key, interval, quantity })} starts in ${UNDO_WINDOW_MS / 1_000} seconds.`;

/** `key`: of a change that may be tried again. @throws conflict, PaymentError. */
export async function changeNow(
  deps: SyncDeps,
  own: OwnSubscription,
  { priceId, quantity }: PossibleChange,
  { prorationDate, key: givenKey }: { prorationDate: number | undefined; key?: string },
): Promise<void> {
  const { id: subscriptionId } = own.current;
  const rate = findRateOfChange(deps.site.settings, own.row.productId);
  const prorationAt = prorationDate === undefined ? null : prorationDate * 1_000;
  if (prorationAt !== null) await requireFreshOffer(deps, own, { priceId, quantity, prorationAt });
  // Two clicks on one offer are one charge; without an offer, each request is its own.
  const ownKey = prorationAt === null ? randomUUID() : `change-${subscriptionId}-${priceId}-${quantity}-${prorationAt}`;
  const changed = await withoutSchedule(deps, own, () =>
    deps.payments.changeNow({ subscriptionId, priceId, quantity, rate, prorationAt }, givenKey ?? ownKey),
  );
  const { latestInvoiceId, customerId } = changed;
  if (latestInvoiceId !== null) await syncInvoice(deps, { id: latestInvoiceId, customerId });
}

/** The provider's clock decides, because it is the one that the proration is computed by. */
async function requireFreshOffer(
  { payments, site }: Pick<ChangeDeps, 'payments' | 'site'>,
  { current, row }: OwnSubscription,
  { priceId, quantity, prorationAt }: { priceId: string; quantity: number; prorationAt: number },
): Promise<void> {
  const isInPeriod = prorationAt >= current.currentPeriodStart && prorationAt < current.currentPeriodEnd;
  const outdated = conflictError('This amount is out of date. Check the new amount and confirm again.');
  if (!isInPeriod) throw outdated;
  const rate = findRateOfChange(site.settings, row.productId);
  const now = await payments.previewChange({ subscriptionId: current.id, priceId, quantity, rate, prorationAt: null });
  // A date ahead of the provider’s clock was never offered: the new plan would cost less.
  const age = now.prorationAt - prorationAt;
  if (age < 0 || age > OFFER_MS) throw outdated;
}

async function scheduleChange(
  deps: ChangeDeps,
  own: OwnSubscription,
  { priceId, quantity }: PossibleChange,
): Promise<void> {
  const { id: subscriptionId, pending } = own.current;
  if (pending?.priceId === priceId && pending.quantity === quantity) return;
  const rate = findRateOfChange(deps.site.settings, own.row.productId);
  const change = { subscriptionId, priceId, quantity, rate, prorationAt: null };
  await withoutSchedule(deps, own, () => deps.payments.scheduleChange(change, randomUUID()));
}

function formatChanged(
  { price, plan_name, pending }: SubscriptionJson,
  change: PossibleChange,
  timeZone: string,
): string {
  const { plan, interval, quantity } = change;
  const terms = formatPlanTerms({ plan: plan.key, interval, quantity });
  const isOn = (is: { plan_name: string; interval: string; quantity: number }) =>
    is.plan_name === plan.planName && is.interval === interval && is.quantity === quantity;
  if (price && isOn({ plan_name, interval: price.interval, quantity: price.quantity }))
    return `You’re now on ${terms}.`;
  if (pending && isOn(pending))
    return `Your plan changes to ${terms} on ${formatBillingDate(Date.parse(pending.at), timeZone)}.`;
  return `Pay the difference to start ${terms}.`;
}
