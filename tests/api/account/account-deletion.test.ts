import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import {
  toBearerHeader,
  toRequestInit,
  createUser,
  createTestSession,
  findUserByEmail,
} from '../../support/app/users.ts';
import { fillAccount } from '../../support/app/account-rows.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let mere: UserRow;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  mere = await createUser(test, { email: 'mere@example.com' });
  token = await createTestSession(test, mere, { userAgent: 'Mere’s browser', ip: '203.0.113.9' });
});
afterEach(() => test.close());

const deleteAccount = (as: string, email: unknown) =>
  test.app.request('/api/account', toRequestInit(as, 'DELETE', { email }));

/** The table of each row that contains the text. */
async function listTablesContaining(text: string): Promise<string[]> {
  const tables = await test.db.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%'",
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await test.db.client.execute(`SELECT * FROM "${name}"`);
    found.push(...rows.filter((row) => JSON.stringify(row).includes(text)).map(() => String(name)));
  }
  return found;
}

describe('DELETE /api/account', () => {
  it('deletes everything except the audit log, and returns a receipt', async () => {
    await fillAccount(test, mere);
    await createTestSession(test, mere, { userAgent: 'Another device' });
    test.clock.advance(1_000);
    const response = await deleteAccount(token, ' Mere@Example.com ');
    expect(response.status).toBe(200);
    const { message, receipt } = (await response.json()) as { message: string; receipt: Record<string, unknown> };
    expect(message).toBe('Your account has been deleted.');
    expect(receipt).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      deleted_at: '2026-11-21T00:00:01.000Z',
      deleted: [
        'Your account mere@example.com, with your name, settings, record of accepted terms and our notes about you.',
        'Your 2 sessions. You’re signed out on every device.',
        'The sign-in codes we emailed to you.',
        'Our records of emails to you, and any emails waiting to be sent.',
        'Your places on 2 waiting lists.',
      ],
      retained: expect.any(Array),
    });
    for (const item of receipt.retained as object[]) {
      expect(item).toEqual({ data: expect.any(String), reason: expect.any(String), retention: expect.any(String) });
    }
    expect(await listTablesContaining('mere@example.com')).toEqual([]);
    expect(await listTablesContaining('Another device')).toEqual([]);
    expect((await test.db.client.execute('PRAGMA foreign_key_check')).rows).toEqual([]);
    for (const table of ['users', 'sessions', 'consents', 'sign_in_challenges', 'outbox', 'waiting_list_entries'])
      expect(await selectCount(test, `SELECT count(*) FROM ${table}`), table).toBe(0);
    expect((await test.app.request('/api/profile', { headers: toBearerHeader(token) })).status).toBe(401);
  });

  it('writes an audit row with the receipt id and without the email address', async () => {
    const { receipt } = (await (await deleteAccount(token, mere.email)).json()) as { receipt: { id: string } };
    const { rows } = await test.db.client.execute('SELECT actor_id, action, subject, detail FROM audit_log');
    expect(rows.map((row) => ({ ...row }))).toEqual([
      {
        actor_id: mere.id,
        action: 'user.deleted',
        subject: `user:${mere.id}`,
        detail: JSON.stringify({ receipt: receipt.id }),
      },
    ]);
  });

  it('changes no other user', async () => {
    const other = await createUser(test, { email: 'other@example.com' });
    const theirToken = await createTestSession(test, other);
    await fillAccount(test, other);
    const before = await listTablesContaining(other.email);
    await deleteAccount(token, mere.email);
    expect(await listTablesContaining(other.email)).toEqual(before);
    expect((await test.app.request('/api/profile', { headers: toBearerHeader(theirToken) })).status).toBe(200);
  });

  it.each(['other@example.com', 'mere@example.co', '', null, 7, { a: 1 }])(
    'rejects the confirmation %j with 400 and deletes nothing',
    async (email) => {
      await createUser(test, { email: 'other@example.com' });
      const response = await deleteAccount(token, email);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'validation_failed',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'email' })]),
      });
      expect(await selectCount(test, 'SELECT count(*) FROM users')).toBe(2);
      expect(await selectCount(test, 'SELECT count(*) FROM audit_log')).toBe(0);
    },
  );

  it('of ten concurrent requests one gets the receipt and nine get 401', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => deleteAccount(token, mere.email)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(401)]);
    expect(await selectCount(test, "SELECT count(*) FROM audit_log WHERE action = 'user.deleted'")).toBe(1);
  });
});

describe('T11 deleting an admin', () => {
  const admin = (values = {}) => createUser(test, { role: 'admin', ...values });

  it('rejects the last active admin with 409 and deletes nothing', async () => {
    const last = await admin();
    const theirToken = await createTestSession(test, last);
    await fillAccount(test, last);
    await admin({ isBlacklisted: true, blacklistReason: 'left' });
    const response = await deleteAccount(theirToken, last.email);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('only active admin'),
    });
    expect(await findUserByEmail(test, last.email)).toEqual(last);
    for (const table of ['sign_in_challenges', 'outbox', 'consents'])
      expect(await selectCount(test, `SELECT count(*) FROM ${table}`), table).toBeGreaterThan(0);
    expect((await test.app.request('/api/profile', { headers: toBearerHeader(theirToken) })).status).toBe(200);
  });

  it('is allowed while another admin is active, also one whose blacklisting has expired', async () => {
    const one = await admin();
    await admin({ isBlacklisted: true, blacklistReason: 'pause', blacklistedUntil: test.clock.now() });
    expect((await deleteAccount(await createTestSession(test, one), one.email)).status).toBe(200);
  });

  it('always leaves one admin when two delete themselves concurrently, in 50 races', async () => {
    for (let race = 0; race < 50; race += 1) {
      const pair = await Promise.all([admin(), admin()]);
      const tokens = await Promise.all(pair.map((user) => createTestSession(test, user)));
      const responses = await Promise.all(pair.map(({ email }, n) => deleteAccount(tokens[n] as string, email)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await selectCount(test, "SELECT count(*) FROM users WHERE role = 'admin'")).toBe(1);
      await test.db.client.execute("UPDATE users SET role = 'user'");
    }
  });
});
