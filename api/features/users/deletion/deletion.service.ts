import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import {
  outbox,
  sessions,
  signInChallenges,
  suppressedAddresses,
  users,
  waitingListEntries,
} from '#db/schema/index.ts';
import { type NamedStatements, rollbackIfNoRows } from '#db/write.ts';
import { anonymizePaymentsStatements } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { entitlementsChangedStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { deleteEndedAddressesStatement } from '#api/features/users/blacklist/addresses.service.ts';
import { isNotLastAdmin } from '#api/features/users/users.queries.ts';

export { canLoseUser as canDeleteUser } from '#api/features/users/users.queries.ts';

export type UserDeletion = {
  userId: number;
  email: string;
  /** The user itself or an admin; null for an admin who is not known any more. */
  actorId: number | null;
  now: number;
  /** Only if an admin scheduled it, it is due, and nobody stopped it. */
  isScheduled?: boolean;
  detail?: Record<string, unknown>;
};

/**
 * The statements that delete a user and all rows of the email address, as one batch for `writeNamed`. The batch is rolled back
 * (`isGuardRollback`) when there is no such user, or no other active admin (T11).
 */
export function deleteUserStatements(db: Database, { userId, email, actorId, now, detail, isScheduled }: UserDeletion) {
  const { orm } = db;
  return {
    payments: anonymizePaymentsStatements(db, userId),
    sessions: orm.delete(sessions).where(eq(sessions.userId, userId)),
    user: [
      orm.delete(users).where(and(isNotLastAdmin(userId, now), isScheduled ? lte(users.deleteAfter, now) : undefined)),
      rollbackIfNoRows,
    ],
    codes: orm.delete(signInChallenges).where(eq(signInChallenges.email, email)),
    mails: orm.delete(outbox).where(eq(outbox.toEmail, email)),
    waitingListEntries: orm.delete(waitingListEntries).where(eq(waitingListEntries.email, email)),
    suppressions: orm.delete(suppressedAddresses).where(eq(suppressedAddresses.email, email)),
    audit: insertAuditStatement(db, { at: now, action: 'user.deleted', actorId, subject: `user:${userId}`, detail }),
    addresses: deleteEndedAddressesStatement({ db }, userId, now),
    entitlements: entitlementsChangedStatements(userId, now),
  } satisfies NamedStatements;
}
