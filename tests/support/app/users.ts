import { eq } from 'drizzle-orm';
import { createSessionStore, type UserRow } from '#api/adapters/lucia-sessions.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestDatabase } from './test-app.ts';

let userCount = 0;

/** Creates a user, with a new email address unless one is given. */
export async function createUser(
  test: TestDatabase,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<UserRow> {
  userCount += 1;
  const now = test.clock.now();
  const email = values.email ?? `person${userCount}@example.com`;
  const names = { firstName: 'Mere', lastName: 'Tane' };
  await write(test.db, [
    test.db.orm.insert(users).values({ ...names, createdAt: now, updatedAt: now, ...values, email }),
  ]);
  return findUserByEmail(test, email);
}

/** The current row of a user. @throws when there is none */
export async function findUserByEmail(test: TestDatabase, email: string): Promise<UserRow> {
  const row = await test.db.orm.query.users.findFirst({ where: eq(users.email, email) });
  if (!row) throw new Error(`There is no user ${email}.`);
  return row;
}

/** Creates a session of a user. Returns the token that the browser would store. */
export async function createTestSession(
  test: TestDatabase,
  user: { id: number },
  browser: { userAgent?: string; ip?: string; audience?: string | null } = {},
): Promise<string> {
  const attributes = { userAgent: 'Test browser', ip: '203.0.113.7', audience: null, ...browser };
  return (await createSessionStore(test.deps).create(user.id, attributes)).token;
}

/** The Authorization header for a token. */
export const toBearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The options of `app.request` for a JSON call with a token. */
export const toRequestInit = (token: string, method: string, body?: unknown): RequestInit => ({
  method,
  headers: { ...toBearerHeader(token), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});
