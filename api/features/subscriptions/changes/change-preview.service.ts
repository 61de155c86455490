import { toMinorUnits } from '#api/domain/money.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { onPaymentError, requirePayments, requireSellable } from '#api/features/subscriptions/provider.service.ts';
import type { ChangePreviewJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import { listAddedTaxes, listSubscriptionRows } from '#api/features/subscriptions/subscriptions.queries.ts';
import type { ChangePreview } from '#api/adapters/payments.ts';
import { findPrice } from '#api/domain/catalogue.ts';
import { computeAddedTax } from '#api/domain/invoice-tax.ts';
import { computePayment, type Discount } from '#api/domain/subscription-price.ts';
import { computeCharges, listExpectedPayments } from '#api/features/subscriptions/prices.service.ts';
import { type ChangeDeps, type OwnSubscription, requireLive } from './own-subscription.service.ts';
import { type PlanChangeRequest, type PossibleChange, requirePossibleChange } from './plan-change.service.ts';

/** What a change would cost, to the cent: now, and with the next payment. @throws as `changePlan`. */
export async function previewPlanChange(deps: Deps, request: PlanChangeRequest): Promise<ChangePreviewJson> {
  const row = await requireOwnRow(deps, request.userId, request.subscriptionId);
  const provided = { ...deps, payments: requirePayments(deps) };
  return preview(provided, row, request).catch(onPaymentError(deps, 'Failed to change plan'));
}

async function preview(
  deps: ChangeDeps,
  row: OwnSubscription['row'],
  request: PlanChangeRequest,
): Promise<ChangePreviewJson> {
  const own = { row, current: await requireLive(deps, row.stripeSubscriptionId) };
  const change = requirePossibleChange(deps, own, request);
  await requireSellable(deps, change.plan, change.interval);
  return change.when === 'now' ? previewNow(deps, own, change) : previewAtPeriodEnd(deps, own, change);
}

async function previewNow(deps: ChangeDeps, own: OwnSubscription, change: PossibleChange): Promise<ChangePreviewJson> {
  const { current } = own;
  const { priceId, quantity } = change;
  const due = await deps.payments.previewChange({ subscriptionId: current.id, priceId, quantity, prorationAt: null });
  const nextAt = findNextPaymentAt(due, priceId) ?? current.currentPeriodEnd;
  // A new period is charged now, and uses up what is taken off one payment.
  const isCharged = current.status !== 'trialing' && current.interval !== change.interval;
  const discounts = current.discounts.filter(({ duration }) => !isCharged || duration !== 'once');
  return {
    ...toTermsJson(change),
    effective_at: toIso(due.prorationAt),
    due_now: due.amountDue,
    lines: due.lines.map((line) => ({
      description: line.description,
      amount: line.amount,
      period_start: toIso(line.periodStart),
      period_end: toIso(line.periodEnd),
    })),
    next_payment: await computeNextPayment(deps, own, { change, at: nextAt, balance: due.balanceAfter, discounts }),
    next_payment_at: toIso(nextAt),
    currency: due.currency,
    proration_date: due.prorationAt / 1_000,
  };
}

/** The end of what the new price is charged for: a change from a yearly price begins another period. */
function findNextPaymentAt({ lines }: ChangePreview, priceId: string): number | null {
  const ends = lines.filter((line) => line.priceId === priceId).map(({ periodEnd }) => periodEnd);
  return ends.length === 0 ? null : Math.max(...ends);
}

async function previewAtPeriodEnd(
  deps: ChangeDeps,
  own: OwnSubscription,
  change: PossibleChange,
): Promise<ChangePreviewJson> {
  const { currentPeriodEnd: at, customerBalance: balance, discounts } = own.current;
  return {
    ...toTermsJson(change),
    effective_at: toIso(at),
    due_now: 0,
    lines: [],
    next_payment: await computeNextPayment(deps, own, { change, at, balance, discounts }),
    next_payment_at: toIso(at),
    currency: change.plan.currency.toLowerCase(),
    proration_date: Math.floor(deps.clock.now() / 1_000),
  };
}

/** What clients that know plans alone read as `direction` is when the change begins. */
const toTermsJson = ({ plan, interval, quantity, when }: PossibleChange) => ({
  plan_name: plan.planName,
  interval,
  quantity,
  when,
  direction: when === 'now' ? ('upgrade' as const) : ('downgrade' as const),
});

type NextPayment = { change: PossibleChange; at: number; balance: number; discounts: readonly Discount[] };

/** A plan with the discounts that a subscription keeps, and with what the balance leaves for it. */
async function computeNextPayment(
  { db }: ChangeDeps,
  { current, row }: OwnSubscription,
  { change: { plan, interval, quantity }, at, balance, discounts }: NextPayment,
): Promise<number> {
  const unitAmount = toMinorUnits(findPrice(plan, interval)?.amount ?? 0, plan.currency);
  const { id: subscriptionId, customerId, currency } = current;
  const rows = row.userId === null ? [row] : await listSubscriptionRows(db, { userId: row.userId });
  const taxes = await listAddedTaxes(db, rows);
  const net = computePayment({ unitAmount, quantity, discounts }, at);
  const next = {
    subscriptionId,
    customerId,
    at,
    amount: net + computeAddedTax(net, taxes.get(subscriptionId) ?? []),
    currency,
  };
  const others = listExpectedPayments(
    rows.filter((each) => each.stripeSubscriptionId !== subscriptionId),
    taxes,
  );
  const earlier = others.filter((payment) => payment.customerId === customerId && payment.at < at);
  return computeCharges([...earlier, next], balance).get(subscriptionId) ?? 0;
}
