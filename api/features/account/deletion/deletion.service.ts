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
 * Deletes the caller's own account and all that hangs on it, and says what went and what stays.
 * @throws validation_failed for another address than the account's; conflict for the last active admin;
 * unauthenticated when the account is gone already.
 */
export async function deleteAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: UserRow,
  email: string,
): Promise<DeletionReceiptJson> {
  if (email !== caller.email) throw invalidFieldError('email', 'This is not the e-mail address of your account.');
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
    throw conflictError('You are the last active administrator. Make somebody else an administrator first.');
  }
}

function listDeletedItems(user: UserRow, counts: ReturnType<typeof toDeletionCounts>): string[] {
  const listed = [
    `Your account ${user.email}, with your name, your settings and the terms that you accepted.`,
    counts.sessions === 1
      ? 'Your session on this device.'
      : `Your ${counts.sessions} sessions: you are signed out on every device.`,
    counts.codes > 0 && 'The sign-in codes that were mailed to you.',
    counts.mails > 0 && 'Our records of the mails to your address, and mails that were still to be sent.',
    counts.waitingListEntries === 1 && 'Your place on a waiting list.',
    counts.waitingListEntries > 1 && `Your places on ${counts.waitingListEntries} waiting lists.`,
  ];
  return listed.filter((sentence) => sentence !== false);
}

const AUTHORED_CONTENT: DeletionReceiptJson['retained'][number] = {
  data: 'Posts, documents, their revisions and pictures that you worked on, without your account.',
  reason: 'They belong to the site. A name that stands as the author of a post stays until somebody changes it.',
  retention: 'Until they are deleted.',
};

const listRetainedItems = (user: UserRow): DeletionReceiptJson['retained'] => [
  ...(hasAnyPermission(user.role) ? [AUTHORED_CONTENT] : []),
  {
    data: 'A line in our audit log: the number of the account, what was done to it and when, and the number of this receipt.',
    reason: 'It shows that we did what you asked. It holds neither your name nor your address.',
    retention: 'For as long as we run the service.',
  },
  {
    data: 'Technical logs of requests to our servers.',
    reason: 'For safety and repair.',
    retention: 'Typically up to 12 months.',
  },
  {
    data: 'Counters that limit how often codes are asked for, under a scrambled form of your address.',
    reason: 'They keep strangers from flooding mailboxes.',
    retention: 'At most a day after the last attempt.',
  },
  {
    data: 'A cookie in your browser that says that somebody signed in here before, in a scrambled form.',
    reason: 'It stays on your device, and signs nobody in.',
    retention: 'Until you clear it, at most 400 days.',
  },
  {
    data: 'Backup copies of our database.',
    reason: 'They let us recover from a fault, and are not used for anything else.',
    retention: 'Until newer backups replace them.',
  },
];
