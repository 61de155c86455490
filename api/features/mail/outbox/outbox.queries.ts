import { advanceMisdated } from '#db/queries/due-times.ts';
import { and, asc, eq, inArray, isNotNull, lte, min, ne, notInArray, sql } from 'drizzle-orm';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import { isSignInCodeKind } from '#api/domain/email-states.ts';
import type { Database } from '#db/client.ts';
import { isSignInCode, outbox, suppressedAddresses, users } from '#db/schema/index.ts';
import { endUndoTimeStatement } from '#db/queries/undo-actions.ts';
import { write } from '#db/write.ts';
import { RETRY_MAX_MS, SERVER_ERROR_PREFIX } from './outbox.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Retention of sent and expired emails (ms). */
const RETENTION_MS = 30 * DAY_MS;

export type OutboxRow = typeof outbox.$inferSelect;

/** Due emails: sign-in codes first, then the longest due. */
export async function listDueEmails(
  db: Database,
  now: number,
  excludedIds: readonly number[],
  limit: number,
): Promise<OutboxRow[]> {
  const due = and(eq(outbox.status, 'queued'), lte(outbox.nextAttemptAt, now), notInArray(outbox.id, [...excludedIds]));
  // Each query uses its own index, so its cost does not depend on the length of the queue.
  const read = (isCode: 0 | 1, rows: number) =>
    db.orm
      .select()
      .from(outbox)
      .where(and(due, sql`${isSignInCode(outbox.kind)} = ${isCode}`))
      .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
      .limit(rows);
  const codes = await read(1, limit);
  const others = codes.length < limit ? await read(0, limit - codes.length) : [];
  return [...codes, ...others];
}

/**
 * Whether an email that was read some time ago is still to be sent: an admin may have suppressed it or its address since,
 * and an undo deletes it. Only sign-in codes go to suppressed addresses.
 */
export async function readDeliverability(
  db: Database,
  { id, kind }: Pick<OutboxRow, 'id' | 'kind'>,
): Promise<'due' | 'address-suppressed' | 'not-queued'> {
  const [row] = await db.orm
    .select({ isSuppressed: isNotNull(suppressedAddresses.email).mapWith(Boolean) })
    .from(outbox)
    .leftJoin(suppressedAddresses, eq(suppressedAddresses.email, outbox.toEmail))
    .where(and(eq(outbox.id, id), eq(outbox.status, 'queued')));
  if (!row) return 'not-queued';
  return row.isSuppressed && !isSignInCodeKind(kind) ? 'address-suppressed' : 'due';
}

/** Whether an address belongs to an account that is blacklisted now: links that ask to sign in lead its owner nowhere. */
export async function isSuspendedRecipient(db: Database, email: string, now: number): Promise<boolean> {
  const [user] = await db.orm
    .select({ isBlacklisted: users.isBlacklisted, blacklistedUntil: users.blacklistedUntil })
    .from(users)
    .where(eq(users.email, email));
  return user !== undefined && isBlacklistActive(user, now);
}

export async function markEmailSuppressed(db: Database, id: number, error: string): Promise<void> {
  await write(db, [
    db.orm
      .update(outbox)
      .set({ status: 'suppressed', encryptedSecret: null, lastError: error })
      .where(and(eq(outbox.id, id), eq(outbox.status, 'queued'))),
  ]);
}

/**
 * Closes the undoable actions that these emails report, because the emails leave now, and returns the emails that are
 * still queued: between reading and closing one may have been undone.
 */
export async function closeUndoWindows(db: Database, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const undoIds = [...new Set(rows.flatMap(({ undoId }) => undoId ?? []))];
  if (undoIds.length === 0) return [...rows];
  const { orm } = db;
  await write(db, [
    endUndoTimeStatement(db, undoIds),
    orm.update(outbox).set({ undoId: null }).where(inArray(outbox.undoId, undoIds)),
  ]);
  const ids = rows.map(({ id }) => id);
  const queued = await orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.id, ids), eq(outbox.status, 'queued')));
  return rows.filter((row) => queued.some(({ id }) => id === row.id));
}

/** When the next email, except these, is due (UTC ms), or null when none is queued. */
export async function findNextAttemptAt(db: Database, excludedIds: readonly number[]): Promise<number | null> {
  const [row] = await db.orm
    .select({ at: min(outbox.nextAttemptAt) })
    .from(outbox)
    .where(and(eq(outbox.status, 'queued'), notInArray(outbox.id, [...excludedIds])));
  return row?.at ?? null;
}

export async function markEmailSent(db: Database, id: number, now: number): Promise<void> {
  await write(db, [
    db.orm
      .update(outbox)
      .set({
        status: 'sent',
        sentAt: now,
        encryptedSecret: null,
        lastError: null,
        attempts: sql`${outbox.attempts} + 1`,
      })
      .where(eq(outbox.id, id)),
  ]);
}

/** Records a failed attempt. An email that was cancelled meanwhile stays cancelled. */
export async function markEmailFailed(db: Database, id: number, failure: { error: string; nextAttemptAt: number }) {
  await write(db, [
    db.orm
      .update(outbox)
      .set({
        lastError: failure.error,
        nextAttemptAt: failure.nextAttemptAt,
        attempts: sql`${outbox.attempts} + 1`,
      })
      .where(and(eq(outbox.id, id), eq(outbox.status, 'queued'))),
  ]);
}

export async function markEmailExpired(db: Database, id: number, error: string): Promise<void> {
  await write(db, [
    db.orm
      .update(outbox)
      .set({ status: 'expired', encryptedSecret: null, lastError: error, attempts: sql`${outbox.attempts} + 1` })
      .where(and(eq(outbox.id, id), eq(outbox.status, 'queued'))),
  ]);
}

/** Marks overdue emails as expired and deletes their secrets. Writes only when there are any. */
export async function expireOverdueEmails(db: Database, now: number): Promise<void> {
  const overdue = await db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.status, 'queued'), lte(outbox.expiresAt, now)))
    .limit(500);
  if (overdue.length === 0) return;
  const ids = overdue.map((row) => row.id);
  await write(db, [
    db.orm
      .update(outbox)
      .set({ status: 'expired', encryptedSecret: null })
      .where(and(inArray(outbox.id, ids), eq(outbox.status, 'queued'))),
  ]);
}

/** Makes emails due that wait for a time that was set before the clock was put back. */
export const advanceMisdatedEmails = (db: Database, now: number): Promise<void> =>
  advanceMisdated(db, outbox.nextAttemptAt, {
    isWaiting: eq(outbox.status, 'queued'),
    now,
    longestWaitMs: RETRY_MAX_MS,
  });

/** Makes emails due at once that wait for a retry after a server error: the server is reachable again. */
export async function retryServerFailures(db: Database, now: number): Promise<void> {
  await write(db, [
    db.orm
      .update(outbox)
      .set({ nextAttemptAt: now })
      .where(
        and(
          eq(outbox.status, 'queued'),
          sql`${outbox.nextAttemptAt} > ${now}`,
          sql`${outbox.lastError} LIKE ${`${SERVER_ERROR_PREFIX}%`}`,
        ),
      ),
  ]);
}

/** Deletes emails that were sent, expired or suppressed longer ago than the retention. */
export async function deleteOldEmails(db: Database, now: number): Promise<void> {
  await write(db, [
    db.orm
      .delete(outbox)
      .where(
        and(ne(outbox.status, 'queued'), sql`coalesce(${outbox.sentAt}, ${outbox.expiresAt}) < ${now - RETENTION_MS}`),
      ),
  ]);
}
