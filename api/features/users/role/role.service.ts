import { and } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';
import { getUserDetail } from '#api/features/users/detail/detail.service.ts';
import { isNotLastAdmin } from '#api/features/users/users.queries.ts';
import {
  isUnchanged,
  requireOtherUser,
  userAuditStatement,
  writeOrExplain,
} from '#api/features/users/users.service.ts';

/** Gives or takes the admin role; it counts from the next request on. @throws not_found, conflict. */
export async function changeUserRole(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments'>,
  actorId: number,
  id: number,
  role: UserRole,
): Promise<UserActionJson> {
  const now = deps.clock.now();
  const row = await requireOtherUser(deps, actorId, id);
  if (row.role !== role) {
    await writeOrExplain(deps, id, [
      deps.db.orm
        .update(users)
        .set({ role, updatedAt: now })
        .where(and(isNotLastAdmin(id, now), isUnchanged(row))),
      rollbackIfNoRows,
      userAuditStatement(deps, id, {
        action: 'user.role_changed',
        actorId,
        before: { role: row.role },
        after: { role },
      }),
    ]);
  }
  return {
    message: 'Role changed successfully',
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: null,
  };
}
