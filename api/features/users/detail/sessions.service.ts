import { and, eq, ne } from 'drizzle-orm';
import { sessions } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { isSessionValid, type SessionRow, type UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { Caller } from '#api/endpoints/access.ts';
import type { UserSessionsJson } from '#api/features/users/users.contract.ts';
import { requireVisibleUser, userAuditStatement } from '#api/features/users/users.service.ts';
import * as queries from './detail.queries.ts';

type SessionDeps = Pick<Deps, 'db' | 'clock'>;

/** Sign-ins of each product, and the devices that are signed in. @throws not_found. */
export async function getUserSessions(
  deps: SessionDeps,
  id: number,
  currentSessionId: string,
): Promise<UserSessionsJson> {
  const user = await requireVisibleUser(deps, id);
  const [totals, devices] = await Promise.all([queries.listSignInTotalRows(deps.db, id), listLiveSessions(deps, user)]);
  return {
    sessions: totals.map((row) => ({
      product_name: row.productName,
      login_count: row.signIns,
      logout_count: row.signOuts,
      last_login: toIso(row.lastSignInAt),
      first_login: toIso(row.firstSignInAt),
    })),
    devices: devices.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      ip: row.ip,
      audience: row.audience,
      created_at: toIso(row.createdAt),
      last_used_at: toIso(row.lastUsedAt),
      current: row.id === currentSessionId,
    })),
  };
}

export const countLiveDevices = async (deps: SessionDeps, user: UserRow): Promise<number> =>
  (await listLiveSessions(deps, user)).length;

async function listLiveSessions({ db, clock }: SessionDeps, user: UserRow): Promise<SessionRow[]> {
  const now = clock.now();
  return (await queries.listSessionRows(db, user.id, now)).filter((row) => isSessionValid(row, user, now));
}

/** Ends one session of a user. @throws not_found. */
export async function endDevice(deps: SessionDeps, { user }: Caller, target: { id: number; sessionId: string }) {
  await requireVisibleUser(deps, target.id);
  await write(deps.db, [
    deps.db.orm.delete(sessions).where(and(eq(sessions.id, target.sessionId), eq(sessions.userId, target.id))),
    rollbackIfNoRows,
    userAuditStatement(deps, target.id, { action: 'user.session_ended', actorId: user.id, detail: { sessions: 1 } }),
  ]).catch(onGuardRollback(() => notFoundError('This session has already ended.')));
  return { message: 'Session ended', ended: 1 };
}

/** Ends all sessions of a user but the caller's own present one. @throws not_found. */
export async function endDevices(deps: SessionDeps, { user, session }: Caller, id: number) {
  const devices = await listLiveSessions(deps, await requireVisibleUser(deps, id));
  const ended = devices.filter((device) => device.id !== session.id).length;
  if (ended === 0) return { message: 'There are no sessions to end.', ended };
  await write(deps.db, [
    deps.db.orm.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, session.id))),
    userAuditStatement(deps, id, { action: 'user.session_ended', actorId: user.id, detail: { sessions: ended } }),
  ]);
  return { message: `${formatCount(ended, 'session')} ended`, ended };
}
