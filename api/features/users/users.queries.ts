import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/index.ts';

/** True for this user unless no other admin can sign in: the site always keeps one (T11). */
export const isNotLastAdmin = (userId: number, now: number) =>
  and(eq(users.id, userId), or(ne(users.role, 'admin'), hasAnotherActiveAdmin(userId, now)));

const hasAnotherActiveAdmin = (userId: number, now: number) =>
  sql`EXISTS (SELECT 1 FROM ${users} AS other WHERE other.role = 'admin' AND other.id <> ${userId} AND other.delete_after IS NULL
    AND (NOT other.is_blacklisted OR other.blacklisted_until <= ${now}))`;

/** A user in deletion is shown only when it could not be carried out. */
export const isVisible = or(isNull(users.deleteAfter), isNotNull(users.deletionError));

export const findVisibleUser = async ({ orm }: Database, id: number) =>
  (
    await orm
      .select()
      .from(users)
      .where(and(eq(users.id, id), isVisible))
  )[0];

/** False for the last active admin: asked before anything outside the database is done. */
export async function canLoseUser({ orm }: Database, userId: number, now: number): Promise<boolean> {
  const [row] = await orm.select({ id: users.id }).from(users).where(isNotLastAdmin(userId, now));
  return row !== undefined;
}

const selectIds = ({ orm }: Database, where: SQL | undefined) => orm.select({ id: users.id }).from(users).where(where);

/**
 * Conditions by sets of ids, each with an index of its own: a list that is sorted by another index does not have to read
 * the rows that it skips.
 */
export const isHiddenSet = (db: Database) =>
  selectIds(db, and(isNotNull(users.deleteAfter), isNull(users.deletionError)));

export const isBlacklistedSet = (db: Database, now: number) =>
  selectIds(
    db,
    sql`${users.isBlacklisted} AND (${users.blacklistedUntil} IS NULL OR ${users.blacklistedUntil} > ${now})`,
  );

/** Most are of the default role, so for that role the others are left out. */
export function hasRole(db: Database, role: UserRole): SQL {
  const others = userRoles.filter((other) => other !== role);
  if (role === 'user') return notInArray(users.id, selectIds(db, inArray(users.role, others)));
  return inArray(users.id, selectIds(db, eq(users.role, role)));
}
