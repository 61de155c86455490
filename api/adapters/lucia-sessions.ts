import { createHash } from 'node:crypto';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import type { Database } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import { ignoreOutOfSpace } from '#db/out-of-space.ts';
import { write } from '#db/write.ts';
import type { Clock } from '#api/clock.ts';
import { hasAnyPermission } from '#api/domain/permissions.ts';
import { generateToken } from './secrets.ts';

// The one file that knows Lucia. Lucia hands us tokens; the database only ever sees their SHA-256, so a copy of it
// opens no account. Lucia reads the machine's clock, so times are converted to and from the injected one here.

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** An unused session ends after this. */
export const SESSION_IDLE_MS = 10 * DAY_MS;
/** Maximum lifetime of a session. */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;
/** Maximum lifetime of an admin’s session. */
export const ADMIN_SESSION_MAX_AGE_MS = 12 * HOUR_MS;
/** Maximum lifetime of a session handed to another origin. */
const HANDOFF_MAX_AGE_MS = 12 * HOUR_MS;
/** Minimum interval between updates of `last_used_at` (ms), to avoid a write for each request. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

export type SessionRow = typeof sessions.$inferSelect;
export type UserRow = typeof users.$inferSelect;

/** `audience`: the origin that the session is handed to, and `lifetimeMs`, how long it lives there. */
type NewSession = { userAgent: string; ip: string; audience: string | null; lifetimeMs?: number };
/** What is written in the same batch, before the session: using the code up, making the account of this address. */
type SignIn = { email: string; statements: Parameters<typeof write>[1] };

/** Placeholder for a user that the same batch creates: Lucia requires an id. */
const PENDING_USER_ID = 0;

declare module 'lucia' {
  interface Register {
    UserId: number;
    DatabaseSessionAttributes: NewSession & { row?: SessionRow; signIn?: SignIn };
    DatabaseUserAttributes: { row: UserRow };
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Sessions by token. Only this server's clock and database decide whether one is alive. */
export function createSessionStore({ db, clock }: { db: Database; clock: Clock }) {
  const lucia = new Lucia(createAdapter(db, clock), {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_MS / DAY_MS, 'd'),
    getSessionAttributes: ({ row }) => ({ row }),
    getUserAttributes: ({ row }) => ({ row }),
  });
  return {
    /** Signs a user in; the token is shown this once. */
    async create(userId: number, attributes: NewSession): Promise<{ token: string }> {
      const token = generateToken();
      await lucia.createSession(userId, attributes, { sessionId: token });
      return { token };
    },
    /** Signs in the user with this address once the statements ran, all in one batch. @throws when they are undone. */
    async createInBatch(signIn: SignIn, attributes: NewSession): Promise<{ token: string }> {
      const token = generateToken();
      await lucia.createSession(PENDING_USER_ID, { ...attributes, signIn }, { sessionId: token });
      return { token };
    },
    /** Who the token belongs to, or null when it never was valid or no longer is. Notes the use. */
    async validate(token: string): Promise<{ session: SessionRow; user: UserRow } | null> {
      const { session, user } = await lucia.validateSession(token);
      const existing = session as { row?: SessionRow } | null;
      if (!existing?.row || !user) return null;
      await touchSession(db, clock, existing.row);
      return { session: existing.row, user: (user as unknown as { row: UserRow }).row };
    },
    /** The same without noting a use: for a connection that stays open while the user is idle. */
    async peek(token: string): Promise<{ session: SessionRow; user: UserRow } | null> {
      const existing = await readSession(db, token);
      return existing && isSessionValid(existing.session, existing.user, clock.now()) ? existing : null;
    },
    /** Deletes expired sessions; called by the housekeeping. */
    async deleteExpired(): Promise<void> {
      await lucia.deleteExpiredSessions();
    },
  };
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The public id of a session: another hash of its token, which opens nothing. */
const deriveSessionId = (token: string) => createHash('sha256').update(`id ${token}`).digest('base64url').slice(0, 16);

async function readSession(db: Database, token: string) {
  const [existing] = await db.orm
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, hashToken(token)));
  return existing ?? null;
}

