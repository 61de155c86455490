import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { recurringSubscriptionStatuses, type StripeEventStatus } from '#api/domain/enums.ts';
import { selectRowValues } from '#api/features/audit/audit.service.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { Database } from '#db/client.ts';
import { isOpenDispute, isOpenRefund } from '#db/queries/billing-problems.ts';
import {
  billingDrifts,
  disputes,
  invoices,
  reconciliations,
  refunds,
  stripeCustomers,
  stripeEvents,
  subscriptions,
  users,
} from '#db/schema/index.ts';

export type EventFilters = { status?: StripeEventStatus | undefined; search?: string | undefined };

/** The user of an event: of its customer, or of a subscription of that customer when it is no longer linked. */
const eventUserId = sql<number | null>`coalesce(
  (SELECT ${stripeCustomers.userId} FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${stripeEvents.customerId}),
  (SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.customerId} = ${stripeEvents.customerId} LIMIT 1))`;

const eventColumns = {
  id: stripeEvents.id,
  type: stripeEvents.type,
  objectId: stripeEvents.objectId,
  status: stripeEvents.status,
  attempts: stripeEvents.attempts,
  lastError: stripeEvents.lastError,
  nextAttemptAt: stripeEvents.nextAttemptAt,
  createdAt: stripeEvents.createdAt,
  receivedAt: stripeEvents.receivedAt,
  appliedAt: stripeEvents.appliedAt,
  userId: users.id,
  userEmail: users.email,
};

function toEventFilter({ status, search }: EventFilters): SQL | undefined {
  const pattern = toLikePattern(search ?? '');
  const contains = (column: typeof stripeEvents.id | typeof stripeEvents.type | typeof stripeEvents.objectId) =>
    sql`${column} LIKE ${pattern} ESCAPE '\\'`;
  return and(
    status && eq(stripeEvents.status, status),
    search ? or(contains(stripeEvents.id), contains(stripeEvents.type), contains(stripeEvents.objectId)) : undefined,
  );
}

export const listEventRows = (db: Database, filters: EventFilters, { limit, page }: { limit: number; page: number }) =>
  db.orm
    .select(eventColumns)
    .from(stripeEvents)
    .leftJoin(users, eq(users.id, eventUserId))
    .where(toEventFilter(filters))
    .orderBy(desc(stripeEvents.receivedAt), desc(stripeEvents.createdAt), desc(stripeEvents.id))
    .limit(limit)
    .offset((page - 1) * limit);

export type EventListRow = Awaited<ReturnType<typeof listEventRows>>[number];

export async function countEvents(db: Database, filters: EventFilters): Promise<number> {
  const [row] = await db.orm.select({ count: count() }).from(stripeEvents).where(toEventFilter(filters));
  return row?.count ?? 0;
}

