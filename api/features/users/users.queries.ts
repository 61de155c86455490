import { and, asc, eq, gt, isNotNull, isNull, notInArray, or, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { listRolesWith, type UserRole } from '#api/domain/permissions.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/index.ts';

const PENDING_LIMIT = 20;

/** Those who can give roles, and so bring back everything else. */
const managerRoles = listRolesWith('users.manage');

/** True for this user unless nobody else who manages users can sign in: the site always keeps one (T11). */
export const isNotLastAdmin = (userId: number, now: number) =>
  and(eq(users.id, userId), or(notInArray(users.role, managerRoles), hasAnotherActiveAdmin(userId, now)));

export const hasAnotherActiveAdmin = (userId: number | SQLWrapper, now: number) =>
  sql`EXISTS (SELECT 1 FROM ${users} AS other WHERE other.role IN ${managerRoles} AND other.id <> ${userId} AND other.delete_after IS NULL
    AND (NOT other.is_blacklisted OR other.blacklisted_until <= ${now}))`;

/** A user in deletion is shown only when it could not be carried out. */
export const isVisible = or(isNull(users.deleteAfter), gt(users.deletionAttempts, 0));

export const hasRole = (role: UserRole) => eq(users.role, role);

export const isBlacklistedNow = (now: number) =>
  sql`(${users.isBlacklisted} AND (${users.blacklistedUntil} IS NULL OR ${users.blacklistedUntil} > ${now}))`;

export const findVisibleUser = async ({ orm }: Database, id: number) =>
  (
    await orm
      .select()
      .from(users)
      .where(and(eq(users.id, id), isVisible))
  )[0];

export const findUserInDeletion = async ({ orm }: Database, id: number) =>
  (
    await orm
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.deleteAfter)))
  )[0];

/** Users that admins have just deleted, while it can be stopped, with who did it. */
export function listPendingDeletions({ orm }: Database, now: number) {
  const actors = alias(users, 'actors');
  return orm
    .select({
      user: users,
      actor: { firstName: actors.firstName, lastName: actors.lastName, email: actors.email },
    })
    .from(users)
    .leftJoin(actors, eq(actors.id, users.deletionActorId))
    .where(and(gt(users.deleteAfter, now), eq(users.deletionAttempts, 0)))
    .orderBy(asc(users.deleteAfter))
    .limit(PENDING_LIMIT);
}

/** False for the last active admin: asked before anything outside the database is done. */
export async function canLoseUser({ orm }: Database, userId: number, now: number): Promise<boolean> {
  const [row] = await orm.select({ id: users.id }).from(users).where(isNotLastAdmin(userId, now));
  return row !== undefined;
}
