import { advanceMisdated } from '#db/queries/due-times.ts';
import { and, asc, desc, eq, inArray, isNotNull, lte, max, min, ne, sql } from 'drizzle-orm';
import type { ProviderEvent } from '#api/adapters/payments.ts';
import type { StripeEventStatus } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { stripeCustomers, stripeEvents, subscriptions } from '#db/schema/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long events are stored that need nothing any more (ms). Stripe has them for 30 days. */
const RETENTION_MS = 90 * DAY_MS;

export type EventRow = typeof stripeEvents.$inferSelect;

const isWaiting = inArray(stripeEvents.status, ['received', 'failed']);

/** True for a customer whose user is deleted: its subscriptions have no user any more. */
const isForgotten = (customerId: string | null) => sql`(
  EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.customerId} = ${customerId} AND ${subscriptions.userId} IS NULL)
  AND NOT EXISTS (SELECT 1 FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${customerId}))`;

type Arrival = {
  status: StripeEventStatus;
  now: number;
  /** By a webhook, not from Stripe's list. */ isDelivery: boolean;
};

/** Stores an event once, however often it is delivered; without its text when the user is deleted. */
export function insertEventStatement(db: Database, event: ProviderEvent, { status, now, isDelivery }: Arrival) {
  const statement = db.orm.insert(stripeEvents).values({
    id: event.id,
    type: event.type,
    objectId: event.objectId,
    customerId: event.customerId,
    status,
    payload: sql`CASE WHEN ${isForgotten(event.customerId)} THEN '{}' ELSE ${event.payload} END`,
    nextAttemptAt: now,
    createdAt: event.createdAt,
    receivedAt: now,
    deliveredAt: isDelivery ? now : null,
  });
  // One that was read from the list first, and is delivered after all.
  return isDelivery
    ? statement.onConflictDoUpdate({ target: stripeEvents.id, set: { deliveredAt: now } })
    : statement.onConflictDoNothing();
}

export const listDueEvents = (db: Database, now: number, limit: number): Promise<EventRow[]> =>
  db.orm
    .select()
    .from(stripeEvents)
    .where(and(isWaiting, lte(stripeEvents.nextAttemptAt, now)))
    .orderBy(asc(stripeEvents.nextAttemptAt), asc(stripeEvents.receivedAt))
    .limit(limit);

/** Makes events due that wait for a time that was set before the clock was put back. */
export const advanceMisdatedEvents = (db: Database, now: number, longestWaitMs: number): Promise<void> =>
  advanceMisdated(db, stripeEvents.nextAttemptAt, { isWaiting, now, longestWaitMs });

/** When the next event is due (UTC ms), or null when none waits. */
export async function findNextAttemptAt(db: Database): Promise<number | null> {
  const [row] = await db.orm
    .select({ at: min(stripeEvents.nextAttemptAt) })
    .from(stripeEvents)
    .where(isWaiting);
  return row?.at ?? null;
}

/** When the last event came in, or null before the first. */
export async function findLastReceivedAt(db: Database): Promise<number | null> {
  const [row] = await db.orm.select({ at: max(stripeEvents.receivedAt) }).from(stripeEvents);
  return row?.at ?? null;
}

/** The type and time of the event that Stripe delivered last; null before the first. */
export async function findLastDelivery(db: Database): Promise<{ type: string; at: number } | null> {
  const [row] = await db.orm
    .select({ type: stripeEvents.type, at: stripeEvents.deliveredAt })
    .from(stripeEvents)
    .where(isNotNull(stripeEvents.deliveredAt))
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(1);
  return row && row.at !== null ? { type: row.type, at: row.at } : null;
}

/** Those of the events that Stripe delivered to this site. */
export async function listDeliveredIds(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.orm
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(inArray(stripeEvents.id, [...ids]), isNotNull(stripeEvents.deliveredAt)));
  return rows.map(({ id }) => id);
}

/** True while an event about the customer has not been applied: a row that differs is then late and not wrong. */
export async function hasWaitingEvent(db: Database, customerId: string): Promise<boolean> {
  const [row] = await db.orm
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(isWaiting, eq(stripeEvents.customerId, customerId)))
    .limit(1);
  return row !== undefined;
}

export const markAppliedStatement = (db: Database, ids: readonly string[], now: number) =>
  db.orm
    .update(stripeEvents)
    .set({ status: 'applied', appliedAt: now, lastError: null, attempts: sql`${stripeEvents.attempts} + 1` })
    .where(inArray(stripeEvents.id, [...ids]));

export const markUnappliedStatement = (
  db: Database,
  { id, ...outcome }: { id: string; status: 'failed' | 'ignored'; lastError: string | null; nextAttemptAt: number },
) =>
  db.orm
    .update(stripeEvents)
    .set({ ...outcome, attempts: sql`${stripeEvents.attempts} + 1` })
    .where(eq(stripeEvents.id, id));

/** Makes failed events due at once, as after a restart: what they failed of may be over. */
export const retryFailedStatement = (db: Database, now: number) =>
  db.orm.update(stripeEvents).set({ nextAttemptAt: now }).where(eq(stripeEvents.status, 'failed'));

/** Removes names and addresses from the events of customers whose user is gone. */
export const redactEventsStatement = (db: Database, customerId: string) =>
  db.orm
    .update(stripeEvents)
    .set({ payload: '{}' })
    .where(
      and(
        eq(stripeEvents.customerId, customerId),
        ne(stripeEvents.payload, '{}'),
        sql`NOT EXISTS (SELECT 1 FROM ${stripeCustomers} WHERE ${stripeCustomers.customerId} = ${customerId})`,
        sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.customerId} = ${customerId}
          AND ${subscriptions.userId} IS NOT NULL)`,
      ),
    );

export const deleteOldEventsStatement = (db: Database, now: number) =>
  db.orm
    .delete(stripeEvents)
    .where(and(inArray(stripeEvents.status, ['applied', 'ignored']), lte(stripeEvents.receivedAt, now - RETENTION_MS)));
