import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { voidChallengesStatement } from '#db/queries/sign-in-challenges.ts';
import { sessions, users, waitingListEntries } from '#db/schema/index.ts';
import { isUniqueViolation, rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { announceContacts } from '#api/features/subscriptions/sync/sync.service.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { entitlementsChangedStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import {
  deleteUndoneAddressesStatement,
  keepBlacklistingStatement,
  listAddressBlacklistings,
} from '#api/features/users/blacklist/addresses.service.ts';
import { getUserDetail } from '#api/features/users/detail/detail.service.ts';
import {
  isUnchanged,
  requireOtherUser,
  userAuditStatement,
  writeOrExplain,
} from '#api/features/users/users.service.ts';
import type { changeContactRequest, UserActionJson } from '#api/features/users/users.contract.ts';

type ContactDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'secrets' | 'payments' | 'site' | 'outboxWorker' | 'subscriptionWebhooks'
>;
type Contact = Pick<UserRow, 'email' | 'firstName' | 'lastName' | 'isEmailVerified'>;
/** What the undo restores. */
type Changed = {
  userId: number;
  before: Contact;
  after: Contact;
  /** The waiting-list entries that moved to the new address. */
  entryIds: number[];
  /** Sessions that were there before the address changed; missing where it didn't, and in actions of earlier versions. */
  sessionIds?: string[];
};

/**
 * Changes the name and the email address of a user for them. Both addresses are told once it can't be undone any more, codes
 * that were sent stop working, and all sessions end if that is asked for.
 * @throws validation_failed, not_found; conflict for yourself, or when someone else changed the user.
 */
export async function changeContact(
  deps: ContactDeps,
  actorId: number,
  id: number,
  { email, firstName, lastName, endSessions }: z.output<typeof changeContactRequest>,
): Promise<UserActionJson> {
  const { db, clock } = deps;
  const now = clock.now();
  const row = await requireOtherUser(deps, actorId, id);
  const isMoved = email !== row.email;
  if (isMoved) await requireFreeAddress(deps, id, email);
  const before = toContact(row);
  const after: Contact = {
    email,
    firstName: firstName || null,
    lastName: lastName || null,
    isEmailVerified: row.isEmailVerified && !isMoved,
  };
  const fields = listChangedFields(before, after);
  const message = 'User updated successfully';
  if (fields.length === 0) return { message, data: { user: await getUserDetail(deps, actorId, id) }, undo: null };
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
  const snapshot: Changed = {
    userId: id,
    before,
    after,
    entryIds: isMoved ? await listEntryIds(deps, row.email) : [],
    ...(isMoved && { sessionIds: await listSessionIds(deps, id) }),
  };
  await writeOrExplain(deps, id, [
    db.orm
      .update(users)
      .set({ ...after, updatedAt: now })
      .where(and(eq(users.id, id), isUnchanged(row), hasContact(before))),
    rollbackIfNoRows,
    ...(isMoved
      ? [
          ...moveAddressStatements(deps, { from: before.email, to: email, entryIds: snapshot.entryIds, now }),
          keepBlacklistingStatement(deps, { id, email: before.email, undoId: undo.id }, now),
        ]
      : []),
    ...(endSessions ? [db.orm.delete(sessions).where(eq(sessions.userId, id))] : []),
    ...recordUndoStatements(db, { id: undo.id, kind: 'user.changed', actorId, now, snapshot }),
    ...(isMoved ? enqueueMovedEmails(deps, { before, after, undo, now }) : []),
    ...(isMoved ? entitlementsChangedStatements(id, now) : []),
    // The audit log outlives the account, so it names the fields and not what is in them.
    userAuditStatement(deps, id, {
      action: 'user.changed',
      actorId,
      detail: { fields, ...(endSessions && { sessions_ended: true }) },
    }),
  ]).catch((error: unknown) => {
    // Somebody signed up with the address in this moment.
    throw isTakenAddress(error) ? takenAddressError() : error;
  });
  deps.outboxWorker.wake();
  deps.subscriptionWebhooks.wake();
  announceContacts(deps);
  return {
    message,
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: { id: undo.id, until: toIso(undo.undoUntil) },
  };
}

/**
 * The statements that take a change back. The batch is rolled back when someone changed name or address since, and fails
 * (`isTakenAddress`) when the old address has another account by now.
 */
