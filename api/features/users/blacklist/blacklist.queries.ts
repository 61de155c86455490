import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { toIsoOrNull } from '#api/clock.ts';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import { blacklistings, outbox, sessions, users } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import { voidChallengesStatement } from '#db/queries/sign-in-challenges.ts';

const isOpen = (userId: number) => and(eq(blacklistings.userId, userId), isNull(blacklistings.endedAt));

/** What ends every way into an account: its sessions, and codes that were sent or wait to be sent (T10). */
export const endAccessStatements = (db: Database, user: { id: number; email: string }, now: number): Statement[] => [
  db.orm.delete(sessions).where(eq(sessions.userId, user.id)),
  voidChallengesStatement(db, user.email, now),
  db.orm
    .delete(outbox)
    .where(and(eq(outbox.toEmail, user.email), eq(outbox.status, 'queued'), eq(outbox.kind, 'sign-in-code'))),
];

export type NewBlacklisting = {
  userId: number;
  reason: string;
  until: number | null;
  actorId: number;
  undoId: string;
  cancelAfter: number | null;
  cancelAct?: BlacklistedSubscriptionAct;
  now: number;
};

/** Records a blacklisting; the one before ends with it. */
export const insertBlacklistingStatements = ({ orm }: Database, { now, ...row }: NewBlacklisting): Statement[] => [
  orm
    .update(blacklistings)
    .set({ endedAt: now, endedBy: row.actorId, replacedUndoId: row.undoId })
    .where(isOpen(row.userId)),
  orm.insert(blacklistings).values({ ...row, createdAt: now }),
];

export const endBlacklistingStatement = (
  { orm }: Database,
  { userId, actorId, now }: { userId: number; actorId: number; now: number },
) => orm.update(blacklistings).set({ endedAt: now, endedBy: actorId }).where(isOpen(userId));

export async function findOpenBlacklisting({ orm }: Database, userId: number) {
  const { id, createdAt, undoId } = blacklistings;
  const [row] = await orm.select({ id, createdAt, undoId }).from(blacklistings).where(isOpen(userId));
  return row ?? null;
}

export const reopenBlacklistingStatement = ({ orm }: Database, id: number) =>
  orm.update(blacklistings).set({ endedAt: null, endedBy: null }).where(eq(blacklistings.id, id));

/** The blacklisting that this action replaced. */
export async function findReplacedBlacklisting({ orm }: Database, userId: number, undoId: string) {
  const isReplaced = and(eq(blacklistings.userId, userId), eq(blacklistings.replacedUndoId, undoId));
  const [row] = await orm.select({ until: blacklistings.until }).from(blacklistings).where(isReplaced);
  return row;
}

/** The blacklist in the audit log. */
export const toAuditFields = (isBlacklisted: boolean, until: number | null) => ({
  is_blacklisted: isBlacklisted,
  blacklisted_until: isBlacklisted ? toIsoOrNull(until) : null,
});

const isUnsentBlacklistEmail = (email: string) =>
  and(eq(outbox.toEmail, email), eq(outbox.kind, 'account-blacklisted'), eq(outbox.status, 'queued'));

export async function hasUnsentBlacklistEmail({ orm }: Database, email: string): Promise<boolean> {
  const [row] = await orm.select({ id: outbox.id }).from(outbox).where(isUnsentBlacklistEmail(email)).limit(1);
  return row !== undefined;
}

/** Deletes the unsent email about a blacklisting that no longer holds. */
export const deleteBlacklistEmailsStatement = ({ orm }: Database, email: string) =>
  orm.delete(outbox).where(isUnsentBlacklistEmail(email));

/**
 * Takes back a blacklisting, and the one that it replaced holds again. The batch is rolled back when it was removed or
 * replaced since, or the user is being deleted.
 */
export function restoreBlacklistStatements(
  { orm }: Database,
  { userId, undoId, actorId, now }: { userId: number; undoId: string; actorId: number; now: number },
): Statement[] {
  const isThis = and(isOpen(userId), eq(blacklistings.undoId, undoId));
  const readOpen = (column: SQL | typeof blacklistings.reason | typeof blacklistings.until) =>
    sql`(SELECT ${column} FROM ${blacklistings} WHERE ${isOpen(userId)})`;
  return [
    orm.update(blacklistings).set({ endedAt: now, endedBy: actorId }).where(isThis),
    rollbackIfNoRows,
    orm
      .update(blacklistings)
      .set({ endedAt: null, endedBy: null, replacedUndoId: null })
      .where(and(eq(blacklistings.userId, userId), eq(blacklistings.replacedUndoId, undoId))),
    orm
      .update(users)
      .set({
        isBlacklisted: exists(orm.select({ id: blacklistings.id }).from(blacklistings).where(isOpen(userId))) as never,
        blacklistReason: readOpen(blacklistings.reason) as never,
        blacklistedUntil: readOpen(blacklistings.until) as never,
        updatedAt: now,
      })
      .where(and(eq(users.id, userId), isNull(users.deleteAfter))),
    rollbackIfNoRows,
  ];
}
