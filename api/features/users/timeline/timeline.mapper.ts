import { findPlanName, findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { describeDeliveryError } from '#api/features/mail/outbox/delivery-errors.service.ts';
import type { TimelineEntryJson, TimelineKind } from '#api/features/users/users.contract.ts';
import { toActorJson } from '#api/features/users/users.mapper.ts';
import type { listAuditRows, listEmailRows, listInvoiceRows } from './timeline.queries.ts';

type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];
type EmailRow = Awaited<ReturnType<typeof listEmailRows>>[number];
type InvoiceRow = Awaited<ReturnType<typeof listInvoiceRows>>[number];

const NO_VALUES: TimelineEntryJson['values'] = {
  detail: null,
  before: null,
  after: null,
  reason: null,
  until: null,
  email_id: null,
  email_kind: null,
  last_error: null,
  amount: null,
  currency: null,
  invoice_number: null,
  invoice_url: null,
  product_name: null,
  plan_name: null,
};

export function toAuditEntry({ audit, subscription, blacklisting, ...user }: AuditRow): TimelineEntryJson {
  const { detail, before, after } = audit;
  return {
    id: `audit:${audit.id}`,
    kind: toKind(audit.action),
    action: audit.action,
    at: toIso(audit.at),
    actor: toActorJson(audit.actorId, user),
    values: {
      ...NO_VALUES,
      // Names the plan of then by its key.
      detail: detail && typeof detail.plan === 'string' ? { ...detail, plan: getPlanName(detail.plan) } : detail,
      before,
      after,
      reason: blacklisting?.reason ?? null,
      until: toIsoOrNull(blacklisting?.until ?? null),
      product_name: findProductName(subscription?.productId ?? null),
      plan_name: findPlanName(subscription?.planName ?? null),
    },
  };
}

function toKind(action: string): TimelineKind {
  if (action.startsWith('auth.') || action === 'user.created') return 'sign_in';
  return action.startsWith('subscription.') || action.startsWith('payment.') ? 'payment' : 'admin';
}

export const toEmailEntry = (row: EmailRow): TimelineEntryJson => ({
  id: `email:${row.id}`,
  kind: 'email',
  action: `email.${row.status}`,
  at: toIso(row.createdAt),
  actor: null,
  values: {
    ...NO_VALUES,
    email_id: row.id,
    email_kind: row.kind,
    last_error: describeDeliveryError(row.lastError).text,
  },
});

export const toInvoiceEntry = (row: InvoiceRow, invoiceUrl: string | null): TimelineEntryJson => ({
  id: `invoice:${row.id}`,
  kind: 'payment',
  action: row.status === 'open' && row.attemptCount > 0 ? 'invoice.failed' : `invoice.${row.status}`,
  at: toIso(row.paidAt ?? row.createdAt),
  actor: null,
  values: {
    ...NO_VALUES,
    amount: row.total,
    currency: row.currency,
    invoice_number: row.number,
    invoice_url: invoiceUrl,
    product_name: findProductName(row.productId),
    plan_name: findPlanName(row.planName),
  },
});
