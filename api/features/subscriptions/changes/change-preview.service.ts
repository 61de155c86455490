import { toMinorUnits } from '#api/domain/money.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { onPaymentError, requirePayments, requireSellable } from '#api/features/subscriptions/provider.service.ts';
import type { ChangePreviewJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import { listAddedTaxes, listSubscriptionRows } from '#api/features/subscriptions/subscriptions.queries.ts';
import type { ChangePreview, ProviderSubscription } from '#api/adapters/payments.ts';
import { findPrice } from '#api/domain/catalogue.ts';
import { findRateOfChange, listAddedAfterChange } from '#api/domain/charged-rate.ts';
import { forecastPayments } from '#api/domain/payment-forecast.ts';
import type { Discount } from '#api/domain/subscription-price.ts';
import { listExpectedPayments, toComingPaymentsJson } from '#api/features/subscriptions/prices.service.ts';
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
  const rate = findRateOfChange(deps.site.settings, own.row.productId);
  const due = await deps.payments.previewChange({
    subscriptionId: current.id,
    priceId,
    quantity,
    rate,
    prorationAt: null,
  });
  const nextAt = findNextPaymentAt(due, priceId) ?? current.currentPeriodEnd;
  // A new period is charged now, and uses up what is taken off one payment.
  const isCharged = current.status !== 'trialing' && current.interval !== change.interval;
  const discounts = current.discounts.filter(({ duration }) => !isCharged || duration !== 'once');
  return {
    ...toTermsJson(change),
    effective_at: toIso(due.prorationAt),
    due_now: due.amountDue,
    discount: due.discount,
    tax_added: due.taxAdded,
    tax_included: due.taxIncluded,
    credit_left: Math.max(0, -due.balanceAfter),
    lines: due.lines.map((line) => ({
      description: line.description,
      amount: line.amount,
      period_start: toIso(line.periodStart),
      period_end: toIso(line.periodEnd),
    })),
    ...(await forecastChange(deps, own, {
      change,
      at: nextAt,
      periodStart: nextAt === current.currentPeriodEnd ? findPeriodStart(current) : due.prorationAt,
      balance: due.balanceAfter,
      discounts,
    })),
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
  const periodStart = findPeriodStart(own.current);
  return {
    ...toTermsJson(change),
    effective_at: toIso(at),
    due_now: 0,
    discount: 0,
    tax_added: 0,
    tax_included: 0,
    credit_left: 0,
    lines: [],
    ...(await forecastChange(deps, own, { change, at, periodStart, balance, discounts })),
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

/** The end of a trial begins periods of its own, whatever day it began on. */
const findPeriodStart = ({ status, currentPeriodStart, currentPeriodEnd }: ProviderSubscription): number =>
  status === 'trialing' ? currentPeriodEnd : currentPeriodStart;

type Changed = {
  change: PossibleChange;
  /** The next payment, and when the period before it begins (UTC ms). */
  at: number;
  periodStart: number;
  balance: number;
  discounts: readonly Discount[];
};

/** The payments of a plan with the discounts that a subscription keeps, and with what the balance leaves for it. */
async function forecastChange(
  { db, site }: ChangeDeps,
  subject: OwnSubscription,
  { change: { plan, interval, quantity }, balance, ...changed }: Changed,
): Promise<Pick<ChangePreviewJson, 'next_payment' | 'next_payment_at' | 'coming_payments'>> {
  const { current, row } = subject;
  const { id: subscriptionId, customerId, currency } = current;
  const rows = row.userId === null ? [row] : await listSubscriptionRows(db, { userId: row.userId });
  const taxes = await listAddedTaxes(db, rows);
  const others = listExpectedPayments(
    rows.filter((each) => each.stripeSubscriptionId !== subscriptionId && each.customerId === customerId),
    taxes,
  );
  const own = {
    ...changed,
    subscriptionId,
    customerId,
    interval,
    intervalCount: 1,
    unitAmount: toMinorUnits(findPrice(plan, interval)?.amount ?? 0, plan.currency),
    quantity,
    currency,
    addedTaxes: listAddedAfterChange(site.settings, row.productId, current.tax) ?? taxes.get(subscriptionId) ?? [],
  };
  const payments = forecastPayments([own, ...others], balance).get(subscriptionId) ?? [];
  return {
    next_payment: payments[0]?.amount ?? 0,
    next_payment_at: toIso(changed.at),
    coming_payments: toComingPaymentsJson(payments),
  };
}
