import { eq } from 'drizzle-orm';
import { createSessionStore, type UserRow } from '#api/adapters/lucia-sessions.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestDatabase } from './test-app.ts';

let userCount = 0;

/** A person with an account; every call makes another address unless one is given. */
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

/** The row as it is now. */
export async function findUserByEmail(test: TestDatabase, email: string): Promise<UserRow> {
  const row = await test.db.orm.query.users.findFirst({ where: eq(users.email, email) });
  if (!row) throw new Error(`There is no user ${email}.`);
  return row;
}

/** Signs a person in at another browser; the token is what the browser would keep. */
export async function createTestSession(
  test: TestDatabase,
  user: { id: number },
  browser: { userAgent?: string; ip?: string; audience?: string | null } = {},
): Promise<string> {
  const attributes = { userAgent: 'Test browser', ip: '203.0.113.7', audience: null, ...browser };
  return (await createSessionStore(test.deps).create(user.id, attributes)).token;
}

/** The header of a call with this token. */
export const toBearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` });

/** What `app.request` takes for a JSON call of a signed-in person. */
export const toRequestInit = (token: string, method: string, body?: unknown): RequestInit => ({
  method,
  headers: { ...toBearerHeader(token), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});
