import type { AuditAction } from '#api/domain/enums.ts';
import type { Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { isEnded, isLive } from '#api/domain/entitlements.ts';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueEmailStatement, type NewEmail } from '#api/features/mail/outbox/outbox.service.ts';
import { findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { formatComingPayments } from '#api/domain/payment-words.ts';
import { formatPlanTerms } from '#api/domain/plan-words.ts';
import type { Statement } from '#db/write.ts';
import type { ComingPaymentJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { isAskedByStaff } from './change-requests.service.ts';
import type { InvoiceRow, InvoiceValues, SubscriptionRow, SubscriptionValues } from './sync.mapper.ts';
import { toReceiptData } from './receipt.mapper.ts';
import type { BillingUser } from './sync.queries.ts';

/** No email about what is first seen so long after it happened, as with the history of an account that is linked later (ms). */
export const EMAIL_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** What a sync needs. */
export type SyncDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'secrets' | 'outboxWorker' | 'subscriptionWebhooks' | 'site'
> & {
  payments: Payments;
  /** When it happened (UTC ms), where the events about it came late; the audit log has this time. */
  happenedAt?: number | null;
  /** The account of the user is deleted next: no email leads to it. */
  closesAccount?: boolean;
};

type EffectDeps = Pick<SyncDeps, 'db' | 'clock' | 'secrets' | 'site' | 'happenedAt' | 'closesAccount'>;
type Email = Pick<Extract<NewEmail, { kind: BillingEmailKind }>, 'kind' | 'data' | 'dedupeKey'>;
type BillingEmailKind =
  | 'payment-receipt'
  | 'payment-failed'
  | 'plan-changed'
  | 'subscription-cancelled'
  | 'subscription-reactivated'
  | 'trial-started'
  | 'trial-ending';

type SubscriptionChange = {
  row: SubscriptionRow | null;
  values: SubscriptionValues;
  user: BillingUser | null;
  /** The user has another one to the same product: the end of this one takes nothing away. */
  hasOther: boolean;
  /** After a change of terms; empty where they aren’t known. */
  coming: readonly ComingPaymentJson[];
};

/** Audit rows and emails for what changed in a subscription, for the batch that writes the row. */
export function subscriptionEffectStatements(deps: EffectDeps, change: SubscriptionChange): Statement[] {
  const { values } = change;
  const acts = listActs(change);
  const at = deps.happenedAt ?? deps.clock.now();
  const isRecent = at >= deps.clock.now() - EMAIL_MAX_AGE_MS;
  const audits = acts.map(([action, key]) =>
    insertAuditStatement(deps.db, {
      at,
      action,
      actorId: null,
      subject: `subscription:${values.stripeSubscriptionId}`,
      detail: { user: values.userId, plan: values.planName, status: values.status },
      dedupeKey: `${action}:${values.stripeSubscriptionId}:${key}`,
    }),
  );
  const mails = isRecent ? acts.flatMap(([action, key]) => toSubscriptionEmail(deps, change, action, key) ?? []) : [];
  return [...audits, ...mails.flatMap((mail) => enqueueFor(deps, change.user, mail))];
}

/** What happened, each with a key that the same change always has. */
export function listActs({
  row,
  values,
}: Pick<SubscriptionChange, 'row' | 'values'>): [AuditAction, key: string | number][] {
  const acts: [AuditAction, string | number][] = [];
  const wasLive = row !== null && isLive(row.status);
  const isNowLive = isLive(values.status);
  if (!wasLive && isNowLive) acts.push(['subscription.started', '']);
  if (row !== null && isOnOtherTerms(row, values))
    acts.push(['subscription.plan_changed', `${values.planName}:${values.currentPeriodStart}:${row.syncedAt}`]);
  if (isNowLive && values.pendingPlanName !== null && !isSamePending(row, values))
    acts.push(['subscription.change_scheduled', `${values.pendingPlanName}:${values.pendingAt}:${row?.syncedAt}`]);
  if (isNowLive && row?.pendingPlanName && !values.pendingPlanName && !hasBegun(row, values))
    acts.push(['subscription.change_cancelled', `${row.pendingPlanName}:${row.pendingAt}:${row.syncedAt}`]);
  if (isNowLive && values.cancelAt !== null && (row?.cancelAt ?? null) === null)
    acts.push(['subscription.cancel_scheduled', values.canceledAt ?? values.cancelAt]);
  if (isNowLive && row !== null && row.cancelAt !== null && values.cancelAt === null)
    acts.push(['subscription.reactivated', row.canceledAt ?? row.cancelAt]);
  if (values.status === 'past_due' && row?.status !== 'past_due')
    acts.push(['subscription.past_due', values.currentPeriodStart]);
  if (row?.status === 'past_due' && values.status === 'active')
    acts.push(['subscription.recovered', values.currentPeriodStart]);
  if (isEnded(values.status) && (row === null || !isEnded(row.status))) acts.push(['subscription.ended', '']);
  return acts;
}

const isSamePending = (row: SubscriptionRow | null, values: SubscriptionValues): boolean =>
  row?.pendingPlanName === values.pendingPlanName &&
  row.pendingAt === values.pendingAt &&
  // Not stored by earlier versions.
  (row.pendingQuantity === null ||
    (row.pendingQuantity === values.pendingQuantity && row.pendingInterval === values.pendingInterval));

/** Another plan, interval or number of seats. The interval of a row that was written before it was read isn’t known to differ. */
const isOnOtherTerms = (row: SubscriptionRow, values: SubscriptionValues): boolean =>
  row.planName !== values.planName ||
  row.quantity !== values.quantity ||
  (row.interval !== null && row.interval !== values.interval);

type Pending = Pick<SubscriptionValues, 'pendingPlanName' | 'pendingQuantity' | 'pendingInterval'>;

/** Whether the terms that a row awaits are those that the subscription has. */
const hasBegun = (row: Pending, values: SubscriptionValues): boolean =>
  row.pendingPlanName === values.planName &&
  (row.pendingQuantity ?? values.quantity) === values.quantity &&
  (row.pendingInterval ?? values.interval) === values.interval;

const formatRowTerms = (row: Pick<SubscriptionValues, 'planName' | 'interval' | 'quantity'>): string =>
  formatPlanTerms({
    plan: row.planName,
    interval: row.interval === 'year' ? 'year' : 'month',
    quantity: row.quantity,
  });

/** The customer's credit at Stripe, for an email; nothing where there is none. */
function formatCredit({ customerBalance, currency }: SubscriptionValues): { credit?: string } {
  if (customerBalance === null || customerBalance >= 0 || currency === null) return {};
  return { credit: formatCents(-customerBalance, currency) };
}

/** The terms that a booked change leads to. */
const formatPendingTerms = (
  row: Pending & Pick<SubscriptionValues, 'interval' | 'quantity'>,
  planName: string,
): string =>
  formatRowTerms({
    planName,
    interval: row.pendingInterval ?? row.interval,
    quantity: row.pendingQuantity ?? row.quantity,
  });

function toSubscriptionEmail(
  { clock, site, closesAccount = false }: EffectDeps,
  { row, values, hasOther, coming }: SubscriptionChange,
  action: AuditAction,
  key: string | number,
): Email | null {
  const formatDate = (at: number) => formatBillingDate(at, site.timeZone);
  const credit = formatCredit(values);
  const byStaff = isAskedByStaff(row, action, values) ? { isByStaff: true } : {};
  const planName = getPlanName(values.planName);
  const productName = findProductName(values.productId) ?? '';
  const dedupeKey = `${action}:${values.stripeSubscriptionId}:${key}`;
  const plan = { productName, planName };
  const payments =
    coming.length === 0 ? {} : { payments: formatComingPayments(coming, toPaymentTerms(values, site.timeZone)) };
  switch (action) {
    case 'subscription.plan_changed':
      if (row === null) return null;
      return {
        kind: 'plan-changed',
        dedupeKey,
        data: {
          productName,
          fromPlan: formatRowTerms(row),
          toPlan: formatRowTerms(values),
          startsOn: null,
          ...payments,
          ...credit,
          ...byStaff,
        },
      };
    case 'subscription.change_scheduled': {
      if (values.pendingPlanName === null || values.pendingAt === null) return null;
      // Another price of the same terms is told by whoever asked for it.
      if (hasBegun(values, values)) return null;
      const startsOn = formatDate(values.pendingAt);
      const toPlan = formatPendingTerms(values, values.pendingPlanName);
      const data = {
        productName,
        fromPlan: formatRowTerms(values),
        toPlan,
        startsOn,
        ...payments,
        ...credit,
        ...byStaff,
      };
      return { kind: 'plan-changed', dedupeKey, data };
    }
    case 'subscription.cancel_scheduled': {
      const endsOn = formatDate(values.cancelAt ?? values.currentPeriodEnd);
      return {
        kind: 'subscription-cancelled',
        dedupeKey,
        data: { ...plan, endsOn, canReactivate: true, ...credit, ...byStaff },
      };
    }
    case 'subscription.reactivated':
      return {
        kind: 'subscription-reactivated',
        dedupeKey,
        data: { ...plan, renewsOn: formatDate(values.currentPeriodEnd), ...byStaff },
      };
    case 'subscription.ended': {
      const endedAt = values.endedAt ?? values.currentPeriodEnd;
      // One that was never paid for gave nothing that could end.
      if (hasOther || values.status === 'incomplete_expired') return null;
      if (row === null && endedAt < clock.now() - EMAIL_MAX_AGE_MS) return null;
      const isUnpaid = values.cancellationReason === 'payment_failed';
      const data = {
        ...plan,
        endsOn: formatDate(endedAt),
        canReactivate: false,
        isUnpaid,
        ...credit,
        ...(closesAccount && { hasAccount: false }),
      };
      return { kind: 'subscription-cancelled', dedupeKey, data };
    }
    default:
      return null;
  }
}

type InvoiceChange = {
  row: InvoiceRow | null;
  values: InvoiceValues;
  user: BillingUser | null;
  /** Its subscription has ended because it stayed unpaid: the email about that says so, and there is nothing to pay any more. */
  hasEndedUnpaid: boolean;
  /** Of a payment that is new. */
  receiptNumber: number | null;
};

/** Emails and audit rows for what changed in an invoice: receipt, failed attempt, refund. */
export function invoiceEffectStatements(
  deps: EffectDeps,
  { row, values, user, hasEndedUnpaid, receiptNumber }: InvoiceChange,
): Statement[] {
  const { stripeInvoiceId: id, planName, productId } = values;
  const isOld = row === null && (values.paidAt ?? values.createdAt) < deps.clock.now() - EMAIL_MAX_AGE_MS;
  const statements: Statement[] = [];
  if (values.amountRefunded > (row?.amountRefunded ?? 0)) {
    statements.push(
      insertAuditStatement(deps.db, {
        at: deps.happenedAt ?? deps.clock.now(),
        action: 'payment.refunded',
        actorId: null,
        subject: `invoice:${id}`,
        detail: { user: values.userId, cents: values.amountRefunded, currency: values.currency },
        dedupeKey: `payment.refunded:${id}:${values.amountRefunded}`,
      }),
    );
  }
  if (isOld || planName === null || productId === null) return statements;
  const formatDate = (at: number) => formatBillingDate(at, deps.site.timeZone);
  const plan = { productName: findProductName(productId) ?? '', planName: getPlanName(planName) };
  const isNewlyPaid = values.status === 'paid' && row?.status !== 'paid';
  if (isNewlyPaid && values.amountPaid > 0 && values.amountRefunded < values.amountPaid) {
    const data = {
      ...plan,
      amount: formatCents(values.amountPaid, values.currency),
      number: values.number ?? id,
      ...toReceiptData(values, { receiptNumber, site: deps.site }),
      periodStart: formatDate(values.periodStart),
      periodEnd: formatDate(values.periodEnd),
      ...(user && { invoiceId: id, userId: user.id }),
    };
    statements.push(...enqueueFor(deps, user, { kind: 'payment-receipt', dedupeKey: `payment-receipt:${id}`, data }));
  }
  const hasFailed = values.status === 'open' && values.attemptCount > (row?.attemptCount ?? 0);
  if (hasFailed && values.amountDue > 0 && !hasEndedUnpaid) {
    const nextAttempt = values.nextPaymentAttempt === null ? null : formatDate(values.nextPaymentAttempt);
    const data = { ...plan, amount: formatCents(values.amountDue, values.currency), invoiceId: id, nextAttempt };
    const dedupeKey = `payment-failed:${id}:${values.attemptCount}`;
    statements.push(...enqueueFor(deps, user, { kind: 'payment-failed', dedupeKey, data }));
  }
  return statements;
}

/** How often payments are repeated after a booked change. */
const toPaymentTerms = (
  row: Pick<SubscriptionValues, 'currency' | 'interval' | 'intervalCount' | 'pendingInterval'>,
  timeZone: string,
) => ({
  currency: row.currency ?? '',
  interval: row.pendingInterval ?? row.interval ?? 'month',
  interval_count: row.pendingInterval === null || row.pendingInterval === row.interval ? row.intervalCount : 1,
  timeZone,
});

type Trial = {
  kind: 'trial-started' | 'trial-ending';
  row: SubscriptionRow;
  user: BillingUser | null;
  /** Empty where the price isn't known. */
  coming: readonly ComingPaymentJson[];
};

/** The email that a trial has begun, or ends soon: once for each end; none where nothing will be charged. */
export function trialStatements(deps: EffectDeps, { kind, row, user, coming }: Trial): Statement[] {
  const { trialEnd, stripeSubscriptionId, status, cancelAt } = row;
  if (trialEnd === null || status !== 'trialing' || cancelAt !== null || trialEnd <= deps.clock.now()) return [];
  const [next, ...later] = coming;
  const { timeZone } = deps.site;
  const terms = toPaymentTerms(row, timeZone);
  const data = {
    productName: findProductName(row.productId) ?? '',
    planName: formatRowTerms(row),
    nextPlan: row.pendingPlanName === null || hasBegun(row, row) ? null : formatPendingTerms(row, row.pendingPlanName),
    amount: next ? formatCents(next.amount, terms.currency) : null,
    isFree: next?.amount === 0,
    later: later.length > 0 ? formatComingPayments(later, terms) : null,
    endsOn: formatBillingDate(trialEnd, timeZone),
  };
  // A trial begins once, whenever it ends by now.
  const key = kind === 'trial-started' ? '' : `:${trialEnd}`;
  return enqueueFor(deps, user, { kind, data, dedupeKey: `${kind}:${stripeSubscriptionId}${key}` });
}

function enqueueFor(deps: EffectDeps, user: BillingUser | null, mail: Email): Statement[] {
  if (user === null) return [];
  const data = { ...mail.data, firstName: user.firstName };
  return [enqueueEmailStatement(deps, { ...mail, data, to: { email: user.email }, now: deps.clock.now() } as NewEmail)];
}
