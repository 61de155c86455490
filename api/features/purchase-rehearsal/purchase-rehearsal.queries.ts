import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { RehearsalReport } from '#api/domain/purchase-rehearsal.ts';
import type { Database } from '#db/client.ts';
import { keepNewestStatement } from '#db/queries/keep-newest.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { purchaseRehearsals, rehearsalRecords, stripeEvents, stripeRefusals, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';

/** A rehearsal that has not ended after this was cut off with its server (ms). */
export const RUN_MAX_MS = 10 * 60_000;
const REHEARSALS_KEPT = 5;

export type RehearsalRow = typeof purchaseRehearsals.$inferSelect;

/** The newest rehearsal, with who asked for it. */
export async function findNewest({ orm }: Database) {
  const [row] = await orm
    .select({ rehearsal: purchaseRehearsals, ...userRefColumns })
    .from(purchaseRehearsals)
    .leftJoin(users, eq(users.id, purchaseRehearsals.actorId))
    .orderBy(desc(purchaseRehearsals.id))
    .limit(1);
  return row ?? null;
}

type NewRehearsal = { now: number; actorId: number; offerHash: string; report: RehearsalReport; audit: Statement };

/** Stores that a rehearsal begins, and returns its id; `onRunning` makes the error while another one runs. */
export async function insertRehearsal(
  db: Database,
  { now, actorId, offerHash, report, audit }: NewRehearsal,
  onRunning: () => Error,
): Promise<number> {
  const isRunning = sql`SELECT 1 FROM ${purchaseRehearsals}
    WHERE ${purchaseRehearsals.finishedAt} IS NULL AND abs(${now} - ${purchaseRehearsals.startedAt}) < ${RUN_MAX_MS}`;
  const [inserted] = await write(db, [
    sql`INSERT INTO ${purchaseRehearsals} (started_at, actor_id, offer_hash, has_passed, report)
      SELECT ${now}, ${actorId}, ${offerHash}, 0, ${JSON.stringify(report)} WHERE NOT EXISTS (${isRunning})`,
    rollbackIfNoRows,
    audit,
    keepNewestStatement(db, { table: purchaseRehearsals, at: purchaseRehearsals.startedAt, count: REHEARSALS_KEPT }),
  ]).catch(onGuardRollback(onRunning));
  return Number(inserted?.lastInsertRowid);
}

export const saveReport = (db: Database, id: number, report: RehearsalReport) =>
  write(db, [db.orm.update(purchaseRehearsals).set({ report }).where(eq(purchaseRehearsals.id, id))]);

export const finishRehearsal = (
  db: Database,
  id: number,
  result: Pick<RehearsalRow, 'report' | 'hasPassed' | 'finishedAt'>,
) =>
  write(db, [
    db.orm
      .update(purchaseRehearsals)
      .set(result)
      .where(and(eq(purchaseRehearsals.id, id), isNull(purchaseRehearsals.finishedAt))),
  ]);

export async function insertRecord(db: Database, record: typeof rehearsalRecords.$inferInsert): Promise<number> {
  const [inserted] = await write(db, [db.orm.insert(rehearsalRecords).values(record)]);
  return Number(inserted?.lastInsertRowid);
}

export const findRecord = (db: Database, id: number) =>
  db.orm.query.rehearsalRecords.findFirst({ where: eq(rehearsalRecords.id, id) });

/** Whether an event about an object was delivered to the site since an instant, or why webhooks were refused since then. */
export async function findDelivery(
  { orm }: Database,
  { objectId, since }: { objectId: string; since: number },
): Promise<'delivered' | { refused: string } | null> {
  const [event] = await orm
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(eq(stripeEvents.objectId, objectId), gte(stripeEvents.deliveredAt, since)))
    .limit(1);
  if (event) return 'delivered';
  const [refusal] = await orm
    .select({ reason: stripeRefusals.reason })
    .from(stripeRefusals)
    .where(gte(stripeRefusals.refusedAt, since))
    .limit(1);
  return refusal ? { refused: refusal.reason } : null;
}
