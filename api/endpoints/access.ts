import { createMiddleware } from 'hono/factory';
import type { Context, Next } from 'hono';
import { createSessionStore, type SessionRow, type SessionStore, type UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { type DocumentViewer, VISITOR } from '#db/queries/visibility.ts';
import { DELETION_MESSAGE, isBlacklistActive, isInDeletion } from '#api/domain/blacklist.ts';
import { type ApiScope, scopeData, scopePermissions } from '#api/domain/api-keys.ts';
import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import { mayRoleRead, type PrivateData } from '#api/domain/private-data.ts';
import { AppError, type ErrorCode } from '#api/http/errors.ts';
import { runWithKey } from '#api/http/acting-key.ts';
import { describeApiKey, describeFailures, describeServiceKey } from '#api/http/openapi.ts';
import { type FoundKey, readApiKey, requireKey } from './api-key.ts';

const ACCESS = Symbol('access');

export type Access = 'anyone' | 'signed-in' | 'signed-in-or-handoff' | 'service' | 'api-key' | Permission;

/**
 * The signed-in user and the session of the request. Read from the database at every request. With `key` it is a program that acts in
 * the user’s name, and may do what the scopes of its key allow.
 */
export type Caller = {
  user: UserRow;
  session: SessionRow;
  token: string;
  key?: { id: number; scopes: readonly ApiScope[] };
};

type CallerEnv = { Variables: { caller: Caller } };

const descriptions: Partial<Record<Access, () => object>> = { service: describeServiceKey, 'api-key': describeApiKey };

/** Marks a guard with its access rule, and describes its failures in the OpenAPI document. */
function declareAccess<Handler extends object>(access: Access, handler: Handler): Handler {
  const failures: ErrorCode[] = access === 'anyone' ? [] : ['unauthenticated', 'forbidden'];
  const description = descriptions[access]?.() ?? describeFailures(failures);
  return Object.assign(handler, description, { [ACCESS]: access });
}

export const sessionEndedError = () => new AppError('unauthenticated', 'Your session has ended. Sign in again.');

/** Who may call a route. Every route starts with one of these; a test walks all routes and fails where it is missing. */
export const allowAnyone = declareAccess('anyone', (_context: Context, next: Next) => next());

type OptionalCallerEnv = { Variables: { optionalCaller: Caller | null } };

/** Anyone may call the route; `optionalCaller` is null without a valid session, which is no error. */
export function allowAnyoneWithSession(deps: Deps) {
  const sessions = createSessionStore(deps);
  return declareAccess(
    'anyone',
    createMiddleware<OptionalCallerEnv>(async (context, next) => {
      const caller = context.req.header('Authorization')
        ? requireCaller(deps, sessions, context, { allowsKey: true })
        : null;
      context.set('optionalCaller', caller && (await caller.catch(nullIfUnauthorized)));
      await next();
    }),
  );
}

function nullIfUnauthorized(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** A session for another origin has no permissions. */
export const isPermitted = (
  { user, session, key }: Pick<Caller, 'user' | 'session' | 'key'>,
  permission: Permission,
): boolean =>
  hasPermission(user.role, permission) &&
  !isHandoffSession(session) &&
  (key?.scopes.some((scope) => scopePermissions[scope].includes(permission)) ?? true);

/** Whether a caller reads a kind of data, by the table of `private-data.ts` and, with an API key, by that of its scopes. */
export const mayRead = ({ user, session, key }: Pick<Caller, 'user' | 'session' | 'key'>, data: PrivateData): boolean =>
  mayRoleRead(user.role, data) &&
  !isHandoffSession(session) &&
  (key?.scopes.some((scope) => scopeData[scope].includes(data)) ?? true);

/** Refuses a caller who may not read all kinds of data that a route answers with. Runs after the guard. @throws forbidden. */
export const requireReading = (data: readonly PrivateData[]) =>
  createMiddleware<CallerEnv>(async (context, next) => {
    const caller = context.get('caller');
    if (!data.every((each) => mayRead(caller, each))) throw caller.key ? keyScopeError() : notPermittedError();
    await next();
  });

/** A session for the origin of a callback, which is another site: it may call only `signedInOrHandoff` routes. */
const isHandoffSession = (session: SessionRow) => session.audience !== null;

/** Only with a valid session of this site. @throws unauthenticated, forbidden for a blacklisted user. */
export const requireSession = (deps: Deps) => declareAccess('signed-in', createSessionGuard(deps));

/** The same, and also for a session that was handed to another origin. */
export const signedInOrHandoff = (deps: Deps) =>
  declareAccess('signed-in-or-handoff', createSessionGuard(deps, { allowsHandoff: true }));

/** For users whose role holds the permission, and keys that such a user made for it. @throws unauthenticated, forbidden. */
export const requirePermission = (deps: Deps, permission: Permission) =>
  declareAccess(permission, createSessionGuard(deps, { permission }));

/**
 * Only with the key of OpenShelf’s publishing service, which `checkKey` compares; sessions are refused. `checkKey` gets null
 * for a request without a token.
 */
export const requireServiceKey = (checkKey: (key: string | null, context: Context) => Promise<void>) =>
  declareAccess(
    'service',
    createMiddleware(async (context, next) => {
      await checkKey(/^bearer +(\S.*)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? null, context);
      await next();
    }),
  );

/** For every signed-in user, and for keys that may read documentation. */
export const requireReader = (deps: Deps) =>
  declareAccess('signed-in', createSessionGuard(deps, { keyPermission: 'documents.write' }));

/** Only with an API key that has the scope, whoever made it: a product goes on when that person leaves. */
export const requireApiKey = (deps: Deps, scope: ApiScope) =>
  declareAccess(
    'api-key',
    createMiddleware(async (context, next) => {
      const token = readApiKey(context);
      if (token === null) throw new AppError('unauthenticated', 'Send an API key as ‘Authorization: Bearer’.');
      const { key } = await requireKey(deps, token);
      if (!key.scopes.includes(scope)) throw keyScopeError();
      await runWithKey(key.id, next);
    }),
  );

const notPermittedError = () => new AppError('forbidden', 'You don’t have permission to do this.');

const keyScopeError = () =>
  new AppError('forbidden', 'This API key isn’t meant for this. Make one with the right permission.');

/** Checks during a long response whether the token's user still has the permission. It does not prolong the session. */
export function createPermissionCheck(deps: Deps, permission: Permission): (token: string) => Promise<boolean> {
  const sessions = createSessionStore(deps);
  return async (token) => {
    const current = await sessions.peek(token);
    if (current === null || isInDeletion(current.user)) return false;
    return isPermitted(current, permission) && !isBlacklistActive(current.user, deps.clock.now());
  };
}

type SessionRule = {
  allowsHandoff?: boolean;
  permission?: Permission;
  /** With an API key this permission is asked for, and of people none. */
  keyPermission?: Permission;
  /** A key may come along; what it opens is asked later. */
  allowsKey?: boolean;
};

function createSessionGuard(deps: Deps, rule: SessionRule = {}) {
  const sessions = createSessionStore(deps);
  return createMiddleware<CallerEnv>(async (context, next) => {
    const caller = await requireCaller(deps, sessions, context, rule);
    const permission = rule.permission ?? (caller.key && rule.keyPermission);
    if (permission && !isPermitted(caller, permission)) {
      throw caller.key ? keyScopeError() : notPermittedError();
    }
    context.set('caller', caller);
    await (caller.key ? runWithKey(caller.key.id, next) : next());
  });
}

/** A session of another origin is refused by default, so that only routes that declare it are open to it. */
async function requireCaller(
  deps: Deps,
  sessions: SessionStore,
  context: Context,
  { allowsHandoff = false, permission, keyPermission, allowsKey = false }: SessionRule = {},
): Promise<Caller> {
  const key = readApiKey(context);
  if (key !== null) {
    if (!permission && !keyPermission && !allowsKey) throw keyScopeError();
    return toKeyCaller(deps, key, await requireKey(deps, key));
  }
  const token = parseBearerToken(context.req.header('Authorization'));
  const caller = token === null ? null : await sessions.validate(token);
  if (!caller || token === null) {
    throw token === null ? new AppError('unauthenticated', 'Sign in to continue.') : sessionEndedError();
  }
  requireInGoodStanding(deps, caller.user);
  if (isHandoffSession(caller.session) && !allowsHandoff) {
    throw new AppError('forbidden', 'Sign in on this site to do this.');
  }
  return { ...caller, token };
}

/** @throws forbidden for a user who is about to be deleted, or is blacklisted. */
function requireInGoodStanding({ clock }: Deps, user: UserRow): void {
  if (isInDeletion(user)) throw new AppError('forbidden', DELETION_MESSAGE);
  if (isBlacklistActive(user, clock.now()))
    throw new AppError('forbidden', 'This account is suspended. Contact support if you think this is a mistake.');
}

/** A program acts as the user who made its key, as long as that user may. @throws forbidden. */
function toKeyCaller(deps: Deps, token: string, { key, user }: FoundKey): Caller {
  if (user === null) throw new AppError('forbidden', 'The account that made this API key was deleted. Make a new key.');
  requireInGoodStanding(deps, user);
  const { id, createdAt, scopes } = key;
  const at = { createdAt, lastUsedAt: createdAt, expiresAt: Number.MAX_SAFE_INTEGER };
  const session = { id: `key-${id}`, tokenHash: '', userId: user.id, audience: null, userAgent: '', ip: '', ...at };
  return { user, session, token, key: { id, scopes } };
}

/** The scheme is case-insensitive (RFC 9110, 11.1). */
function parseBearerToken(header: string | undefined): string | null {
  return /^bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** The access rule of a guard, or undefined for any other handler. */
export const getDeclaredAccess = (handler: unknown): Access | undefined =>
  (handler as { [ACCESS]?: Access } | undefined)?.[ACCESS];

/** Who reads: drafts are visible only with the permission to write documents. */
export type Viewer = DocumentViewer;

/** For services that read what they have just written. */
export const EDITOR_VIEWER: Viewer = { canSeeDrafts: true, isSignedIn: true };

/** A caller, or null for whoever isn't signed in. */
export const toViewer = (caller: Caller | null): Viewer =>
  caller ? { canSeeDrafts: isPermitted(caller, 'documents.write'), isSignedIn: true } : VISITOR;
