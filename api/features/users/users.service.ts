import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditAction } from '#api/domain/enums.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import { outbox, sessions, users } from '#db/schema/index.ts';
import { voidChallengesStatement } from '#db/queries/sign-in-challenges.ts';
import { isGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { isNotLastAdmin } from './users.queries.ts';
import { endUserSubscriptions } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { canDeleteUser, deleteUserStatements } from '#api/features/users/deletion/deletion.service.ts';
import { blacklistUserRequest, type UserJson } from './users.contract.ts';

type UserDeps = Pick<Deps, 'db' | 'clock'>;

/** Admins may not blacklist or delete their own account here. */
const SELF_MESSAGE = 'You can’t do this to your own account.';
const LAST_ADMIN_MESSAGE = 'This is the only admin. Make someone else an admin first.';

/**
 * Blacklists a user, for good or until a date, and ends every session and every pending sign-in in the same batch (T10).
 * @throws validation_failed, not_found; conflict for yourself and for the last admin.
 */
export async function blacklistUser(
  deps: UserDeps,
  actorId: number,
  id: number,
  input: z.input<typeof blacklistUserRequest>,
): Promise<UserRow> {
  const { reason, blacklistedUntil } = parseInput(blacklistUserRequest, input);
  const now = deps.clock.now();
  const until = blacklistedUntil ? Date.parse(blacklistedUntil) : null;
  if (until !== null && until <= now) throw invalidFieldError('blacklistedUntil', 'Choose an end date in the future.');
  const user = await requireOtherUser(deps, actorId, id);
  await writeOrExplain(deps, id, [
    deps.db.orm
      .update(users)
      .set({ isBlacklisted: true, blacklistReason: reason, blacklistedUntil: until, updatedAt: now })
      .where(isNotLastAdmin(id, now)),
    rollbackIfNoRows,
    deps.db.orm.delete(sessions).where(eq(sessions.userId, id)),
    voidChallengesStatement(deps.db, user.email, now),
    deps.db.orm.delete(outbox).where(and(eq(outbox.toEmail, user.email), eq(outbox.status, 'queued'))),
    userAuditStatement(deps, 'user.blacklisted', actorId, id, { until }),
  ]);
  return getUser(deps, id);
}

/** Removes a user from the blacklist. @throws not_found. */
export async function unblacklistUser(deps: UserDeps, actorId: number, id: number): Promise<UserRow> {
  await writeOrExplain(deps, id, [
    deps.db.orm
      .update(users)
      .set({ isBlacklisted: false, blacklistReason: null, blacklistedUntil: null, updatedAt: deps.clock.now() })
      .where(eq(users.id, id)),
    rollbackIfNoRows,
    userAuditStatement(deps, 'user.unblacklisted', actorId, id),
  ]);
  return getUser(deps, id);
}

/** Gives or takes the admin role; it counts from the next request on. @throws not_found, conflict. */
export async function changeUserRole(deps: UserDeps, actorId: number, id: number, role: UserRole): Promise<UserRow> {
  const now = deps.clock.now();
  await requireOtherUser(deps, actorId, id);
  await writeOrExplain(deps, id, [
    deps.db.orm
      .update(users)
      .set({ role, updatedAt: now })
      .where(role === 'admin' ? eq(users.id, id) : isNotLastAdmin(id, now)),
    rollbackIfNoRows,
    userAuditStatement(deps, 'user.role_changed', actorId, id, { role }),
  ]);
  return getUser(deps, id);
}

/**
 * Deletes a user and all rows of the email address; subscriptions are cancelled first.
 * @throws not_found, conflict; unavailable when Stripe can't be reached.
 */
export async function deleteUser(deps: Deps, actorId: number, id: number): Promise<void> {
  const { email } = await requireOtherUser(deps, actorId, id);
  const now = deps.clock.now();
  if (!(await canDeleteUser(deps.db, id, now))) throw conflictError(LAST_ADMIN_MESSAGE);
  await endUserSubscriptions(deps, id);
  await writeOrExplain(deps, id, deleteUserStatements(deps.db, { userId: id, email, actorId, now }));
}

/** A user as the API returns it: without the blacklist, the settings and the sessions. */
export function toUserJson(row: UserRow): UserJson {
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    role: row.role,
    auth_provider: row.authProvider,
    email_verified: row.isEmailVerified,
    profile_photo: row.profilePhoto,
    created_at: toIso(row.createdAt),
  };
}

async function requireOtherUser(deps: UserDeps, actorId: number, id: number): Promise<UserRow> {
  if (actorId === id) throw conflictError(SELF_MESSAGE);
  return getUser(deps, id);
}

async function getUser({ db }: UserDeps, id: number): Promise<UserRow> {
  const [row] = await db.orm.select().from(users).where(eq(users.id, id));
  if (!row) throw notFoundError('User not found');
  return row;
}

async function writeOrExplain(deps: UserDeps, id: number, statements: Parameters<typeof write>[1]): Promise<void> {
  try {
    await write(deps.db, statements);
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    await getUser(deps, id);
    throw conflictError(LAST_ADMIN_MESSAGE);
  }
}

function userAuditStatement(
  { db, clock }: UserDeps,
  action: AuditAction,
  actorId: number,
  id: number,
  detail?: Record<string, unknown>,
) {
  return insertAuditStatement(db, { at: clock.now(), action, actorId, subject: `user:${id}`, detail });
}
