import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, getDeclaredAccess } from '#api/endpoints/access.ts';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { accessMatrix } from './access-matrix.ts';

/** `handoff`: a session of an administrator that was handed off to another site; it may do no more than listed. */
const CALLERS = ['anonymous', 'user', 'blacklisted', 'admin', 'handoff'] as const;

let test: TestApp;
let stranger: string;
let navigation: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp();
  const other = await createUser(test, { email: 'stranger@example.com' });
  await createTestSession(test, other);
  const { rows } = await test.db.client.execute('SELECT id FROM sessions');
  stranger = String(rows[0]?.id);
  const parts = await test.db.client.execute(`SELECT id FROM site_parts WHERE kind = 'navigation'`);
  navigation = String(parts.rows[0]?.id);
  const user = await createUser(test);
  // Blacklisting ends all sessions; this one was created concurrently.
  const banned = await createUser(test, { isBlacklisted: true, blacklistReason: 'Spam' });
  const admin = await createUser(test, { role: 'admin' });
  tokens.set('user', await createTestSession(test, user));
  tokens.set('blacklisted', await createTestSession(test, banned));
  tokens.set('admin', await createTestSession(test, admin));
  // Of another administrator: one of the cases ends all other sessions of the first one.
  const secondAdmin = await createUser(test, { role: 'admin' });
  tokens.set('handoff', await createTestSession(test, secondAdmin, { audience: 'https://app.example.com' }));
});
afterAll(() => test.close());

/** The access rule that the first handler of each route declares. */
function readDeclaredAccess(app: Hono): Record<string, Access | undefined> {
  const routes = app.routes.filter(({ method }) => method !== 'ALL').reverse();
  return Object.fromEntries(
    routes.map(({ method, path, handler }) => [`${method} ${path}`, getDeclaredAccess(handler)]),
  );
}

describe('T7 T9 T34 access to routes', () => {
  it('every route declares the access rule that is listed here', () => {
    const listed = Object.entries(accessMatrix).map(([route, { expected }]) => [route, expected.access]);
    expect(readDeclaredAccess(test.app as never)).toEqual(Object.fromEntries(listed));
  });

  const cases = Object.entries(accessMatrix).flatMap(([route, { path, body, expected }]) =>
    CALLERS.map((caller, index) => ({ route, path, body, caller, status: expected.statuses[index] })),
  );

  it.each(cases)('$route for $caller: $status', async ({ route, path, body, caller, status }) => {
    const [method = '', pattern = ''] = route.split(' ');
    const token = tokens.get(caller);
    const response = await test.app.request(
      (path ?? pattern).replace('STRANGER', stranger).replace('NAVIGATION', navigation),
      {
        method,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    );
    expect(response.status).toBe(status);
    if (response.status >= 400) expect(await response.json()).toMatchObject({ message: expect.any(String) });
  });

  it('no call changes the data of another user', async () => {
    const { rows } = await test.db.client.execute("SELECT count(*) FROM users WHERE email = 'stranger@example.com'");
    expect(rows[0]?.[0]).toBe(1);
    const sessions = await test.db.client.execute({
      sql: 'SELECT count(*) FROM sessions WHERE id = ?',
      args: [stranger],
    });
    expect(sessions.rows[0]?.[0]).toBe(1);
  });
});
