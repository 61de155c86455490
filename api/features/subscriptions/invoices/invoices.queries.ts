import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { hasFailedRefund, isDisputed } from '#db/queries/invoice-money.ts';
import { invoices } from '#db/schema/index.ts';

const INVOICE_LIMIT = 100;

/** A user's invoices, the newest first; drafts still change. */
export async function listInvoiceRows(db: Database, userId: number) {
  const rows = await db.orm
    .select({ invoice: invoices, hasFailedRefund: hasFailedRefund, isDisputed: isDisputed })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), ne(invoices.status, 'draft')))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(INVOICE_LIMIT);
  return rows.map(({ invoice, ...money }) => ({
    ...invoice,
    hasFailedRefund: money.hasFailedRefund === 1,
    isDisputed: money.isDisputed === 1,
  }));
}

export const findInvoiceByStripeId = (db: Database, stripeInvoiceId: string) =>
  db.orm.query.invoices.findFirst({ where: eq(invoices.stripeInvoiceId, stripeInvoiceId) });

/** The unpaid invoices of subscriptions, the newest first. */
export const listOpenInvoiceRows = (db: Database, subscriptionIds: string[]) =>
  db.orm
    .select()
    .from(invoices)
    .where(and(inArray(invoices.stripeSubscriptionId, subscriptionIds), inArray(invoices.status, ['open'])))
    .orderBy(desc(invoices.createdAt));
