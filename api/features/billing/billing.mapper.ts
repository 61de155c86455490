import { region } from '#api/domain/region.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { findPlanName, findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { type StripeReport, stripeCheckTitles } from '#api/domain/stripe-report.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import type { z } from 'zod';
import type {
  DisputesJson,
  pastDueResponse,
  ReconciliationsJson,
  RevenueJson,
  StripeEventJson,
} from './billing.contract.ts';
import type { BillingProblemCounts } from '#db/queries/billing-problems.ts';
import type {
  DriftRow,
  EventListRow,
  listDisputeRows,
  listRefundRows,
  PastDueRow,
  RunRow,
  sumRevenue,
} from './billing.queries.ts';

type DisputeRow = Awaited<ReturnType<typeof listDisputeRows>>[number];
type RefundRow = Awaited<ReturnType<typeof listRefundRows>>[number];
type RevenueRow = Awaited<ReturnType<typeof sumRevenue>>[number];
type MonthJson = RevenueJson['months'][number];

export const toEventJson = (row: EventListRow): StripeEventJson => ({
  id: row.id,
  type: row.type,
  object_id: row.objectId,
  status: row.status,
  attempts: row.attempts,
  last_error: row.lastError,
  next_attempt_at: row.status === 'failed' ? toIso(row.nextAttemptAt) : null,
  created_at: toIso(row.createdAt),
  received_at: toIso(row.receivedAt),
  applied_at: toIsoOrNull(row.appliedAt),
  user_id: row.userId,
  user_email: row.userEmail,
});

export const toProblemCountsJson = (row: BillingProblemCounts) => ({
  failed_events: row.failedEvents,
  past_due: row.pastDue,
  open_disputes: row.openDisputes,
  dispute_due_at: toIsoOrNull(row.disputeDueAt),
  failed_refunds: row.failedRefunds,
});

/** What needs someone, the worst first. */
export function toProblemsJson(report: StripeReport | null) {
  const list = (state: 'error' | 'warning') =>
    (report?.lines ?? [])
      .filter((line) => line.state === state)
      .map(({ name, text }) => ({ title: stripeCheckTitles[name], state, text }));
  return [...list('error'), ...list('warning')];
}

/** One month with the sums of its plans; a month without payments has none. */
export function toMonthJson(month: string, rows: readonly RevenueRow[]): MonthJson {
  const plans = rows
    .filter((row) => row.month === month)
    .map((row) => ({
      product_name: findProductName(row.productId) ?? '',
      plan_name: findPlanName(row.planName) ?? 'Other',
      paid: row.paid,
      refunded: row.refunded,
      disputed: row.disputed,
      invoices: row.invoices,
    }));
  const sum = (name: 'paid' | 'refunded' | 'disputed') => plans.reduce((total, plan) => total + plan[name], 0);
  return { month, plans, paid: sum('paid'), refunded: sum('refunded'), disputed: sum('disputed') };
}

export const toPastDueJson = ({
  subscription,
  invoice,
  user,
}: PastDueRow): z.infer<typeof pastDueResponse>['data'][number] => ({
  user_id: user?.id ?? null,
  user_email: user?.email ?? null,
  user_name: (user && formatFullName(user)) || null,
  stripe_subscription_id: subscription.stripeSubscriptionId,
  product_name: findProductName(subscription.productId) ?? '',
  plan_name: getPlanName(subscription.planName),
  status: subscription.status,
  amount_due: invoice?.amountDue ?? 0,
  currency: invoice?.currency ?? region.currency.toLowerCase(),
  failed_at: toIsoOrNull(invoice?.createdAt ?? null),
  attempt_count: invoice?.attemptCount ?? 0,
  next_attempt_at: toIsoOrNull(invoice?.nextPaymentAttempt ?? null),
});

export const toRunJson = (row: RunRow): ReconciliationsJson['runs'][number] => ({
  id: row.id,
  started_at: toIso(row.startedAt),
  finished_at: toIsoOrNull(row.finishedAt),
  is_nightly: row.actorId === null,
  checked: row.checked,
  found: row.found,
  repaired: row.repaired,
  error: row.error,
});

/** Plans are stored by their keys. */
const nameValue = (field: string, value: string | null): string | null =>
  /planName$/i.test(field) ? findPlanName(value) : value;

export const toDriftJson = ({ drift, userEmail }: DriftRow): ReconciliationsJson['drifts'][number] => ({
  id: drift.id,
  user_id: drift.userId,
  user_email: userEmail,
  object_id: drift.objectId,
  field: drift.field,
  local_value: nameValue(drift.field, drift.localValue),
  stripe_value: nameValue(drift.field, drift.stripeValue),
  found_at: toIso(drift.foundAt),
  repaired_at: toIsoOrNull(drift.repairedAt),
});

export const toDisputeJson = (row: DisputeRow): DisputesJson['disputes'][number] => ({
  id: row.dispute.stripeDisputeId,
  user_id: row.userId,
  user_email: row.userEmail,
  invoice_number: row.number,
  amount: row.dispute.amount,
  currency: row.dispute.currency,
  reason: row.dispute.reason,
  status: row.dispute.status,
  due_at: toIsoOrNull(row.dispute.dueAt),
  created_at: toIso(row.dispute.createdAt),
});

export const toRefundJson = (row: RefundRow): DisputesJson['refunds'][number] => ({
  id: row.refund.stripeRefundId,
  user_id: row.userId,
  user_email: row.userEmail,
  invoice_number: row.number,
  amount: row.refund.amount,
  currency: row.refund.currency,
  status: row.refund.status,
  failure_reason: row.refund.failureReason,
  is_open: row.isOpen === 1,
  settled_at: toIsoOrNull(row.refund.settledAt),
  created_at: toIso(row.refund.createdAt),
});
