import { and, eq, ne, or } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox, sessions, signInChallenges, users, waitingListEntries } from '#db/schema/index.ts';
import { orUndo } from '#db/write.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { anotherActiveAdmin } from '#api/features/users/users.queries.ts';

export type UserDeletion = {
  userId: number;
  email: string;
  /** Who does it: the person, or an admin. */
  actorId: number;
  now: number;
  detail?: Record<string, unknown>;
};

/**
 * The statements that delete a person with everything under the address, as one batch for `write`. The second one is
 * the rule: an admin goes only while another active admin stays (T11); otherwise, or when there is no such person,
 * the batch is undone (`isUndone`). `countDeleted` reads the answer.
 */
export function deleteUserStatements(db: Database, { userId, email, actorId, now, detail }: UserDeletion) {
  const { query } = db;
  return [
    query.delete(sessions).where(eq(sessions.userId, userId)),
    query.delete(users).where(and(eq(users.id, userId), or(ne(users.role, 'admin'), anotherActiveAdmin(userId, now)))),
    orUndo,
    query.delete(signInChallenges).where(eq(signInChallenges.email, email)),
    query.delete(outbox).where(eq(outbox.toEmail, email)),
    query.delete(waitingListEntries).where(eq(waitingListEntries.email, email)),
    recordAudit(db, { at: now, action: 'user.deleted', actorId, subject: `user:${userId}`, ...(detail && { detail }) }),
  ];
}

/** How many rows of each kind went, from what `write` answered to `deleteUserStatements`. */
export function countDeleted(results: readonly { rowsAffected: number }[]) {
  const [sessions = 0, , , codes = 0, mails = 0, waitingListEntries = 0] = results.map((result) => result.rowsAffected);
  return { sessions, codes, mails, waitingListEntries };
}
