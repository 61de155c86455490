import { and, eq, ne, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditAction, UserRole } from '#api/domain/enums.ts';
import { outbox, sessions, users } from '#db/schema/index.ts';
import { isUndone, orUndo, write } from '#db/write.ts';
import type { UserRow } from '../../adapters/lucia-sessions.ts';
import type { Deps } from '../../deps.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { voidAll } from '#api/features/auth/challenges/challenges.service.ts';
import { anotherActiveAdmin } from './users.queries.ts';
import { deleteUserStatements } from '#api/features/users/deletion/deletion.service.ts';
import { blacklistInput } from './users.contract.ts';

type UserDeps = Pick<Deps, 'db' | 'clock'>;

/** No admin may do these to themselves; the words say which. */
const SELF = 'You cannot do this to your own account.';
const LAST_ADMIN = 'This is the last administrator. Make somebody else an administrator first.';

/**
 * Keeps a person out, for good or until a date: the flag, the end of every session and of every code that waits are
 * one batch (T10).
 * @throws validation_failed, not_found; conflict for yourself and for the last admin.
 */
export async function blacklistUser(
  deps: UserDeps,
  actorId: number,
  id: number,
  input: z.input<typeof blacklistInput>,
): Promise<UserRow> {
  const { reason, blacklistedUntil } = parseInput(blacklistInput, input);
  const now = deps.clock.now();
  const until = blacklistedUntil ? Date.parse(blacklistedUntil) : null;
  if (until !== null && until <= now) throw invalid('blacklistedUntil', 'The end must be in the future.');
  const user = await requireOther(deps, actorId, id);
  await orSayWhy(deps, id, [
    deps.db.query
      .update(users)
      .set({ isBlacklisted: true, blacklistReason: reason, blacklistedUntil: until, updatedAt: now })
      .where(unlessLastAdmin(id, now)),
    orUndo,
    deps.db.query.delete(sessions).where(eq(sessions.userId, id)),
    voidAll(deps, user.email, now),
    deps.db.query.delete(outbox).where(and(eq(outbox.toEmail, user.email), eq(outbox.status, 'queued'))),
    audit(deps, 'user.blacklisted', actorId, id, { until }),
  ]);
  return getUser(deps, id);
}

/** Lets a person in again. @throws not_found. */
export async function unblacklistUser(deps: UserDeps, actorId: number, id: number): Promise<UserRow> {
  await orSayWhy(deps, id, [
    deps.db.query
      .update(users)
      .set({ isBlacklisted: false, blacklistReason: null, blacklistedUntil: null, updatedAt: deps.clock.now() })
      .where(eq(users.id, id)),
    orUndo,
    audit(deps, 'user.unblacklisted', actorId, id),
  ]);
  return getUser(deps, id);
}

/** Gives or takes the admin role; it counts from the next request on. @throws not_found, conflict. */
export async function changeRole(deps: UserDeps, actorId: number, id: number, role: UserRole): Promise<UserRow> {
  const now = deps.clock.now();
  await requireOther(deps, actorId, id);
  await orSayWhy(deps, id, [
    deps.db.query
      .update(users)
      .set({ role, updatedAt: now })
      .where(role === 'admin' ? eq(users.id, id) : unlessLastAdmin(id, now)),
    orUndo,
    audit(deps, 'user.role_changed', actorId, id, { role }),
  ]);
  return getUser(deps, id);
}

/** Deletes a person and all that hangs on the address. @throws not_found, conflict. */
export async function deleteUser(deps: UserDeps, actorId: number, id: number): Promise<void> {
  const { email } = await requireOther(deps, actorId, id);
  const now = deps.clock.now();
  await orSayWhy(deps, id, deleteUserStatements(deps.db, { userId: id, email, actorId, now }));
}

async function requireOther(deps: UserDeps, actorId: number, id: number): Promise<UserRow> {
  if (actorId === id) throw conflict(SELF);
  return getUser(deps, id);
}

async function getUser({ db }: UserDeps, id: number): Promise<UserRow> {
  const [row] = await db.query.select().from(users).where(eq(users.id, id));
  if (!row) throw notFound('User not found');
  return row;
}

async function orSayWhy(deps: UserDeps, id: number, statements: Parameters<typeof write>[1]): Promise<void> {
  try {
    await write(deps.db, statements);
  } catch (error) {
    if (!isUndone(error)) throw error;
    await getUser(deps, id);
    throw conflict(LAST_ADMIN);
  }
}

function unlessLastAdmin(id: number, now: number): SQL | undefined {
  return and(eq(users.id, id), or(ne(users.role, 'admin'), anotherActiveAdmin(id, now)));
}

function audit(
  { db, clock }: UserDeps,
  action: AuditAction,
  actorId: number,
  id: number,
  detail?: Record<string, unknown>,
) {
  return recordAudit(db, { at: clock.now(), action, actorId, subject: `user:${id}`, ...(detail && { detail }) });
}
