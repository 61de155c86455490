import { and, eq, inArray, isNull, like, sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { disputes, refunds, stripeEvents, subscriptions } from '#db/schema/index.ts';

/** A dispute that waits for an answer. */
export const isOpenDispute = like(disputes.status, '%needs_response');

// Names instead of columns: with one table, the query builder writes columns without it, and both sides have these columns.
/** Of the same invoice, made after it, of as much at least, and not sent back as well. */
const wasRefundedAgain = sql`EXISTS (SELECT 1 FROM refunds AS later WHERE later.stripe_invoice_id = refunds.stripe_invoice_id
  AND later.created_at > refunds.created_at AND later.amount >= refunds.amount
  AND later.status IN ('pending', 'requires_action', 'succeeded'))`;

/** A refund that the bank sent back, which nobody has paid another way yet. */
export const isOpenRefund = and(eq(refunds.status, 'failed'), isNull(refunds.settledAt), sql`NOT ${wasRefundedAgain}`);

/** What needs someone who looks after payments: counted here for every screen. */
export async function summarizeBillingProblems(db: Database) {
  const countRows = (table: SQLWrapper, where: SQLWrapper | undefined) =>
    sql<number>`(SELECT count(*) FROM ${table} WHERE ${where})`;
  // The first half is the condition of a partial index: without it the whole inbox would be read.
  const isFailedEvent = sql`${stripeEvents.status} IN ('received', 'failed') AND ${stripeEvents.status} = 'failed'`;
  const isPastDue = inArray(subscriptions.status, ['past_due', 'unpaid']);
  const [row] = await db.orm
    .select({
      failedEvents: countRows(stripeEvents, isFailedEvent),
      pastDue: sql<number>`(SELECT count(DISTINCT ${subscriptions.customerId}) FROM ${subscriptions} WHERE ${isPastDue})`,
      openDisputes: countRows(disputes, isOpenDispute),
      /** The first day on which one is lost. */
      disputeDueAt: sql<number | null>`(SELECT min(${disputes.dueAt}) FROM ${disputes} WHERE ${isOpenDispute})`,
      failedRefunds: countRows(refunds, isOpenRefund),
    })
    .from(sql`(SELECT 1)`);
  return row ?? NO_PROBLEMS;
}

export const NO_PROBLEMS = { failedEvents: 0, pastDue: 0, openDisputes: 0, disputeDueAt: null, failedRefunds: 0 };
export type BillingProblemCounts = Awaited<ReturnType<typeof summarizeBillingProblems>>;