export function undoContactStatements(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, actorId, now }: { id: string; actorId: number; now: number },
  user: UserRow,
  snapshot: unknown,
): Statement[] {
  const { before, after, entryIds, sessionIds } = snapshot as Changed;
  return [
    deps.db.orm
      .update(users)
      .set({ ...before, updatedAt: now })
      .where(and(eq(users.id, user.id), hasContact(after))),
    rollbackIfNoRows,
    ...(before.email === after.email
      ? []
      : [
          ...moveAddressStatements(deps, { from: after.email, to: before.email, entryIds, now }),
          deleteUndoneAddressesStatement(deps, id),
          ...entitlementsChangedStatements(user.id, now),
        ]),
    // The new address may have been a typo, and whoever has it may have signed in.
    ...(sessionIds ? [endOtherSessionsStatement(deps, user.id, sessionIds)] : []),
    userAuditStatement(deps, user.id, {
      action: 'user.change_undone',
      actorId,
      detail: { fields: listChangedFields(before, after) },
    }),
  ];
}

const toContact = ({ email, firstName, lastName, isEmailVerified }: UserRow): Contact => ({
  email,
  firstName,
  lastName,
  isEmailVerified,
});

const hasContact = ({ email, firstName, lastName }: Contact) =>
  and(
    eq(users.email, email),
    sql`${users.firstName} IS ${firstName} AND ${users.lastName} IS ${lastName} AND ${users.deleteAfter} IS NULL`,
  );

function listChangedFields(before: Contact, after: Contact): string[] {
  const names = { email: 'email', firstName: 'first_name', lastName: 'last_name' } as const;
  return (['email', 'firstName', 'lastName'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => names[field]);
}

/** True when a write failed because another account has the address. */
export const isTakenAddress = (error: unknown): boolean => isUniqueViolation(error, 'users.email');

const takenAddressError = () => invalidFieldError('email', 'Another account has this address.');

/** @throws validation_failed for an address that another account has, or that can't sign up because of another account. */
async function requireFreeAddress(deps: ContactDeps, id: number, email: string): Promise<void> {
  const [other] = await deps.db.orm.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (other) throw takenAddressError();
  const blacklistings = await listAddressBlacklistings(deps, email);
  if (blacklistings.some(({ userId }) => userId !== id))
    throw invalidFieldError('email', 'This address is blacklisted.');
}

async function listSessionIds({ db }: Pick<Deps, 'db'>, userId: number): Promise<string[]> {
  const rows = await db.orm.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return rows.map((row) => row.id);
}

/** Ends the sessions of a user but these. By their ids, since a clock that is put back would date new ones before. */
const endOtherSessionsStatement = ({ db }: Pick<Deps, 'db'>, userId: number, ids: readonly string[]) =>
  db.orm
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        sql`${sessions.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

async function listEntryIds({ db }: Pick<Deps, 'db'>, email: string): Promise<number[]> {
  const { id } = waitingListEntries;
  const rows = await db.orm.select({ id }).from(waitingListEntries).where(eq(waitingListEntries.email, email));
  return rows.map((row) => row.id);
}

type Move = { from: string; to: string; entryIds: readonly number[]; now: number };

/** Voids codes for both addresses, and moves the places on waiting lists unless the other address has one there. */
const moveAddressStatements = ({ db }: Pick<Deps, 'db'>, { from, to, entryIds, now }: Move): Statement[] => [
  voidChallengesStatement(db, from, now),
  voidChallengesStatement(db, to, now),
  sql`UPDATE OR IGNORE ${waitingListEntries} SET email = ${to}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(entryIds)})) AND email = ${from}`,
];

type Moved = { before: Contact; after: Contact; undo: { id: string; undoUntil: number }; now: number };

/** One email to each address; the other one is masked, since either may belong to a stranger. */
const enqueueMovedEmails = (deps: ContactDeps, { before, after, undo, now }: Moved): Statement[] =>
  [
    { to: before.email, isNew: false, other: after.email },
    { to: after.email, isNew: true, other: before.email },
  ].map(({ to, isNew, other }) =>
    enqueueEmailStatement(deps, {
      kind: 'account-email-changed',
      dedupeKey: `account-email-changed:${undo.id}:${isNew ? 'new' : 'old'}`,
      to: { email: to },
      data: { firstName: after.firstName, isNew, other: maskAddress(other) },
      undo,
      now,
    }),
  );

/** 'm•••@example.com' */
const maskAddress = (email: string) => `${email.charAt(0)}•••${email.slice(email.lastIndexOf('@'))}`;