export async function countEventsByStatus(db: Database): Promise<Record<StripeEventStatus, number>> {
  const rows = await db.orm
    .select({ status: stripeEvents.status, count: count() })
    .from(stripeEvents)
    .groupBy(stripeEvents.status);
  const none = { received: 0, applied: 0, failed: 0, ignored: 0 };
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

export async function findEventRow(db: Database, id: string) {
  const [row] = await db.orm
    .select({ ...eventColumns, payload: stripeEvents.payload })
    .from(stripeEvents)
    .leftJoin(users, eq(users.id, eventUserId))
    .where(eq(stripeEvents.id, id));
  return row ?? null;
}

/** Puts events back into the queue, due at once. */
export const replayStatement = (db: Database, target: { id: string } | { status: 'failed' }, now: number) =>
  db.orm
    .update(stripeEvents)
    .set({ status: 'received', attempts: 0, nextAttemptAt: now, lastError: null, appliedAt: null })
    .where('id' in target ? eq(stripeEvents.id, target.id) : eq(stripeEvents.status, target.status));

/** What an event's replay changes, for the audit log. */
export const selectEventValues = (id: string) =>
  selectRowValues(stripeEvents, eq(stripeEvents.id, id), {
    status: stripeEvents.status,
    attempts: stripeEvents.attempts,
  });

export const selectFailedEventCount = () =>
  selectRowValues(stripeEvents, eq(stripeEvents.status, 'failed'), { events: sql`count(*)` });

/** A month ('2026-11') and the instant (UTC ms) at which it begins. */
export type MonthStart = { month: string; startsAt: number };

/** Cents received, given back and taken back by banks, by currency, the month of the payment and plan; the oldest month first. */
export const sumRevenue = (db: Database, months: readonly MonthStart[]) => {
  const cases = months
    .toReversed()
    .map(({ month, startsAt }) => sql`WHEN ${invoices.paidAt} >= ${startsAt} THEN ${month}`);
  const monthOfPayment = sql<string>`CASE ${sql.join(cases, sql` `)} END`.as('month');
  const month = sql`month`;
  return db.orm
    .select({
      currency: invoices.currency,
      month: monthOfPayment,
      productId: invoices.productId,
      planName: invoices.planName,
      paid: sql<number>`sum(${invoices.amountPaid})`,
      refunded: sql<number>`sum(${invoices.amountRefunded})`,
      disputed: sql<number>`sum(${invoices.amountDisputed})`,
      invoices: count(),
    })
    .from(invoices)
    .where(and(eq(invoices.status, 'paid'), gt(invoices.amountPaid, 0), gte(invoices.paidAt, months[0]?.startsAt ?? 0)))
    .groupBy(invoices.currency, month, invoices.productId, invoices.planName)
    .orderBy(month, invoices.productId, invoices.planName);
};

/** The prices of the subscriptions whose next payment is expected. */
export const listRecurringPrices = (db: Database) =>
  db.orm
    .select({
      unitAmount: subscriptions.unitAmount,
      currency: subscriptions.currency,
      quantity: subscriptions.quantity,
      interval: subscriptions.interval,
      intervalCount: subscriptions.intervalCount,
      discounts: subscriptions.discounts,
    })
    .from(subscriptions)
    .where(inArray(subscriptions.status, [...recurringSubscriptionStatuses]));

/** Disputes that wait for an answer, the most urgent first; then the others, newest first. */
export const listDisputeRows = (db: Database, limit: number) =>
  db.orm
    .select({ dispute: disputes, number: invoices.number, userId: users.id, userEmail: users.email })
    .from(disputes)
    .innerJoin(invoices, eq(invoices.stripeInvoiceId, disputes.stripeInvoiceId))
    .leftJoin(users, eq(users.id, invoices.userId))
    .orderBy(sql`CASE WHEN ${isOpenDispute} THEN ${disputes.dueAt} END NULLS LAST`, desc(disputes.createdAt))
    .limit(limit);

const isOpen = sql<number>`${isOpenRefund}`;

/** Refunds, those first that failed and were not paid another way, then the newest. */
export const listRefundRows = (db: Database, limit: number) =>
  db.orm
    .select({ refund: refunds, isOpen, number: invoices.number, userId: users.id, userEmail: users.email })
    .from(refunds)
    .innerJoin(invoices, eq(invoices.stripeInvoiceId, refunds.stripeInvoiceId))
    .leftJoin(users, eq(users.id, invoices.userId))
    .orderBy(desc(isOpen), desc(refunds.createdAt))
    .limit(limit);

export const findRefundRow = (db: Database, id: string) =>
  db.orm.query.refunds.findFirst({ where: eq(refunds.stripeRefundId, id) });

/** Notes when a refund that failed was paid another way, or takes that back (null). Changes nothing when it is so already. */
export const settleRefundStatement = (db: Database, id: string, settledAt: number | null) =>
  db.orm
    .update(refunds)
    .set({ settledAt })
    .where(
      and(
        eq(refunds.stripeRefundId, id),
        eq(refunds.status, 'failed'),
        settledAt === null ? isNotNull(refunds.settledAt) : isNull(refunds.settledAt),
      ),
    );

/** Subscriptions whose payment failed, each with its oldest open invoice. */
export const listPastDueRows = (db: Database) =>
  db.orm
    .select({ subscription: subscriptions, invoice: invoices, user: users })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(
      invoices,
      sql`${invoices.id} = (SELECT open.id FROM ${invoices} AS open
        WHERE open.stripe_subscription_id = ${subscriptions.stripeSubscriptionId} AND open.status = 'open'
          AND open.attempt_count > 0 ORDER BY open.created_at LIMIT 1)`,
    )
    .where(inArray(subscriptions.status, ['past_due', 'unpaid']))
    .orderBy(invoices.createdAt, subscriptions.id);

export type PastDueRow = Awaited<ReturnType<typeof listPastDueRows>>[number];

// Names instead of columns: with one table, the query builder writes columns without it, and both tables have an `id`.
const countDrifts = (condition: SQL) =>
  sql<number>`(SELECT count(*) FROM billing_drifts AS drift WHERE drift.reconciliation_id = reconciliations.id AND ${condition})`;

const runColumns = {
  id: reconciliations.id,
  startedAt: reconciliations.startedAt,
  finishedAt: reconciliations.finishedAt,
  actorId: reconciliations.actorId,
  checked: reconciliations.checked,
  error: reconciliations.error,
  found: countDrifts(sql`1`),
  repaired: countDrifts(sql`drift.repaired_at IS NOT NULL`),
};

export const listRunRows = (db: Database, limit: number) =>
  db.orm.select(runColumns).from(reconciliations).orderBy(desc(reconciliations.id)).limit(limit);

export type RunRow = Awaited<ReturnType<typeof listRunRows>>[number];

/** @throws when there is no such run. */
export async function getRunRow(db: Database, id: number): Promise<RunRow> {
  const [row] = await db.orm.select(runColumns).from(reconciliations).where(eq(reconciliations.id, id));
  if (!row) throw new Error(`There is no reconciliation ${id}.`);
  return row;
}

export const listDriftRows = (db: Database, since: number, limit: number) =>
  db.orm
    .select({ drift: billingDrifts, userEmail: users.email })
    .from(billingDrifts)
    .leftJoin(users, eq(users.id, billingDrifts.userId))
    .where(gte(billingDrifts.foundAt, since))
    .orderBy(desc(billingDrifts.id))
    .limit(limit);

export type DriftRow = Awaited<ReturnType<typeof listDriftRows>>[number];

export async function hasUser(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.orm.select({ id: users.id }).from(users).where(eq(users.id, userId));
  return row !== undefined;
}
