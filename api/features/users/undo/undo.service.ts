import { and, eq } from 'drizzle-orm';
import { closeUndoStatement, deleteUndoneEmailsStatement, findOpenUndo } from '#db/queries/undo-actions.ts';
import { undoActions, users } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import type { UndoKind } from '#api/domain/enums.ts';
import { conflictError, notFoundError, undoClosedError } from '#api/http/errors.ts';
import {
  deleteUndoneAddressesStatement,
  followBlacklistingStatement,
} from '#api/features/users/blacklist/addresses.service.ts';
import {
  findReplacedBlacklisting,
  restoreBlacklistStatements,
  toAuditFields,
} from '#api/features/users/blacklist/blacklist.queries.ts';
import { undoRemovalStatements } from '#api/features/users/blacklist/removal.service.ts';
import { isTakenAddress, undoContactStatements } from '#api/features/users/contact/contact.service.ts';
import { deletionUndoneStatement, stopDeletionStatement } from '#api/features/users/deletion/schedule.service.ts';
import { getUserDetail } from '#api/features/users/detail/detail.service.ts';
import { undoRoleStatements } from '#api/features/users/role/role.service.ts';
import { userAuditStatement } from '#api/features/users/users.service.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';

type UndoDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments' | 'site' | 'outboxWorker' | 'blacklistWorker'>;
type Action = Pick<typeof undoActions.$inferSelect, 'kind' | 'snapshot'>;
type Undo = { id: string; actorId: number; now: number };

/**
 * Takes back a blacklisting, its removal, a change of name, address or role, or a deletion of this admin. Sessions that it
 * ended stay ended. @throws not_found; conflict when it is too late, the user has changed since, or the old address is taken.
 */
export async function undoUserAction(deps: UndoDeps, actorId: number, undoId: string): Promise<UserActionJson> {
  const undo = { id: undoId, actorId, now: deps.clock.now() };
  const action = await findOpenUndo(deps.db, undo);
  const user = action && (await findUser(deps, Number(action.snapshot?.userId)));
  if (!action || !user) throw await explainClosed(deps, undo);
  const statements = await toUndoStatements(deps, undo, user, action);
  try {
    await write(deps.db, [
      closeUndoStatement(deps.db, undo),
      rollbackIfNoRows,
      deleteUndoneEmailsStatement(deps.db, undoId),
      ...statements,
    ]);
  } catch (error) {
    if (isTakenAddress(error))
      throw conflictError('Someone has signed up with the old address since, so this can’t be undone.');
    if (!isGuardRollback(error)) throw error;
    throw (await findOpenUndo(deps.db, undo))
      ? conflictError('This user has changed since, so this can’t be undone.')
      : await explainClosed(deps, undo);
  }
  deps.outboxWorker.wake();
  deps.blacklistWorker.wake();
  const detail = await getUserDetail(deps, actorId, user.id);
  return { message: toMessage(action.kind, detail.is_blacklisted), data: { user: detail }, undo: null };
}

async function toUndoStatements(deps: UndoDeps, undo: Undo, user: UserRow, action: Action): Promise<Statement[]> {
  if (action.kind === 'user.deleted') return undoDeletion(deps, undo, user);
  if (action.kind === 'user.changed') return undoContactStatements(deps, undo, user, action.snapshot);
  if (action.kind === 'user.role_changed') return undoRoleStatements(deps, undo, user, action.snapshot);
  if (action.kind === 'user.unblacklisted') return undoRemovalStatements(deps, undo, user, action.snapshot);
  return undoBlacklisting(deps, undo, user);
}

function toMessage(kind: UndoKind, isBlacklisted: boolean): string {
  if (kind === 'user.unblacklisted') return 'Undone. The blacklist applies again.';
  if (kind === 'user.role_changed') return 'Undone. The role from before applies again.';
  if (kind === 'user.changed') return 'Undone. Sessions that ended stay ended.';
  if (kind === 'user.deleted') return 'Deletion undone. Sessions that ended stay ended.';
  return isBlacklisted
    ? 'Undone. The blacklist from before applies again.'
    : 'Blacklist undone. Sessions that ended stay ended.';
}

const undoDeletion = (deps: UndoDeps, { actorId }: Undo, user: UserRow): Statement[] => [
  stopDeletionStatement(deps, user.id),
  rollbackIfNoRows,
  deletionUndoneStatement(deps, actorId, user.id, user.deleteAfter ?? deps.clock.now()),
];

async function undoBlacklisting(
  { db, clock }: Pick<UndoDeps, 'db' | 'clock'>,
  { id, actorId, now }: Undo,
  user: UserRow,
): Promise<Statement[]> {
  const earlier = await findReplacedBlacklisting(db, user.id, id);
  const isRestored =
    earlier !== undefined && isBlacklistActive({ isBlacklisted: true, blacklistedUntil: earlier.until }, now);
  return [
    deleteUndoneAddressesStatement({ db }, id),
    ...restoreBlacklistStatements(db, { userId: user.id, undoId: id, actorId, now }),
    followBlacklistingStatement({ db }, user.id, now),
    userAuditStatement({ db, clock }, user.id, {
      action: 'user.blacklisting_undone',
      actorId,
      before: toAuditFields(isBlacklistActive(user, now), user.blacklistedUntil),
      after: toAuditFields(isRestored, earlier?.until ?? null),
    }),
  ];
}

const findUser = async ({ db }: Pick<UndoDeps, 'db'>, id: number): Promise<UserRow | undefined> =>
  db.orm.query.users.findFirst({ where: eq(users.id, id) });

async function explainClosed({ db }: Pick<UndoDeps, 'db'>, { id, actorId }: Undo): Promise<Error> {
  const isOwn = and(eq(undoActions.id, id), eq(undoActions.actorId, actorId));
  const [action] = await db.orm.select().from(undoActions).where(isOwn);
  if (!action) return notFoundError('There is nothing to undo.');
  return undoClosedError(action.undoneAt !== null);
}
