import { findProductName, getPlanName } from '#api/domain/catalogue.ts';
import type { ProviderDispute, ProviderRefund } from '#api/adapters/payments.ts';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import type { Statement } from '#db/write.ts';
import { EMAIL_MAX_AGE_MS, type SyncDeps } from './effects.service.ts';
import { toRefundData } from './receipt.mapper.ts';
import type { InvoiceValues } from './sync.mapper.ts';
import type { BillingUser, DisputeRow, RefundRow } from './sync.queries.ts';

type EffectDeps = Pick<SyncDeps, 'db' | 'clock' | 'log' | 'secrets' | 'site' | 'happenedAt'>;
type RefundChange = {
  values: InvoiceValues;
  user: BillingUser | null;
  /** Those that are new, or have another status. */
  refunds: readonly ProviderRefund[];
  /** All of the invoice: the share of the tax of each depends on those before it. */
  all: readonly ProviderRefund[];
  known: readonly RefundRow[];
  /** Who is told of one that failed. */
  managers: readonly BillingUser[];
};

const isOnItsWay = ({ status }: Pick<ProviderRefund, 'status'>): boolean =>
  status !== 'failed' && status !== 'canceled';

/**
 * The emails to the customer about refunds; of one that failed also those to who looks after payments, and the audit row; for the batch
 * that writes the invoice.
 */
export function refundEffectStatements(deps: EffectDeps, change: RefundChange): Statement[] {
  const { known, refunds } = change;
  return refunds.flatMap((refund) => {
    const before = known.find(({ stripeRefundId }) => stripeRefundId === refund.id) ?? null;
    if (before === null && isOnItsWay(refund)) return refundEmail(deps, change, { refund, kind: 'payment-refunded' });
    if (refund.status !== 'failed' || before?.status === 'failed') return [];
    deps.log.error(
      { refund: refund.id, invoice: change.values.stripeInvoiceId },
      'refund failed: pay it back another way',
    );
    return [
      insertAuditStatement(deps.db, {
        at: deps.happenedAt ?? deps.clock.now(),
        action: 'payment.refund_failed',
        actorId: null,
        subject: `invoice:${change.values.stripeInvoiceId}`,
        detail: { user: change.values.userId, cents: refund.amount, currency: refund.currency },
        dedupeKey: `payment.refund_failed:${refund.id}`,
      }),
      // Only to whom it was announced.
      ...(before === null ? [] : refundEmail(deps, change, { refund, kind: 'refund-failed' })),
      ...managerEmails(deps, change, { refund, isCustomerTold: before !== null && change.user !== null }),
    ];
  });
}

/** Nobody is mailed about the history of an account that is linked later. */
function managerEmails(
  deps: EffectDeps,
  { values, user, managers }: RefundChange,
  { refund, isCustomerTold }: { refund: ProviderRefund; isCustomerTold: boolean },
): Statement[] {
  const now = deps.clock.now();
  if (!isCustomerTold && refund.createdAt < now - EMAIL_MAX_AGE_MS) return [];
  const data = {
    amount: formatCents(refund.amount, refund.currency),
    number: values.number ?? values.stripeInvoiceId,
    customerEmail: user?.email ?? null,
    isCustomerTold,
  };
  return managers.map((manager) =>
    enqueueEmailStatement(deps, {
      kind: 'refund-needs-attention',
      data: { ...data, firstName: manager.firstName },
      dedupeKey: `refund-needs-attention:${refund.id}:${manager.id}`,
      to: { email: manager.email },
      now,
    }),
  );
}

type RefundEmail = { refund: ProviderRefund; kind: 'payment-refunded' | 'refund-failed' };

function refundEmail(
  deps: EffectDeps,
  { values, user, all }: RefundChange,
  { refund, kind }: RefundEmail,
): Statement[] {
  const { productId, planName, number, stripeInvoiceId: id } = values;
  const now = deps.clock.now();
  const isOld = kind === 'payment-refunded' && refund.createdAt < now - EMAIL_MAX_AGE_MS;
  if (user === null || productId === null || planName === null || isOld) return [];
  const data = {
    firstName: user.firstName,
    productName: findProductName(productId) ?? '',
    planName: getPlanName(planName),
    amount: formatCents(refund.amount, refund.currency),
    number: number ?? id,
    ...(kind === 'payment-refunded' && toRefundData(values, { refund, refunds: all, site: deps.site })),
  };
  return [
    enqueueEmailStatement(deps, { kind, data, dedupeKey: `${kind}:${refund.id}`, to: { email: user.email }, now }),
  ];
}

type DisputeChange = {
  values: InvoiceValues;
  user: BillingUser | null;
  disputes: readonly ProviderDispute[];
  known: readonly DisputeRow[];
  /** Who is told. */
  managers: readonly BillingUser[];
};

/** A new dispute is told to those who look after payments: it can be answered for a few days only. */
export function disputeEffectStatements(deps: EffectDeps, change: DisputeChange): Statement[] {
  const { values, user, disputes, known, managers } = change;
  const now = deps.clock.now();
  return disputes
    .filter(({ id }) => !known.some(({ stripeDisputeId }) => stripeDisputeId === id))
    .flatMap((dispute) => {
      deps.log.error({ dispute: dispute.id, invoice: values.stripeInvoiceId }, 'payment disputed: answer it in Stripe');
      const audit = insertAuditStatement(deps.db, {
        at: deps.happenedAt ?? now,
        action: 'payment.disputed',
        actorId: null,
        subject: `dispute:${dispute.id}`,
        detail: { user: values.userId, plan: values.planName, cents: dispute.amount, currency: dispute.currency },
        dedupeKey: `payment.disputed:${dispute.id}`,
      });
      if (dispute.createdAt < now - EMAIL_MAX_AGE_MS) return [audit];
      const data = {
        amount: formatCents(dispute.amount, dispute.currency),
        reason: dispute.reason,
        dueOn: dispute.dueAt === null ? null : formatBillingDate(dispute.dueAt, deps.site.timeZone),
        number: values.number ?? values.stripeInvoiceId,
        customerEmail: user?.email ?? null,
      };
      const mails = managers.map((manager) =>
        enqueueEmailStatement(deps, {
          kind: 'payment-disputed',
          data: { ...data, firstName: manager.firstName },
          dedupeKey: `payment-disputed:${dispute.id}:${manager.id}`,
          to: { email: manager.email },
          now,
        }),
      );
      return [audit, ...mails];
    });
}
