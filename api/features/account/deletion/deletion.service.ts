import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { isGuardRollback, write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { hasAnyPermission } from '#api/domain/permissions.ts';
import { conflictError, invalidFieldError } from '#api/http/errors.ts';
import { toDeletionCounts, deleteUserStatements } from '#api/features/users/deletion/deletion.service.ts';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import { accountDeletedError } from '#api/features/account/account.service.ts';

/**
 * Deletes the caller's own account and its data, and returns what was deleted and what is retained.
 * @throws validation_failed for another address than the account's; conflict for the last active admin;
 * unauthenticated when the account is gone already.
 */
export async function deleteAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: UserRow,
  email: string,
): Promise<DeletionReceiptJson> {
  if (email !== caller.email)
    throw invalidFieldError('email', 'That’s not the email address on your account. Check it and try again.');
  const now = clock.now();
  const receipt = generateId();
  const deletion = { userId: caller.id, email, actorId: caller.id, now, detail: { receipt } };
  try {
    const results = await write(db, deleteUserStatements(db, deletion));
    return {
      id: receipt,
      deleted_at: toIso(now),
      deleted: listDeletedItems(caller, toDeletionCounts(results)),
      retained: listRetainedItems(caller),
    };
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    if (!(await db.orm.query.users.findFirst({ where: eq(users.id, caller.id) }))) throw accountDeletedError();
    throw conflictError('You’re the only active admin. Make someone else an admin first.');
  }
}

function listDeletedItems(user: UserRow, counts: ReturnType<typeof toDeletionCounts>): string[] {
  const listed = [
    `Your account ${user.email}, with your name, settings and record of accepted terms.`,
    counts.sessions === 1
      ? 'Your session on this device.'
      : `Your ${counts.sessions} sessions. You’re signed out on every device.`,
    counts.codes > 0 && 'The sign-in codes we emailed to you.',
    counts.mails > 0 && 'Our records of emails to you, and any emails waiting to be sent.',
    counts.waitingListEntries === 1 && 'Your place on a waiting list.',
    counts.waitingListEntries > 1 && `Your places on ${counts.waitingListEntries} waiting lists.`,
  ];
  return listed.filter((sentence) => sentence !== false);
}

const AUTHORED_CONTENT: DeletionReceiptJson['retained'][number] = {
  data: 'Posts, documents, revisions and images you worked on, no longer linked to your account.',
  reason: 'They belong to the site. If you’re named as the author of a post, your name stays until someone changes it.',
  retention: 'Until they are deleted.',
};

const listRetainedItems = (user: UserRow): DeletionReceiptJson['retained'] => [
  ...(hasAnyPermission(user.role) ? [AUTHORED_CONTENT] : []),
  {
    data: 'An entry in our audit log: your account number, what was done and when, and this receipt number.',
    reason: 'It shows that we did what you asked. It doesn’t include your name or email address.',
    retention: 'For as long as we run the service.',
  },
  {
    data: 'Technical logs of requests to our servers.',
    reason: 'For security and troubleshooting.',
    retention: 'Typically up to 12 months.',
  },
  {
    data: 'Counters that limit how often codes can be sent, stored under a hash of your email address.',
    reason: 'They stop anyone from flooding an inbox.',
    retention: 'Up to a day after the last attempt.',
  },
  {
    data: 'A cookie in your browser that shows someone has signed in here before.',
    reason: 'It stays on your device and can’t sign anyone in.',
    retention: 'Until you clear it, or up to 400 days.',
  },
  {
    data: 'Backup copies of our database.',
    reason: 'They let us recover from a failure. We don’t use them for anything else.',
    retention: 'Until newer backups replace them.',
  },
];
