import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { isWorkFree } from '#db/leases.ts';
import { billingDrifts, checkoutAttempts, reconciliations, subscriptions } from '#db/schema/index.ts';

export type NewDrift = typeof billingDrifts.$inferInsert;

export const insertRunStatement = (db: Database, startedAt: number, actorId: number | null) =>
  db.orm.insert(reconciliations).values({ startedAt, actorId });

export const finishRunStatement = (
  db: Database,
  { id, ...result }: { id: number; finishedAt: number; checked: number; error: string | null },
) => db.orm.update(reconciliations).set(result).where(eq(reconciliations.id, id));

export const saveProgressStatement = (db: Database, { id, checked }: { id: number; checked: number }) =>
  db.orm.update(reconciliations).set({ checked }).where(eq(reconciliations.id, id));

export const insertDriftsStatement = (db: Database, drifts: readonly NewDrift[]) =>
  db.orm.insert(billingDrifts).values([...drifts]);

/** When the last nightly run that was finished began, or null before the first. */
export async function findLastNightlyAt(db: Database): Promise<number | null> {
  const [row] = await db.orm
    .select({ at: reconciliations.startedAt })
    .from(reconciliations)
    .where(and(isNull(reconciliations.actorId), isNull(reconciliations.error), isNotNull(reconciliations.finishedAt)))
    .orderBy(desc(reconciliations.startedAt))
    .limit(1);
  return row?.at ?? null;
}

export const listLiveSubscriptions = (db: Database) =>
  db.orm
    .select({ id: subscriptions.stripeSubscriptionId, customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(inArray(subscriptions.status, [...liveSubscriptionStatuses]));

/** Sessions of attempts that can no longer be paid, and are still open here. */
export const listOverdueSessions = (db: Database, now: number) =>
  db.orm
    .select({ sessionId: checkoutAttempts.sessionId })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.status, 'open'), lte(checkoutAttempts.expiresAt, now)));

/** The lease of a run, where servers share the database. */
export const RUN_LEASE = 'reconciliation';

const fail = (now: number) => ({ finishedAt: now, error: 'The server stopped before the comparison was finished.' });

/** Runs that were cut off: for the one server that may run now. */
export const failUnfinishedStatement = (db: Database, now: number) =>
  db.orm.update(reconciliations).set(fail(now)).where(isNull(reconciliations.finishedAt));

/** The same, unless a server is running it. */
export const failCutOffStatement = (db: Database, now: number) =>
  db.orm
    .update(reconciliations)
    .set(fail(now))
    .where(and(isNull(reconciliations.finishedAt), sql.raw(isWorkFree(RUN_LEASE))));
