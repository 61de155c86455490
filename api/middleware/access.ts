import { createMiddleware } from 'hono/factory';
import type { Context, Next } from 'hono';
import { createSessions, type SessionRow, type Sessions, type UserRow } from '../adapters/lucia-sessions.ts';
import type { Deps } from '../deps.ts';
import { isBlacklistedNow } from '#api/domain/blacklist.ts';
import { AppError } from '../http/errors.ts';

const DECLARED = Symbol('access');

export type Access = 'anyone' | 'signed-in' | 'signed-in-or-handoff' | 'admin';

/** The signed-in person and the session that the call came with. Read from the database at every request. */
export type Caller = { user: UserRow; session: SessionRow; token: string };

type CallerEnv = { Variables: { caller: Caller } };

function declare<Handler extends object>(access: Access, handler: Handler): Handler {
  return Object.assign(handler, { [DECLARED]: access });
}

/** Who may call a route. Every route begins with one of these; a test walks all routes and fails where none is. */
export const anyone = declare('anyone', (_context: Context, next: Next) => next());

type MaybeCallerEnv = { Variables: { maybeCaller: Caller | null } };

/** For everybody, and it says more to a signed-in person. Whoever has no living session is nobody; that is no error. */
export function anyoneOrSignedIn(deps: Deps) {
  const sessions = createSessions(deps);
  return declare(
    'anyone',
    createMiddleware<MaybeCallerEnv>(async (context, next) => {
      const found = context.req.header('Authorization') ? requireCaller(deps, sessions, context) : null;
      context.set('maybeCaller', found && (await found.catch(nobodyUnlessBroken)));
      await next();
    }),
  );
}

function nobodyUnlessBroken(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** A session that was handed to another origin never is an admin's. */
export const isAdmin = ({ user, session }: Pick<Caller, 'user' | 'session'>) =>
  user.role === 'admin' && !isHandoffSession(session);

/** Made for the origin of a callback, which is another site: it may call only what is declared for it. */
const isHandoffSession = (session: SessionRow) => session.audience !== null;

/** Only with a living session of this site. @throws unauthenticated, forbidden for a person who is blacklisted. */
export const signedIn = (deps: Deps) => declare('signed-in', requireSession(deps));

/** The same, and also for a session that was handed to another origin: who it is, and what that site needs. */
export const signedInOrHandoff = (deps: Deps) =>
  declare('signed-in-or-handoff', requireSession(deps, { allowsHandoff: true }));

/** Only for admins. @throws unauthenticated, forbidden. */
export const adminOnly = (deps: Deps) => declare('admin', requireSession(deps, { isAdminOnly: true }));

/** Whether an admin's token still is one, asked again and again while an answer goes on. It is no use of the session. */
export function adminStays(deps: Deps): (token: string) => Promise<boolean> {
  const sessions = createSessions(deps);
  return async (token) => {
    const found = await sessions.look(token);
    return found !== null && isAdmin(found) && !isBlacklistedNow(found.user, deps.clock.now());
  };
}

type SessionRule = { allowsHandoff?: boolean; isAdminOnly?: boolean };

function requireSession(deps: Deps, rule: SessionRule = {}) {
  const sessions = createSessions(deps);
  return createMiddleware<CallerEnv>(async (context, next) => {
    const caller = await requireCaller(deps, sessions, context, rule);
    if (rule.isAdminOnly && !isAdmin(caller)) throw new AppError('forbidden', 'Only administrators may do this.');
    context.set('caller', caller);
    await next();
  });
}

/** Refuses a handed-on session unless the route allows it, so that a route that says nothing is closed to it. */
async function requireCaller(
  deps: Deps,
  sessions: Sessions,
  context: Context,
  { allowsHandoff = false }: SessionRule = {},
): Promise<Caller> {
  const token = bearerToken(context.req.header('Authorization'));
  const found = token === null ? null : await sessions.validate(token);
  if (!found || token === null) {
    throw new AppError(
      'unauthenticated',
      token === null ? 'Please sign in.' : 'Your session has ended. Please sign in again.',
    );
  }
  if (isBlacklistedNow(found.user, deps.clock.now())) throw new AppError('forbidden', 'This account is suspended.');
  if (isHandoffSession(found.session) && !allowsHandoff) {
    throw new AppError('forbidden', 'Sign in on this site to do this.');
  }
  return { ...found, token };
}

/** The scheme is case-insensitive (RFC 9110, 11.1). */
function bearerToken(header: string | undefined): string | null {
  return /^bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** What a handler declares, or undefined for one that is no access rule. */
export const declaredAccess = (handler: unknown): Access | undefined =>
  (handler as { [DECLARED]?: Access } | undefined)?.[DECLARED];
