import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { isGuardRollback, writeNamed } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { hasAnyPermission } from '#api/domain/permissions.ts';
import { conflictError, invalidFieldError } from '#api/http/errors.ts';
import { countPayments, endUserSubscriptions } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { canDeleteUser, deleteUserStatements } from '#api/features/users/deletion/deletion.service.ts';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import { accountDeletedError } from '#api/features/account/account.service.ts';

/**
 * Deletes the caller's own account and its data, and returns what was deleted and what is retained. Subscriptions are
 * cancelled first. @throws validation_failed for another address than the account's; conflict for the last active admin;
 * unauthenticated when the account is gone already; unavailable while a subscription can't be cancelled.
 */
export async function deleteAccount(deps: Deps, caller: UserRow, email: string): Promise<DeletionReceiptJson> {
  if (email !== caller.email)
    throw invalidFieldError('email', 'That’s not the email address on your account. Check it and try again.');
  const { db, clock } = deps;
  const now = clock.now();
  if (!(await canDeleteUser(db, caller.id, now))) throw await explainRefusal(db, caller.id);
  const { cancelled } = await endUserSubscriptions(deps, caller.id);
  const payments = await countPayments(deps, caller.id);
  const receipt = generateId();
  const deletion = { userId: caller.id, email, actorId: caller.id, now, detail: { receipt } };
  try {
    const counts = await writeNamed(db, deleteUserStatements(db, deletion));
    deps.subscriptionWebhooks.wake();
    return {
      id: receipt,
      deleted_at: toIso(now),
      deleted: listDeletedItems(caller, { ...counts, cancelled }),
      retained: listRetainedItems(caller, payments),
    };
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    throw await explainRefusal(db, caller.id);
  }
}

async function explainRefusal(db: Database, userId: number): Promise<Error> {
  if (!(await db.orm.query.users.findFirst({ where: eq(users.id, userId) }))) return accountDeletedError();
  return conflictError('You’re the only active admin. Make someone else an admin first.');
}

/** Deleted rows of each kind, and subscriptions that were cancelled. */
type DeletionCounts = Record<
  'sessions' | 'codes' | 'mails' | 'waitingListEntries' | 'suppressions' | 'cancelled',
  number
>;

function listDeletedItems(user: UserRow, counts: DeletionCounts): string[] {
  const listed = [
    `Your account ${user.email}, with your name, settings, record of accepted terms and our notes about you.`,
    counts.sessions === 1
      ? 'Your session on this device.'
      : `Your ${counts.sessions} sessions. You’re signed out on every device.`,
    counts.cancelled > 0 &&
      `${counts.cancelled === 1 ? 'Your subscription. It has' : 'Your subscriptions. They have'} been cancelled, and nothing more will be charged.`,
    counts.codes > 0 && 'The sign-in codes we emailed to you.',
    counts.mails > 0 && 'Our records of emails to you, and any emails waiting to be sent.',
    counts.suppressions > 0 && 'Our note not to email you.',
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

const PAYMENTS: DeletionReceiptJson['retained'][number] = {
  data: 'Your payments: plan, amount, date and invoice number, without your name or email address.',
  reason: 'Tax law requires us to keep records of payments. Stripe, which took them, keeps its own.',
  retention: 'At least seven years.',
};

const listRetainedItems = (user: UserRow, payments: number): DeletionReceiptJson['retained'] => [
  ...(payments > 0 ? [PAYMENTS] : []),
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
