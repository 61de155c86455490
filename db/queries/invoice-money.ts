import { sql } from 'drizzle-orm';

// Names instead of columns: with one table, the query builder writes columns without it, and all three tables have these columns.

/** 1 for an invoice with a refund that failed. */
export const hasFailedRefund = sql<number>`EXISTS (SELECT 1 FROM refunds AS refund
  WHERE refund.stripe_invoice_id = invoices.stripe_invoice_id AND refund.status = 'failed')`;

/** 1 for an invoice with a dispute that is open or lost. */
export const isDisputed = sql<number>`EXISTS (SELECT 1 FROM disputes AS dispute
  WHERE dispute.stripe_invoice_id = invoices.stripe_invoice_id
    AND dispute.status NOT IN ('won', 'prevented', 'warning_closed'))`;
