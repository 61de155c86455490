import { and, inArray, isNull } from 'drizzle-orm';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import { listRolesWith, type Permission } from '#api/domain/permissions.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/index.ts';

/** Those who may do this, to be told what needs them: not who is blacklisted, or about to be deleted. */
export async function listUsersWithPermission(db: Database, permission: Permission, now: number) {
  const rows = await db.orm
    .select()
    .from(users)
    .where(and(inArray(users.role, listRolesWith(permission)), isNull(users.deleteAfter)));
  return rows.filter((row) => !isBlacklistActive(row, now));
}
