import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { BookRow } from '#api/domain/month-books.ts';
import type { Database } from '#db/client.ts';
import {
  closedMonthRows,
  closedMonths,
  disputes,
  invoices,
  monthChecks,
  receiptNumbers,
  refunds,
  subscriptions,
} from '#db/schema/index.ts';

export type Period = { since: number; until: number };

/** Invoices with a row in a time: issued, paid or voided then, or of which something was refunded, credited or disputed then. */
export async function listInvoicesOfPeriod(db: Database, period: Period) {
  const found: (typeof invoices.$inferSelect)[] = [];
  for (let last: { at: number; id: number } | null = null; ;) {
    const rows = await listPartOfPeriod(db, period, last);
    found.push(...rows);
    const end = rows.at(-1);
    if (!end || rows.length < PART_ROWS) return found;
    last = { at: end.issuedAt ?? NOT_ISSUED, id: end.id };
    await yieldToRequests();
  }
}

/** Rows that are read, computed or written before other work has its turn. */
const PART_ROWS = 250;
/** Drafts come first, as SQLite sorts NULL. */
const NOT_ISSUED = -1;

const listPartOfPeriod = (db: Database, period: Period, last: { at: number; id: number } | null) =>
  db.orm
    .select()
    .from(invoices)
    .where(
      and(
        last === null
          ? undefined
          : sql`(coalesce(${invoices.issuedAt}, ${NOT_ISSUED}), ${invoices.id}) > (${last.at}, ${last.id})`,
        or(
          isWithin(invoices.issuedAt, period),
          isWithin(invoices.paidAt, period),
          isWithin(invoices.voidedAt, period),
          sql`${invoices.stripeInvoiceId} IN (SELECT ${refunds.stripeInvoiceId} FROM ${refunds}
          WHERE ${isWithin(refunds.createdAt, period)})`,
          // When a credit note was issued, only the list of them says.
          sql`(${invoices.creditNotes} IS NOT NULL AND ${lt(invoices.issuedAt, period.until)})`,
          // A dispute that is won moves money again, at a time that only its movements say.
          sql`${invoices.stripeInvoiceId} IN (SELECT ${disputes.stripeInvoiceId} FROM ${disputes}
          WHERE ${lt(disputes.createdAt, period.until)})`,
        ),
      ),
    )
    .orderBy(asc(invoices.issuedAt), asc(invoices.id))
    .limit(PART_ROWS);

type TimeColumn = typeof invoices.issuedAt | typeof refunds.createdAt | typeof subscriptions.endedAt;
const isWithin = (column: TimeColumn, { since, until }: Period): SQL =>
  sql`(${column} >= ${since} AND ${column} < ${until})`;

/** Those of all invoices of a period; of few invoices there are few. */
export const listRefundsOfPeriod = (db: Database, ids: readonly string[]) =>
  db.orm.select().from(refunds).where(isListed(refunds.stripeInvoiceId, ids));

export const listDisputesOfPeriod = (db: Database, ids: readonly string[]) =>
  db.orm.select().from(disputes).where(isListed(disputes.stripeInvoiceId, ids));

