import { toMinorUnits } from '#api/domain/money.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { onPaymentError, requirePayments, requireSellable } from '#api/features/subscriptions/provider.service.ts';
import type { ChangePreviewJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import type { ProviderSubscription } from '#api/adapters/payments.ts';
import type { Plan } from '#api/domain/catalogue.ts';
import { computePayment } from '#api/domain/subscription-price.ts';
import { type ChangeDeps, type OwnSubscription, requireLive } from './own-subscription.service.ts';
import { type PlanChangeRequest, type PossibleChange, requirePossibleChange } from './plan-change.service.ts';

/** What a change would cost, to the cent: now, and with the next payment. @throws as `changePlan`. */
export async function previewPlanChange(deps: Deps, request: PlanChangeRequest): Promise<ChangePreviewJson> {
  const row = await requireOwnRow(deps, request.userId, request.subscriptionId);
  const provided = { ...deps, payments: requirePayments(deps) };
  return preview(provided, row, request.planName).catch(onPaymentError(deps, 'Failed to change plan'));
}

async function preview(deps: ChangeDeps, row: OwnSubscription['row'], planName: string): Promise<ChangePreviewJson> {
  const own = { row, current: await requireLive(deps, row.stripeSubscriptionId) };
  const change = requirePossibleChange(deps, own, planName);
  await requireSellable(deps, change.plan.planName);
  return change.direction === 'upgrade' ? previewUpgrade(deps, own, change) : previewDowngrade(deps, own, change);
}

async function previewUpgrade(
  { payments }: ChangeDeps,
  { current }: OwnSubscription,
  { plan, priceId }: PossibleChange,
): Promise<ChangePreviewJson> {
  const due = await payments.previewChange({ subscriptionId: current.id, priceId, prorationAt: null });
  return {
    plan_name: plan.planName,
    direction: 'upgrade',
    effective_at: toIso(due.prorationAt),
    due_now: due.amountDue,
    lines: due.lines.map((line) => ({
      description: line.description,
      amount: line.amount,
      period_start: toIso(line.periodStart),
      period_end: toIso(line.periodEnd),
    })),
    next_payment: Math.max(0, computeNextPayment(current, plan) + due.balanceAfter),
    next_payment_at: toIso(current.currentPeriodEnd),
    currency: due.currency,
    proration_date: due.prorationAt / 1_000,
  };
}

async function previewDowngrade(
  { payments, clock }: ChangeDeps,
  { current }: OwnSubscription,
  { plan }: PossibleChange,
): Promise<ChangePreviewJson> {
  const balance = await payments.getBalance(current.customerId);
  const startsAt = toIso(current.currentPeriodEnd);
  return {
    plan_name: plan.planName,
    direction: 'downgrade',
    effective_at: startsAt,
    due_now: 0,
    lines: [],
    next_payment: Math.max(0, computeNextPayment(current, plan) + balance),
    next_payment_at: startsAt,
    currency: plan.currency.toLowerCase(),
    proration_date: Math.floor(clock.now() / 1_000),
  };
}

/** A plan at the quantity and with the discounts that a subscription keeps. */
const computeNextPayment = (current: ProviderSubscription, plan: Plan): number =>
  computePayment({ ...current, unitAmount: toMinorUnits(plan.price, plan.currency) }, current.currentPeriodEnd);
