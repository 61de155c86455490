import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashToken, type UserRow } from '#api/adapters/lucia-sessions.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { blacklistings, consents, signInChallenges, signInTotals, waitingListEntries } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import {
  toBearerHeader,
  toRequestInit,
  createUser,
  createTestSession,
  findUserByEmail,
} from '../../support/app/users.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { createDraftCaller } from '../../support/drafts/draft-caller.ts';
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
const SECRETS = ['code-hash-of', 'link-hash-of', 'browser-hash-of', 'sealed-code-123456'];

/** Inserts rows of every kind that refer to the user or to the email address. */
async function fillAccount(user: UserRow): Promise<void> {
  const { db, deps, clock } = test;
  const now = clock.now();
  const [email, name] = [user.email, `of ${user.id}`];
  const entry = (productId: number) => ({
    publicId: `entry-${user.id}-${productId}`,
    productId,
    email,
    createdAt: now,
  });
  const signedIn = { signIns: 2, firstSignInAt: now, lastSignInAt: now };
  await write(db, [
    db.orm.insert(consents).values({ userId: user.id, document: 'terms', version: '1.0', acceptedAt: now }),
    db.orm.insert(consents).values({ userId: user.id, document: 'privacy', version: '1.0', acceptedAt: now }),
    db.orm.insert(signInTotals).values({ userId: user.id, productName: 'App', ...signedIn }),
    db.orm.insert(signInChallenges).values({
      id: `challenge ${name}`,
      email,
      browserHash: `browser-hash-${name}`,
      codeHash: `code-hash-${name}`,
      linkHash: `link-hash-${name}`,
      createdAt: now,
      expiresAt: now + 600_000,
    }),
    enqueueEmailStatement(deps, {
      kind: 'sign-in-code',
      dedupeKey: name,
      to: { email },
      secret: { code: '123456', link: 'https://example.com/#secret' },
      now,
    }),
    db.orm
      .insert(blacklistings)
      .values({ userId: user.id, reason: 'A mistake', actorId: 1, createdAt: now, endedAt: now, endedBy: 1 }),
    db.orm.insert(waitingListEntries).values({ ...entry(4), intent: 'A book about tea' }),
    db.orm.insert(waitingListEntries).values({ ...entry(5), status: 'invited', invitedAt: now, confirmedAt: now }),
    insertAuditStatement(db, { at: now, action: 'auth.signed_in', actorId: user.id, subject: `user:${user.id}` }),
    insertAuditStatement(db, {
      ...{ at: now + 1, action: 'user.role_changed', actorId: 999, subject: `user:${user.id}` },
      ...{ before: { role: 'user', status: 'same' }, after: { role: 'admin', status: 'same' } },
    }),
  ]);
}

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

describe('GET /api/account/export', () => {
  it('returns a file with all stored data of the user and nothing of other users', async () => {
    await fillAccount(mere);
    const other = await createUser(test, { email: 'other@example.com', firstName: 'Otherperson' });
    await createTestSession(test, other, { userAgent: 'Other browser' });
    await fillAccount(other);
    const response = await test.app.request('/api/account/export', { headers: toBearerHeader(token) });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data-2026-11-21.json"');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    const at = '2026-11-21T00:00:00.000Z';
    expect(JSON.parse(text)).toEqual({
      exported_at: at,
      account: {
        id: mere.id,
        first_name: 'Mere',
        last_name: 'Tane',
        email: 'mere@example.com',
        role: 'user',
        auth_provider: 'email',
        email_verified: true,
        profile_photo: null,
        created_at: at,
        updated_at: at,
        last_sign_in_at: null,
        is_blacklisted: false,
        blacklist_reason: null,
        blacklisted_until: null,
        email_suppressed_at: null,
      },
      program: { taxmate: 'Normal' },
      consents: [
        { document: 'privacy', version: '1.0', accepted_at: at },
        { document: 'terms', version: '1.0', accepted_at: at },
      ],
      sign_in_totals: [{ product_name: 'App', sign_ins: 2, sign_outs: 0, first_sign_in_at: at, last_sign_in_at: at }],
      sessions: [
        {
          id: expect.any(String),
          user_agent: 'Mere’s browser',
          ip: '203.0.113.9',
          audience: null,
          created_at: at,
          last_used_at: at,
          // computed from the system clock, not the injected one
          expires_at: expect.stringMatching(/^2026-1(1-30T23:59:5|2-01T00:00:0)/),
        },
      ],
      sign_in_codes: [
        { first_name: null, last_name: null, created_at: at, expires_at: '2026-11-21T00:10:00.000Z', ended_at: null },
      ],
      mails: [{ kind: 'sign-in-code', to_name: '', status: 'queued', created_at: at, sent_at: null }],
      blacklistings: [{ reason: 'A mistake', until: null, created_at: at, ended_at: at }],
      waiting_list: [
        expect.objectContaining({
          product_id: 4,
          product_name: 'GenMate',
          intent: 'A book about tea',
          status: 'pending',
        }),
        expect.objectContaining({ product_id: 5, product_name: 'ChatMate', invited_at: at, confirmed_at: at }),
      ],
      subscriptions: [],
      invoices: [],
      audit: [
        { at, action: 'auth.signed_in', subject: `user:${mere.id}`, before: null, after: null },
        {
          ...{ at: '2026-11-21T00:00:00.001Z', action: 'user.role_changed', subject: `user:${mere.id}` },
          ...{ before: { role: 'user' }, after: { role: 'admin' } },
        },
      ],
      work: { revisions: [], uploads: [], publishes: [] },
    });
    expect(text).not.toMatch(/other/i);
  });

  it('includes the revisions and publishes of an admin, which the deletion receipt lists as retained', async () => {
    const admin = await createDraftCaller(test);
    const created = await admin.call('POST', '/api/blogs', { title: 'Tea', content: '' });
    const { work } = (await admin.call('GET', '/api/account/export')).body;
    expect(work).toMatchObject({
      revisions: [{ kind: 'blog', id: created.body.id, number: 1, title: 'Tea' }],
      publishes: [{ reason: 'New post: Tea' }],
    });
    await createUser(test, { role: 'admin' });
    const { body } = await admin.call('DELETE', '/api/account', { email: admin.user.email });
    expect(body.receipt.retained[0].data).toContain('revisions');
    expect((await test.db.client.execute('SELECT user_id FROM revisions')).rows[0]?.[0]).toBeNull();
  });

  it('contains no token, hash or encrypted secret', async () => {
    await fillAccount(mere);
    const { rows } = await test.db.client.execute('SELECT encrypted_secret FROM outbox');
    const text = await (await test.app.request('/api/account/export', { headers: toBearerHeader(token) })).text();
    for (const secret of [token, hashToken(token), rows[0]?.encrypted_secret as string, '123456', ...SECRETS]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/hash|sealed|public_id|entry-/);
  });
});

describe('DELETE /api/account', () => {
  it('deletes everything except the audit log, and returns a receipt', async () => {
    await fillAccount(mere);
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
        'Your account mere@example.com, with your name, settings and record of accepted terms.',
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
    await fillAccount(other);
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
    await fillAccount(last);
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
