import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox, sessions, signInChallenges, users, waitingListEntries } from '#db/schema/index.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { isNotLastAdmin } from '#api/features/users/users.queries.ts';

export type UserDeletion = {
  userId: number;
  email: string;
  /** The user itself or an admin. */
  actorId: number;
  now: number;
  detail?: Record<string, unknown>;
};

/**
 * The statements that delete a user and all rows of the email address, as one batch for `write`. The batch is rolled back
 * (`isGuardRollback`) when there is no such user, or no other active admin (T11). `toDeletionCounts` reads the results.
 */
export function deleteUserStatements(db: Database, { userId, email, actorId, now, detail }: UserDeletion) {
  const { orm } = db;
  return [
    orm.delete(sessions).where(eq(sessions.userId, userId)),
    orm.delete(users).where(isNotLastAdmin(userId, now)),
    rollbackIfNoRows,
    orm.delete(signInChallenges).where(eq(signInChallenges.email, email)),
    orm.delete(outbox).where(eq(outbox.toEmail, email)),
    orm.delete(waitingListEntries).where(eq(waitingListEntries.email, email)),
    insertAuditStatement(db, { at: now, action: 'user.deleted', actorId, subject: `user:${userId}`, detail }),
  ];
}

/** The number of deleted rows of each kind, from the results of `deleteUserStatements`. */
export function toDeletionCounts(results: readonly { rowsAffected: number }[]) {
  const [sessions = 0, , , codes = 0, mails = 0, waitingListEntries = 0] = results.map((result) => result.rowsAffected);
  return { sessions, codes, mails, waitingListEntries };
}
