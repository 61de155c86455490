import { and, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { customersOfUser } from '#api/features/subscriptions/sync/sync.queries.ts';
import type { Database } from '#db/client.ts';
import { checkoutAttempts, invoices, stripeEvents, subscriptions } from '#db/schema/index.ts';

/** Checkout sessions that could still be paid. */
export async function listOpenSessions(db: Database, userId: number): Promise<string[]> {
  const { sessionId, status } = checkoutAttempts;
  const rows = await db.orm
    .select({ sessionId })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.userId, userId), eq(status, 'open'), isNotNull(sessionId)));
  return rows.flatMap((row) => row.sessionId ?? []);
}

export async function hasLiveSubscription(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.orm
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, [...liveSubscriptionStatuses])))
    .limit(1);
  return row !== undefined;
}

export async function countPaidInvoices(db: Database, userId: number): Promise<number> {
  const [row] = await db.orm
    .select({ count: count() })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), gt(invoices.amountPaid, 0)));
  return row?.count ?? 0;
}

export type PaidAhead = Pick<
  typeof invoices.$inferSelect,
  'stripeInvoiceId' | 'customerId' | 'amountPaid' | 'currency' | 'periodStart' | 'periodEnd'
>;

/** Paid invoices of a subscription whose period lasts longer than a time. */
export const listPaidAhead = (db: Database, subscriptionId: string, at: number): Promise<PaidAhead[]> =>
  db.orm
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.stripeSubscriptionId, subscriptionId),
        eq(invoices.status, 'paid'),
        gt(invoices.amountPaid, 0),
        gt(invoices.periodEnd, at),
      ),
    );

export const redactUserEventsStatement = (db: Database, userId: number) =>
  db.orm
    .update(stripeEvents)
    .set({ payload: '{}' })
    .where(sql`${stripeEvents.customerId} IN (${customersOfUser(userId)})`);

/** Name and address of the customer, and Stripe's pages, which show them. Country and tax number stay, for the books. */
export const anonymizeInvoicesStatement = (db: Database, userId: number) =>
  db.orm
    .update(invoices)
    .set({ hostedUrl: null, pdfUrl: null, receiptUrl: null, customerName: null, customerAddress: null })
    .where(eq(invoices.userId, userId));

/** What somebody wrote about why they left. The answer of the list stays. */
export const removeCancellationCommentsStatement = (db: Database, userId: number) =>
  db.orm.update(subscriptions).set({ cancellationComment: null }).where(eq(subscriptions.userId, userId));
