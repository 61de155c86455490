import type { Card } from '#api/adapters/payments.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { findPlanName, findProductName } from '#api/domain/catalogue.ts';
import type { invoices } from '#db/schema/index.ts';
import type { BillingDetailsJson, InvoiceJson } from '#api/features/subscriptions/subscriptions.contract.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
/** With what became of its payment. */
export type ListedInvoice = InvoiceRow & { hasFailedRefund: boolean; isDisputed: boolean };

/** Addresses of this site that lead to the documents at Stripe. */
type InvoiceLinks = { invoiceUrl: string | null; receiptUrl: string | null; payUrl: string | null };

export function toInvoiceJson(row: ListedInvoice, links: InvoiceLinks): InvoiceJson {
  return {
    id: row.stripeInvoiceId,
    number: row.number,
    status: row.status,
    is_refunded: row.amountPaid > 0 && row.amountRefunded >= row.amountPaid,
    product_name: findProductName(row.productId),
    plan_name: findPlanName(row.planName),
    total: row.total,
    amount_paid: row.amountPaid,
    amount_refunded: row.amountRefunded,
    has_failed_refund: row.hasFailedRefund,
    is_disputed: row.isDisputed,
    currency: row.currency,
    created_at: toIso(row.createdAt),
    invoice_url: links.invoiceUrl,
    receipt_url: links.receiptUrl,
  };
}

export const toCardJson = (card: Card | null): BillingDetailsJson['card'] =>
  card && { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear };

export function toPastDueJson(row: InvoiceRow, links: InvoiceLinks): NonNullable<BillingDetailsJson['past_due']> {
  return {
    product_name: findProductName(row.productId) ?? '',
    plan_name: findPlanName(row.planName) ?? '',
    amount: row.amountDue,
    currency: row.currency,
    failed_at: toIso(row.createdAt),
    next_attempt_at: toIsoOrNull(row.nextPaymentAttempt),
    pay_url: links.payUrl,
  };
}
