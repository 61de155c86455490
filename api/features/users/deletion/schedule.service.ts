import { and, eq, isNotNull } from 'drizzle-orm';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { endMadeKeys } from '#api/features/api-keys/api-keys.service.ts';
import { endAccessStatements } from '#api/features/users/blacklist/blacklist.queries.ts';
import { entitlementsChangedStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { getUserDetail, toUserDetail } from '#api/features/users/detail/detail.service.ts';
import { requireReachableProvider } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { canLoseUser, findUserInDeletion, isNotLastAdmin } from '#api/features/users/users.queries.ts';
import {
  isUnchanged,
  LAST_ADMIN_MESSAGE,
  requireOtherUser,
  requireVisibleUser,
  userAuditStatement,
  writeOrExplain,
} from '#api/features/users/users.service.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';

/**
 * Deletes a user in 30 seconds, until when it can be undone; the worker carries it out. The user can't sign in any more and
 * is not listed. API keys that the user made end with it, but for those of `keep`.
 * @throws not_found, conflict; unavailable when there is a subscription and Stripe can't be reached (T12).
 */
export async function scheduleDeletion(
  deps: Deps,
  actorId: number,
  id: number,
  keep?: number[],
): Promise<UserActionJson> {
  const { db, clock } = deps;
  const row = await requireOtherUser(deps, actorId, id);
  if (!(await canLoseUser(db, id, clock.now()))) throw conflictError(LAST_ADMIN_MESSAGE);
  await requireReachableProvider(deps, id);
  const now = clock.now();
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
  const keys = await endMadeKeys(deps, { userId: id, actorId, keep, now });
  await writeOrExplain(deps, id, [
    db.orm
      .update(users)
      .set({ deleteAfter: undo.undoUntil, deletionError: null, deletionAttempts: 0, deletionActorId: actorId })
      .where(and(isNotLastAdmin(id, now), isUnchanged(row))),
    rollbackIfNoRows,
    ...endAccessStatements(db, row, now),
    ...entitlementsChangedStatements(id, now),
    ...keys.statements,
    ...recordUndoStatements(db, {
      id: undo.id,
      kind: 'user.deleted',
      actorId,
      now,
      snapshot: { userId: id, keys: keys.ended },
    }),
    userAuditStatement(deps, id, {
      action: 'user.deletion_scheduled',
      actorId,
      before: { delete_after: null },
      after: { delete_after: toIso(undo.undoUntil) },
    }),
  ]);
  deps.userDeletions.wake();
  deps.subscriptionWebhooks.wake();
  return {
    message: 'User deleted successfully',
    data: { user: await toUserDetail(deps, actorId, { ...row, deleteAfter: undo.undoUntil }) },
    undo: { id: undo.id, until: toIso(undo.undoUntil) },
  };
}

/** Stops a deletion of any admin, in its 30 seconds or when it could not be carried out. @throws not_found; conflict without one. */
export async function cancelDeletion(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments' | 'subscriptionWebhooks'>,
  actorId: number,
  id: number,
): Promise<UserActionJson> {
  const row = (await findUserInDeletion(deps.db, id)) ?? (await requireVisibleUser(deps, id));
  if (row.deleteAfter === null) throw conflictError('This user isn’t being deleted.');
  await writeOrExplain(deps, id, [
    stopDeletionStatement(deps, id),
    rollbackIfNoRows,
    ...entitlementsChangedStatements(id, deps.clock.now()),
    deletionUndoneStatement(deps, actorId, id, row.deleteAfter),
  ]);
  deps.subscriptionWebhooks.wake();
  return {
    message:
      row.deletionAttempts === 0
        ? 'Deletion stopped. Sessions that ended stay ended.'
        : 'Deletion stopped. Subscriptions that were already cancelled stay cancelled.',
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: null,
  };
}

export const stopDeletionStatement = ({ db }: Pick<Deps, 'db'>, id: number) =>
  db.orm
    .update(users)
    .set({ deleteAfter: null, deletionError: null, deletionAttempts: 0, deletionActorId: null })
    .where(and(eq(users.id, id), isNotNull(users.deleteAfter)));

export const deletionUndoneStatement = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  id: number,
  deleteAfter: number,
) =>
  userAuditStatement(deps, id, {
    action: 'user.deletion_undone',
    actorId,
    before: { delete_after: toIso(deleteAfter) },
    after: { delete_after: null },
  });
