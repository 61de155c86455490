import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { EmailKind, OutboxStatus } from '#api/domain/enums.ts';
import type { EmailState } from '#api/domain/email-states.ts';
import { DELIVERY_WINDOW_MS } from '#api/features/mail/outbox/outbox.service.ts';
import type { Database } from '#db/client.ts';
import { outbox, suppressedAddresses } from '#db/schema/index.ts';
import { countHits, type Match } from './search.queries.ts';

export type OutboxFilters = {
  status?: EmailState | undefined;
  kind?: EmailKind | undefined;
  match?: Match | undefined;
};

// Written out: bound values don't match the condition of a partial index.
const isQueued = sql`${outbox.status} = 'queued'`;
const hasLeftQueue = sql`${outbox.status} <> 'queued'`;
const isStoredAs = (status: OutboxStatus) => and(hasLeftQueue, eq(outbox.status, status));
const isTried = gt(outbox.attempts, 0);
const isNotCode = ne(outbox.kind, 'sign-in-code');
const isHeld = (now: number) => and(isNotNull(outbox.undoId), gt(outbox.nextAttemptAt, now));
const isNotHeld = (now: number) => or(isNull(outbox.undoId), lte(outbox.nextAttemptAt, now));

const queuedConditions = {
  retrying: () => isTried,
  held: (now: number) => and(eq(outbox.attempts, 0), isHeld(now)),
  waiting: (now: number) => and(eq(outbox.attempts, 0), isNotHeld(now)),
};

/**
 * Each combination reads one index of its own, without rows; a few hits of a search are read by their ids. A plus before a
 * column keeps SQLite from using the index of that column: it would read all rows of a status or kind to compare the rest.
 */
function toFilter({ status, kind, match }: OutboxFilters, now: number): SQL | undefined {
  const isHit = match?.condition;
  if (status === 'waiting' || status === 'held' || status === 'retrying') {
    return and(isQueued, queuedConditions[status](now), kind && sql`+${outbox.kind} = ${kind}`, isHit);
  }
  const stored = status === 'failed' ? 'expired' : status;
  const isStored = stored && sql`+${outbox.status} = ${stored}`;
  if (match?.isFew) return and(kind && sql`+${outbox.kind} = ${kind}`, isStored, isHit);
  if (kind) return and(eq(outbox.kind, kind), isStored, isHit);
  return and(stored && isStoredAs(stored), isHit);
}

const isAddressSuppressed = sql<number>`EXISTS (SELECT 1 FROM ${suppressedAddresses} WHERE ${suppressedAddresses.email} = ${outbox.toEmail})`;
const selectEmails = (db: Database) => db.orm.select({ email: outbox, isAddressSuppressed }).from(outbox).$dynamic();

export type EmailRow = Awaited<ReturnType<typeof listEmailRows>>[number];

const newestFirst = [desc(outbox.createdAt), desc(outbox.id)];

type Page = { limit: number; page: number; now: number };

/** One page, newest first. The ids come from an index alone; only the rows of the page are read. */
export async function listEmailRows(db: Database, filters: OutboxFilters, { limit, page, now }: Page) {
  const ids = db.orm
    .select({ id: sql<number>`${outbox.id}` })
    .from(outbox)
    .where(toFilter(filters, now))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit);
  return selectEmails(db)
    .where(inArray(outbox.id, ids))
    .orderBy(...newestFirst);
}

export async function countEmails(db: Database, filters: OutboxFilters, now: number): Promise<number> {
  const { status, kind, match } = filters;
  if (match && !status && !kind) return countHits(db, match);
  if (!match || status !== 'sent' || kind || match.isFew) return db.orm.$count(outbox, toFilter(filters, now));
  // Nearly all hits have been sent: counting the others reads a tenth as much.
  const others = [isQueued, isStoredAs('expired'), isStoredAs('suppressed')];
  const counts = await Promise.all(others.map((isOther) => db.orm.$count(outbox, and(isOther, match.condition))));
  return counts.reduce((total, count) => total - count, await countHits(db, match));
}

/**
 * Sent emails, which are nearly all, are what is left of the total: SQLite counts a whole table without reading its rows.
 * One count for each of the others: a sum over the whole queue would take twice as long.
 */
export async function countEmailsByState(db: Database, now: number): Promise<Record<EmailState, number>> {
  const countWhere = (...conditions: (SQL | undefined)[]) => db.orm.$count(outbox, and(...conditions));
  const [counts] = await db.orm
    .select({
      total: countWhere(),
      queued: countWhere(isQueued),
      retrying: countWhere(isQueued, queuedConditions.retrying()),
      held: countWhere(isQueued, queuedConditions.held(now)),
      failed: countWhere(isStoredAs('expired')),
      suppressed: countWhere(isStoredAs('suppressed')),
    })
    .from(sql`(SELECT 1)`);
  const { total = 0, queued = 0, retrying = 0, held = 0, failed = 0, suppressed = 0 } = counts ?? {};
  return {
    waiting: queued - retrying - held,
    held,
    retrying,
    sent: total - queued - failed - suppressed,
    failed,
    suppressed,
  };
}

export async function findEmailRow(db: Database, id: number): Promise<EmailRow | null> {
  const [row] = await selectEmails(db).where(eq(outbox.id, id));
  return row ?? null;
}

/**
 * Makes an email due at once, with all its attempts. A failed one is sent again unless it is a code, which was deleted;
 * a code keeps its end. An email that was never tried, such as one that is held, is left as it is.
 */
export const retryEmailStatement = ({ orm }: Database, id: number, now: number) =>
  orm
    .update(outbox)
    .set({
      status: 'queued',
      attempts: 0,
      lastError: null,
      nextAttemptAt: now,
      expiresAt: sql`iif(${isNotCode}, ${now + DELIVERY_WINDOW_MS}, ${outbox.expiresAt})`,
    })
    .where(
      and(
        eq(outbox.id, id),
        or(
          and(isQueued, isTried, or(isNotCode, gt(outbox.expiresAt, now))),
          and(eq(outbox.status, 'expired'), isNotCode),
        ),
      ),
    );

/** Puts a copy of a sent email into the queue, unless a copy is there already: two requests at once make one copy. */
export const resendEmailStatement = (id: number, key: string, now: number) => sql`
  INSERT INTO outbox (dedupe_key, kind, to_email, to_name, data, next_attempt_at, expires_at, created_at)
  SELECT ${toCopyKey(id, key)}, kind, to_email, to_name, data, ${now}, ${now + DELIVERY_WINDOW_MS}, ${now}
  FROM outbox WHERE id = ${id} AND status = 'sent' AND ${isNotCode}
    AND NOT EXISTS (SELECT 1 FROM outbox AS copy WHERE copy.dedupe_key >= ${toCopyKey(id, '')}
      AND copy.dedupe_key < ${`resent:${id};`} AND copy.status = 'queued')`;

/** Of a copy; `;` follows `:`, so the keys of all copies of one email are a range. */
const toCopyKey = (id: number, key: string) => `resent:${id}:${key}`;

export async function hasQueuedCopy({ orm }: Database, id: number): Promise<boolean> {
  const [copy] = await orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(gte(outbox.dedupeKey, toCopyKey(id, '')), lt(outbox.dedupeKey, `resent:${id};`), isQueued))
    .limit(1);
  return copy !== undefined;
}

/** Takes an email out of the queue. */
export const suppressEmailStatement = ({ orm }: Database, id: number) =>
  orm
    .update(outbox)
    .set({ status: 'suppressed', encryptedSecret: null })
    .where(and(eq(outbox.id, id), isQueued));