function createAdapter(db: Database, clock: Clock): Adapter {
  const toAppTime = (date: Date) => clock.now() + (date.getTime() - Date.now());
  const toLuciaDate = (instant: number) => new Date(Date.now() + (instant - clock.now()));
  const toSession = (row: SessionRow, token: string): DatabaseSession => ({
    id: token,
    userId: row.userId,
    expiresAt: toLuciaDate(row.expiresAt),
    attributes: { userAgent: row.userAgent, ip: row.ip, audience: row.audience, row },
  });
  return {
    async getSessionAndUser(token) {
      const existing = await readSession(db, token);
      if (!existing || !isSessionValid(existing.session, existing.user, clock.now())) return [null, null];
      return [toSession(existing.session, token), { id: existing.user.id, attributes: { row: existing.user } }];
    },
    async getUserSessions(userId) {
      const rows = await db.orm.select().from(sessions).where(eq(sessions.userId, userId));
      return rows.map((row) => toSession(row, row.id));
    },
    async setSession({ id: token, userId, expiresAt, attributes }) {
      const now = clock.now();
      const { userAgent, ip, audience, signIn } = attributes;
      const ofAddress = sql<number>`(SELECT ${users.id} FROM ${users} WHERE ${users.email} = ${signIn?.email})`;
      await write(db, [
        ...(signIn?.statements ?? []),
        db.orm.insert(sessions).values({
          id: deriveSessionId(token),
          tokenHash: hashToken(token),
          userId: signIn ? (ofAddress as never) : userId,
          audience,
          userAgent: userAgent.slice(0, 300),
          ip,
          createdAt: now,
          lastUsedAt: now,
          expiresAt: audience === null ? toAppTime(expiresAt) : now + (attributes.lifetimeMs ?? HANDOFF_MAX_AGE_MS),
        }),
      ]);
    },
    async updateSessionExpiration(token, expiresAt) {
      const latest = sql`min(${toAppTime(expiresAt)}, ${sessions.createdAt} + ${SESSION_MAX_AGE_MS})`;
      await write(db, [
        db.orm
          .update(sessions)
          .set({ expiresAt: latest })
          // A session of another origin is not extended by use.
          .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.audience))),
      ]).catch(ignoreOutOfSpace);
    },
    async deleteSession(token) {
      await write(db, [db.orm.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))]);
    },
    async deleteUserSessions(userId) {
      await write(db, [db.orm.delete(sessions).where(eq(sessions.userId, userId))]);
    },
    async deleteExpiredSessions() {
      await write(db, [db.orm.delete(sessions).where(lte(sessions.expiresAt, clock.now()))]);
    },
  };
}

/** Whether a session is valid, by the injected clock and the current role of its user. */
export function isSessionValid(session: SessionRow, user: UserRow, now: number): boolean {
  const age = now - session.createdAt;
  const longest = hasAnyPermission(user.role) ? ADMIN_SESSION_MAX_AGE_MS : SESSION_MAX_AGE_MS;
  return now < session.expiresAt && age < longest;
}

/** Records the use of a session, at most once an interval, and extends it; one of another origin is not extended. */
async function touchSession(db: Database, clock: Clock, session: SessionRow): Promise<void> {
  const now = clock.now();
  if (now - session.lastUsedAt < TOUCH_INTERVAL_MS) return;
  const longer =
    session.audience === null
      ? { expiresAt: Math.min(now + SESSION_IDLE_MS, session.createdAt + SESSION_MAX_AGE_MS) }
      : {};
  await write(db, [
    db.orm
      .update(sessions)
      .set({ lastUsedAt: now, ...longer })
      .where(eq(sessions.id, session.id)),
  ]).catch(ignoreOutOfSpace);
}
