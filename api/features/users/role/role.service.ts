import { and, eq, isNull } from 'drizzle-orm';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { hasPermission, type UserRole } from '#api/domain/permissions.ts';
import { type EndedKeys, endMadeKeys, restoreMadeKeysStatements } from '#api/features/api-keys/api-keys.service.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';
import { getUserDetail } from '#api/features/users/detail/detail.service.ts';
import { hasRole, isNotLastAdmin } from '#api/features/users/users.queries.ts';
import {
  isUnchanged,
  requireOtherUser,
  userAuditStatement,
  writeOrExplain,
} from '#api/features/users/users.service.ts';

/** What the undo restores. */
type Changed = { userId: number; before: UserRole; after: UserRole; keys?: EndedKeys };

/**
 * Gives a user another role, which applies from the next request on; sessions stay, up to the age that the role allows. API keys
 * of somebody who may make none any more end, but for those of `keepKeys`. The user gets an email once it can’t be undone any more.
 * @throws not_found, conflict.
 */
export async function changeUserRole(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments' | 'outboxWorker'>,
  actorId: number,
  id: number,
  { role, keepKeys: keep }: { role: UserRole; keepKeys?: number[] | undefined },
): Promise<UserActionJson> {
  const now = deps.clock.now();
  const row = await requireOtherUser(deps, actorId, id);
  const message = 'Role changed successfully';
  if (row.role === role) return { message, data: { user: await getUserDetail(deps, actorId, id) }, undo: null };
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
  const keys = hasPermission(role, 'api.manage') ? null : await endMadeKeys(deps, { userId: id, actorId, keep, now });
  const snapshot: Changed = { userId: id, before: row.role, after: role, ...(keys && { keys: keys.ended }) };
  await writeOrExplain(deps, id, [
    deps.db.orm
      .update(users)
      .set({ role, updatedAt: now })
      .where(and(leavesAnAdmin(id, role, now), isUnchanged(row))),
    rollbackIfNoRows,
    ...(keys?.statements ?? []),
    ...recordUndoStatements(deps.db, { id: undo.id, kind: 'user.role_changed', actorId, now, snapshot }),
    userAuditStatement(deps, id, {
      action: 'user.role_changed',
      actorId,
      before: { role: row.role },
      after: { role },
    }),
    enqueueEmailStatement(deps, {
      kind: 'account-role-changed',
      dedupeKey: `account-role-changed:${undo.id}`,
      to: { email: row.email },
      data: { firstName: row.firstName, before: row.role, after: role },
      undo,
      now,
    }),
  ]);
  deps.outboxWorker.wake();
  return {
    message,
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: { id: undo.id, until: toIso(undo.undoUntil) },
  };
}

/**
 * The statements that give the role from before back. The batch is rolled back when the role has changed since, the user is
 * being deleted, or nobody would be left who manages users.
 */
export function undoRoleStatements(
  deps: Pick<Deps, 'db' | 'clock'>,
  { actorId, now }: { actorId: number; now: number },
  user: UserRow,
  snapshot: unknown,
): Statement[] {
  const { before, after, keys } = snapshot as Changed;
  return [
    deps.db.orm
      .update(users)
      .set({ role: before, updatedAt: now })
      .where(and(leavesAnAdmin(user.id, before, now), hasRole(after), isNull(users.deleteAfter))),
    rollbackIfNoRows,
    userAuditStatement(deps, user.id, {
      action: 'user.role_change_undone',
      actorId,
      before: { role: after },
      after: { role: before },
    }),
    ...restoreMadeKeysStatements(deps, { ended: keys, actorId, now }),
  ];
}

/** True for this user where the new role manages users as well, or somebody else does. */
const leavesAnAdmin = (id: number, role: UserRole, now: number) =>
  hasPermission(role, 'users.manage') ? eq(users.id, id) : isNotLastAdmin(id, now);
