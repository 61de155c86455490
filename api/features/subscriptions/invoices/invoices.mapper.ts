import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { invoices } from '#db/schema/index.ts';
import type { BillingDetailsJson, InvoiceJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { findProductName } from '#api/features/subscriptions/subscriptions.mapper.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

export function toInvoiceJson(row: InvoiceRow): InvoiceJson {
  return {
    id: row.stripeInvoiceId,
    number: row.number,
    status: row.status,
    is_refunded: row.amountPaid > 0 && row.amountRefunded >= row.amountPaid,
    product_name: findProductName(row.productId),
    plan_name: row.planName,
    total: row.total,
    amount_paid: row.amountPaid,
    currency: row.currency,
    created_at: toIso(row.createdAt),
    invoice_url: row.pdfUrl ?? row.hostedUrl,
    receipt_url: row.receiptUrl,
  };
}

export function toPastDueJson(row: InvoiceRow): NonNullable<BillingDetailsJson['past_due']> {
  return {
    product_name: findProductName(row.productId) ?? '',
    plan_name: row.planName ?? '',
    amount: row.amountDue,
    currency: row.currency,
    failed_at: toIso(row.createdAt),
    next_attempt_at: toIsoOrNull(row.nextPaymentAttempt),
    pay_url: row.hostedUrl,
  };
}