/** One parameter, however many ids. */
const isListed = (column: typeof refunds.stripeInvoiceId | typeof disputes.stripeInvoiceId, ids: readonly string[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** When the first invoice was issued; null without one. */
export async function findFirstIssuedAt(db: Database): Promise<number | null> {
  const [row] = await db.orm.select({ at: min(invoices.issuedAt) }).from(invoices);
  return row?.at ?? null;
}

/** Subscriptions that gave something: those that were never paid for are left out. */
const hasLived = sql`${subscriptions.status} NOT IN ('incomplete', 'incomplete_expired')`;

export async function countSubscriptions(db: Database, { since, until }: Period) {
  const isAt = (at: number) =>
    sql<number>`coalesce(sum(${subscriptions.createdAt} < ${at} AND (${subscriptions.endedAt} IS NULL OR ${subscriptions.endedAt} >= ${at})), 0)`;
  const isEndedHere = isWithin(subscriptions.endedAt, { since, until });
  const [row] = await db.orm
    .select({
      atStart: isAt(since),
      atEnd: isAt(until),
      started: sql<number>`coalesce(sum(${subscriptions.createdAt} >= ${since} AND ${subscriptions.createdAt} < ${until}), 0)`,
      ended: sql<number>`coalesce(sum(${isEndedHere}), 0)`,
      lost: sql<number>`coalesce(sum(${isEndedHere} AND ${subscriptions.createdAt} < ${since}), 0)`,
    })
    .from(subscriptions)
    .where(hasLived);
  return row ?? { atStart: 0, atEnd: 0, started: 0, ended: 0, lost: 0 };
}

/** Why those left whose subscription ended in a time: their answer, else what ended it. */
export const listEndReasons = (db: Database, period: Period) => {
  const reason = sql<string>`coalesce(${subscriptions.cancellationFeedback},
    CASE ${subscriptions.cancellationReason} WHEN 'payment_failed' THEN 'payment_failed'
      ELSE iif(${subscriptions.isCancelledByStaff}, 'ended_by_staff', 'no_answer') END)`;
  return db.orm
    .select({ reason, count: sql<number>`count(*)` })
    .from(subscriptions)
    .where(and(hasLived, isWithin(subscriptions.endedAt, period)))
    .groupBy(reason)
    .orderBy(desc(sql`count(*)`), reason);
};

export type ClosedMonth = typeof closedMonths.$inferSelect;

export const listClosings = (db: Database, month?: string): Promise<ClosedMonth[]> =>
  db.orm
    .select()
    .from(closedMonths)
    .where(month === undefined ? undefined : eq(closedMonths.month, month))
    .orderBy(desc(closedMonths.closedAt), desc(closedMonths.id));

export async function listClosedRows(db: Database, closedMonthId: number): Promise<BookRow[]> {
  const found: BookRow[] = [];
  for (let after = -1; ;) {
    const rows = await db.orm
      .select({ position: closedMonthRows.position, row: closedMonthRows.row })
      .from(closedMonthRows)
      .where(and(eq(closedMonthRows.closedMonthId, closedMonthId), gt(closedMonthRows.position, after)))
      .orderBy(asc(closedMonthRows.position))
      .limit(CLOSED_PART_ROWS);
    found.push(...rows.map(({ row }) => JSON.parse(row) as BookRow));
    const end = rows.at(-1);
    if (!end || rows.length < CLOSED_PART_ROWS) return found;
    after = end.position;
    await yieldToRequests();
  }
}

const CLOSED_PART_ROWS = 1_000;

export const insertClosingStatement = (db: Database, closing: typeof closedMonths.$inferInsert) =>
  db.orm.insert(closedMonths).values(closing);

/** All rows of the closing that the statement before has inserted. */
export const insertClosedRowsStatement = (rows: readonly BookRow[]) => sql`
  INSERT INTO closed_month_rows (closed_month_id, position, row)
  SELECT (SELECT max(id) FROM closed_months), key, value FROM json_each(${JSON.stringify(rows.map((row) => JSON.stringify(row)))})`;

export const reopenStatement = (
  db: Database,
  { id, ...reopened }: { id: number; reopenedAt: number; reopenedBy: number; reopenReason: string },
) =>
  db.orm
    .update(closedMonths)
    .set(reopened)
    .where(and(eq(closedMonths.id, id), isNull(closedMonths.reopenedAt)));

export type MonthCheck = typeof monthChecks.$inferSelect;

export async function findLastCheck(db: Database, month: string): Promise<MonthCheck | null> {
  const [row] = await db.orm
    .select()
    .from(monthChecks)
    .where(eq(monthChecks.month, month))
    .orderBy(desc(monthChecks.id))
    .limit(1);
  return row ?? null;
}

export const insertCheckStatement = (db: Database, month: string, startedAt: number) =>
  db.orm.insert(monthChecks).values({ month, startedAt });

export const saveCheckStatement = (db: Database, { id, ...values }: Partial<MonthCheck> & { id: number }) =>
  db.orm.update(monthChecks).set(values).where(eq(monthChecks.id, id));

/** Of a month, before a new one begins: only the last one counts. */
export const deleteOldChecksStatement = (db: Database, month: string) =>
  db.orm.delete(monthChecks).where(eq(monthChecks.month, month));

/** Invoices that were issued in a time and are neither paid nor void. */
export const countUnpaid = async (db: Database, { since, until }: Period) => {
  const rows = await db.orm
    .select({ status: invoices.status, count: sql<number>`count(*)` })
    .from(invoices)
    .where(and(gte(invoices.issuedAt, since), lt(invoices.issuedAt, until)))
    .groupBy(invoices.status);
  return new Map(rows.map(({ status, count }) => [status, count]));
};

/** Numbers of invoices by their id at Stripe. */
export async function listNumbers({ orm }: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await orm
    .select({ id: invoices.stripeInvoiceId, number: invoices.number })
    .from(invoices)
    .where(inArray(invoices.stripeInvoiceId, [...ids]));
  return new Map(rows.map(({ id, number }) => [id, number ?? id]));
}

/** Numbers of our receipts for the invoices that were issued in a time, by their id at Stripe. */
export async function listReceiptNumbers(
  { orm }: Database,
  { since, until }: Period,
): Promise<ReadonlyMap<string, number>> {
  const rows = await orm
    .select({ id: receiptNumbers.stripeInvoiceId, number: receiptNumbers.number })
    .from(receiptNumbers)
    .innerJoin(invoices, eq(invoices.stripeInvoiceId, receiptNumbers.stripeInvoiceId))
    .where(and(gte(invoices.issuedAt, since), lt(invoices.issuedAt, until)));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

const earlier = alias(invoices, 'earlier');

/** `earlier` is of the same subscription as the invoice, not after it, and charged something. */
const isChargedBefore = and(
  eq(earlier.stripeSubscriptionId, invoices.stripeSubscriptionId),
  ne(earlier.id, invoices.id),
  lte(earlier.issuedAt, invoices.issuedAt),
  gt(earlier.total, 0),
  ne(earlier.status, 'void'),
);

/** For each of these invoices the number of the last one before it of the same subscription that charged something. */
export async function listInvoicesBefore(
  { orm }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await orm
    .select({ id: invoices.stripeInvoiceId, number: earlier.number, earlierId: earlier.stripeInvoiceId })
    .from(invoices)
    .innerJoin(earlier, isChargedBefore)
    .where(inArray(invoices.stripeInvoiceId, [...ids]))
    .orderBy(asc(earlier.issuedAt), asc(earlier.id));
  return new Map(rows.map(({ id, number, earlierId }) => [id, number ?? earlierId]));
}

export type ChangeInvoice = { number: string; taxes: string | null; earlierTaxes: string | null };

/** The invoices of changes of plan within a period, each with the taxes of the last one before it that charged something. */
export async function listChangeInvoices({ orm }: Database, { since, until }: Period): Promise<ChangeInvoice[]> {
  const rows = await orm
    .select({
      id: invoices.stripeInvoiceId,
      number: invoices.number,
      taxes: invoices.taxes,
      earlierTaxes: earlier.taxes,
    })
    .from(invoices)
    .innerJoin(earlier, isChargedBefore)
    .where(
      and(
        eq(invoices.billingReason, 'subscription_update'),
        ne(invoices.status, 'void'),
        gte(invoices.issuedAt, since),
        lt(invoices.issuedAt, until),
      ),
    )
    .orderBy(asc(invoices.issuedAt), asc(invoices.id), asc(earlier.issuedAt), asc(earlier.id));
  return [...new Map(rows.map(({ id, number, ...taxes }) => [id, { number: number ?? id, ...taxes }])).values()];
}
