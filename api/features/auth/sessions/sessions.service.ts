import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { sessions } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { createSessionStore, isSessionValid, type SessionRow } from '#api/adapters/lucia-sessions.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { notFoundError } from '#api/http/errors.ts';
import { type Caller, sessionEndedError } from '#api/endpoints/access.ts';
import {
  countSignOutsStatement,
  countSignInStatement,
} from '#api/features/auth/sign-in-totals/sign-in-totals.queries.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import type { SessionJson } from '#api/features/auth/auth.contract.ts';
import { addToken, parseCallbackUrl } from '#api/domain/callback-url.ts';

/** A page of our own removes the token from its URL at once and never reads it, so a short life is enough. */
const OWN_HANDOFF_TTL_MS = 60 * 1000;

/** The user of a session. */
export const getCurrentUser = ({ user }: Caller): { user: UserJson } => ({ user: toUserJson(user) });

/** The valid sessions of the caller, last used first. */
export async function listSessions({ db, clock }: Deps, caller: Caller): Promise<SessionJson[]> {
  const now = clock.now();
  const rows = await db.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, caller.user.id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
  return rows
    .filter((row) => isSessionValid(row, caller.user, now))
    .map((row) => toSessionJson(row, caller.session.id));
}

/** Ends one of the caller's sessions. @throws not_found, also for a session of another user. */
export async function revokeSession({ db, clock, site }: Deps, { user }: Caller, id: string): Promise<void> {
  const isRevoked = and(eq(sessions.id, id), eq(sessions.userId, user.id));
  await write(db, [
    countSignOutsStatement(site, user.id, isRevoked),
    db.orm.delete(sessions).where(isRevoked),
    rollbackIfNoRows,
    ownAuditStatement({ db, clock }, 'auth.sessions_ended', user.id),
  ]).catch(onGuardRollback(() => notFoundError('Session not found')));
}

/** Ends every session of the caller but the present one. Returns how many. */
export async function revokeOtherSessions({ db, clock, site }: Deps, { user, session }: Caller): Promise<number> {
  const isOther = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
  const [, ended] = await write(db, [
    countSignOutsStatement(site, user.id, and(isOther, gt(sessions.expiresAt, clock.now()))),
    db.orm.delete(sessions).where(isOther).returning({ id: sessions.id }),
    ownAuditStatement({ db, clock }, 'auth.sessions_ended', user.id),
  ]);
  return ended?.rows.length ?? 0;
}

/** Ends the session of the request. @throws unauthenticated when it was ended at the same time. */
export async function signOut({ db, clock, site }: Deps, { user, session }: Caller): Promise<void> {
  const isOwn = eq(sessions.id, session.id);
  await write(db, [
    countSignOutsStatement(site, user.id, isOwn),
    db.orm.delete(sessions).where(isOwn),
    rollbackIfNoRows,
    ownAuditStatement({ db, clock }, 'auth.signed_out', user.id),
  ]).catch(onGuardRollback(sessionEndedError));
}

const ownAuditStatement = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, action: AuditAction, userId: number) =>
  insertAuditStatement(db, { at: clock.now(), action, actorId: userId, subject: `user:${userId}` });

/**
 * Where the browser goes after signing in, with a token in the address: never the browser's own, but a session made
 * for that origin, which can be ended by itself. Addresses that are not allowed become `/`.
 */
export async function createHandoff(
  deps: Deps,
  caller: Caller,
  callbackUrl: string,
  from: { ip: string; userAgent: string },
): Promise<string> {
  const target = parseCallbackUrl(callbackUrl, {
    url: deps.site.url,
    callbackOrigins: deps.accounts.callbackOrigins,
  });
  if (!target) return '/';
  const audience = target.url.origin;
  const { email } = caller.user;
  // A page of our own was signed in to already; another site is signed in to here.
  const counts = target.isOwn ? [] : [countSignInStatement(deps.site, { email, audience, now: deps.clock.now() })];
  const { token } = await createSessionStore(deps).createInBatch(
    { email, statements: counts },
    { ...from, audience, ...(target.isOwn && { lifetimeMs: OWN_HANDOFF_TTL_MS }) },
  );
  return addToken(target, token);
}

function toSessionJson(row: SessionRow, currentId: string): SessionJson {
  return {
    id: row.id,
    user_agent: row.userAgent,
    ip: row.ip,
    created_at: toIso(row.createdAt),
    last_used_at: toIso(row.lastUsedAt),
    current: row.id === currentId,
    audience: row.audience,
  };
}
