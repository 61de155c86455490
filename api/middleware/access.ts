import { createMiddleware } from 'hono/factory';
import type { Context, Next } from 'hono';
import { createSessions, type SessionRow, type Sessions, type UserRow } from '../adapters/lucia-sessions.ts';
import type { Deps } from '../deps.ts';
import { isBlacklistedNow } from '../features/users/blacklist.ts';
import { AppError } from '../http/errors.ts';

const DECLARED = Symbol('access');

export type Access = 'anyone' | 'signed-in' | 'admin';

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
export const isAdmin = ({ user, session }: Caller) => user.role === 'admin' && session.audience === null;

/** Only with a living session. @throws unauthenticated, forbidden for a person who is blacklisted. */
export function signedIn(deps: Deps) {
  const sessions = createSessions(deps);
  return declare(
    'signed-in',
    createMiddleware<CallerEnv>(async (context, next) => {
      context.set('caller', await requireCaller(deps, sessions, context));
      await next();
    }),
  );
}

/** Only for admins. @throws unauthenticated, forbidden. */
export function adminOnly(deps: Deps) {
  const sessions = createSessions(deps);
  return declare(
    'admin',
    createMiddleware<CallerEnv>(async (context, next) => {
      const caller = await requireCaller(deps, sessions, context);
      if (!isAdmin(caller)) {
        throw new AppError('forbidden', 'Only administrators may do this.');
      }
      context.set('caller', caller);
      await next();
    }),
  );
}

/** Whether an admin's token still is one, asked again and again while an answer goes on. It is no use of the session. */
export function adminStays(deps: Deps): (token: string) => Promise<boolean> {
  const sessions = createSessions(deps);
  return async (token) => {
    const found = await sessions.look(token);
    return found !== null && found.user.role === 'admin' && !isBlacklistedNow(found.user, deps.clock.now());
  };
}

async function requireCaller(deps: Deps, sessions: Sessions, context: Context): Promise<Caller> {
  const token = bearerToken(context.req.header('Authorization'));
  const found = token === null ? null : await sessions.validate(token);
  if (!found || token === null) {
    throw new AppError(
      'unauthenticated',
      token === null ? 'Please sign in.' : 'Your session has ended. Please sign in again.',
    );
  }
  if (isBlacklistedNow(found.user, deps.clock.now())) throw new AppError('forbidden', 'This account is suspended.');
  return { ...found, token };
}

/** The scheme is case-insensitive (RFC 9110, 11.1). */
function bearerToken(header: string | undefined): string | null {
  return /^bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** What a handler declares, or undefined for one that is no access rule. */
export const declaredAccess = (handler: unknown): Access | undefined =>
  (handler as { [DECLARED]?: Access } | undefined)?.[DECLARED];
