import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { invoices } from '#db/schema/index.ts';

const INVOICE_LIMIT = 100;

/** A user's invoices, the newest first; drafts still change. */
export const listInvoiceRows = (db: Database, userId: number) =>
  db.orm
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), ne(invoices.status, 'draft')))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(INVOICE_LIMIT);

/** The unpaid invoices of subscriptions, the newest first. */
export const listOpenInvoiceRows = (db: Database, subscriptionIds: string[]) =>
  db.orm
    .select()
    .from(invoices)
    .where(and(inArray(invoices.stripeSubscriptionId, subscriptionIds), inArray(invoices.status, ['open'])))
    .orderBy(desc(invoices.createdAt));
