import { sql } from 'drizzle-orm';
import { isGuardRollback, type Statement, write } from '#db/write.ts';
import { users } from '#db/schema/index.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { type AuditEntry, insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { canLoseUser, findVisibleUser } from './users.queries.ts';

export { toUserJson } from './users.mapper.ts';
export { hasAnotherActiveAdmin } from './users.queries.ts';

type UserDeps = Pick<Deps, 'db' | 'clock'>;

export const SELF_MESSAGE = 'You can’t do this to your own account.';
export const LAST_ADMIN_MESSAGE = 'This is the only admin. Make someone else an admin first.';
export const IN_DELETION_MESSAGE = 'This user is being deleted. Stop the deletion first.';
const CHANGED_MESSAGE = 'This user has just changed. Try again.';

/** A user that admins can see. @throws not_found. */
export async function requireVisibleUser({ db }: Pick<Deps, 'db'>, id: number): Promise<UserRow> {
  const row = await findVisibleUser(db, id);
  if (!row) throw notFoundError('User not found');
  return row;
}

/** A user that this admin may act on. @throws not_found; conflict for yourself and for a user in deletion. */
export async function requireOtherUser(deps: UserDeps, actorId: number, id: number): Promise<UserRow> {
  if (actorId === id) throw conflictError(SELF_MESSAGE);
  const row = await requireVisibleUser(deps, id);
  if (row.deleteAfter !== null) throw conflictError(IN_DELETION_MESSAGE);
  return row;
}

/** True while nobody has changed what the action depends on since the row was read: `before` in the audit log is true. */
export const isUnchanged = ({ role, isBlacklisted, blacklistedUntil, deleteAfter }: UserRow) =>
  sql`${users.role} = ${role} AND ${users.isBlacklisted} = ${Number(isBlacklisted)}
    AND ${users.blacklistedUntil} IS ${blacklistedUntil} AND ${users.deleteAfter} IS ${deleteAfter}`;

/** Writes a batch that is guarded by `isNotLastAdmin` and `isUnchanged`. @throws not_found, conflict. */
export async function writeOrExplain(deps: UserDeps, id: number, statements: readonly Statement[]): Promise<void> {
  try {
    await write(deps.db, statements);
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    await requireVisibleUser(deps, id);
    const canLose = await canLoseUser(deps.db, id, deps.clock.now());
    throw conflictError(canLose ? CHANGED_MESSAGE : LAST_ADMIN_MESSAGE);
  }
}

/** `at` where another row of the batch is found by it. */
export const userAuditStatement = (
  { db, clock }: UserDeps,
  id: number,
  entry: Omit<AuditEntry, 'at' | 'subject'> & { at?: number },
): Statement => insertAuditStatement(db, { at: clock.now(), subject: `user:${id}`, ...entry });
