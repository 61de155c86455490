import { findPlanName, findProductName } from '#api/domain/catalogue.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { createInvoiceLinks } from '#api/features/subscriptions/invoices/invoice-links.service.ts';
import { getRefundable } from '#api/features/subscriptions/refunds/refunds.service.ts';
import type { UserPaymentsJson } from '#api/features/users/users.contract.ts';
import { requireVisibleUser } from '#api/features/users/users.service.ts';
import * as queries from './detail.queries.ts';

type InvoiceRow = Awaited<ReturnType<typeof queries.listInvoiceRows>>[number];

/** A user's invoices, the newest first, with links for the viewer. @throws not_found. */
export async function getUserPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  id: number,
  viewerId: number,
): Promise<UserPaymentsJson> {
  await requireVisibleUser(deps, id);
  const rows = await queries.listInvoiceRows(deps.db, id);
  return {
    payments: rows.map((row) => toPaymentJson(row, findCreditedBy(row, rows), createInvoiceLinks(deps, row, viewerId))),
  };
}

/** The change of plan within the paid period, whose invoice credited the unused rest of the payment. */
const findCreditedBy = (row: InvoiceRow, rows: readonly InvoiceRow[]): InvoiceRow | undefined =>
  rows.findLast(
    (other) =>
      other.billingReason === 'subscription_update' &&
      other.status !== 'void' &&
      other.stripeSubscriptionId === row.stripeSubscriptionId &&
      other.stripeInvoiceId !== row.stripeInvoiceId &&
      other.createdAt >= row.createdAt &&
      other.createdAt < row.periodEnd,
  );

function toPaymentJson(
  row: InvoiceRow,
  creditedBy: InvoiceRow | undefined,
  links: ReturnType<typeof createInvoiceLinks>,
): UserPaymentsJson['payments'][number] {
  const refundable = getRefundable(row);
  return {
    id: row.stripeInvoiceId,
    product_name: findProductName(row.productId),
    plan_name: findPlanName(row.planName),
    status: row.status,
    status_display: formatPaymentStatus(row),
    current_period_start: toIso(row.periodStart),
    current_period_end: toIso(row.periodEnd),
    created_at: toIso(row.createdAt),
    amount: row.total,
    amount_refunded: row.amountRefunded,
    refundable: refundable.amount,
    refund_obstacle: refundable.obstacle,
    credited_by: creditedBy
      ? { at: toIso(creditedBy.createdAt), plan_name: findPlanName(creditedBy.planName), number: creditedBy.number }
      : null,
    has_failed_refund: row.hasFailedRefund,
    is_disputed: row.isDisputed,
    currency: row.currency,
    invoice_number: row.number,
    paid_at: toIsoOrNull(row.paidAt),
    next_attempt_at: row.status === 'open' ? toIsoOrNull(row.nextPaymentAttempt) : null,
    invoice_url: links.invoiceUrl,
    receipt_url: links.receiptUrl,
  };
}

function formatPaymentStatus(row: InvoiceRow): string {
  switch (row.status) {
    case 'paid':
      if (row.isDisputed) return 'Disputed';
      if (row.total < 0) return 'Credited';
      if (row.amountRefunded === 0) return 'Paid';
      return row.amountRefunded >= row.amountPaid ? 'Refunded' : 'Partly refunded';
    case 'open':
      return row.attemptCount > 0 ? 'Payment failed' : 'Due';
    case 'uncollectible':
      return 'Uncollectible';
    case 'void':
      return 'Void';
    case 'draft':
      return 'Draft';
  }
}
