import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashToken, type UserRow } from '#api/adapters/lucia-sessions.ts';
import { fillAccount } from '../../support/app/account-rows.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';
import { createDraftCaller } from '../../support/drafts/draft-caller.ts';

let test: TestApp;
let mere: UserRow;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  mere = await createUser(test, { email: 'mere@example.com' });
  token = await createTestSession(test, mere, { userAgent: 'Mere’s browser', ip: '203.0.113.9' });
});
afterEach(() => test.close());

const SECRETS = ['code-hash-of', 'link-hash-of', 'browser-hash-of', 'sealed-code-123456'];

describe('GET /api/account/export', () => {
  it('returns a file with all stored data of the user and nothing of other users', async () => {
    await fillAccount(test, mere);
    const other = await createUser(test, { email: 'other@example.com', firstName: 'Otherperson' });
    await createTestSession(test, other, { userAgent: 'Other browser' });
    await fillAccount(test, other);
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
      notes: [{ body: 'Prefers email', created_at: at }],
      waiting_list: [
        expect.objectContaining({
          product_id: 4,
          product_name: 'GenMate',
          intent: 'A book about tea',
          status: 'pending',
        }),
        expect.objectContaining({ product_id: 5, product_name: 'ChatMate', invited_at: at, confirmed_at: at }),
      ],
      complimentary_plans: [],
      subscriptions: [],
      invoices: [],
      audit: [
        { at, action: 'auth.signed_in', subject: `user:${mere.id}`, before: null, after: null },
        {
          at: '2026-11-21T00:00:00.001Z',
          action: 'user.role_changed',
          subject: `user:${mere.id}`,
          before: { role: 'user' },
          after: { role: 'admin' },
        },
      ],
      work: { revisions: [], uploads: [], publishes: [] },
    });
    expect(text).not.toMatch(/other/i);
  });

  it('has the day of the company in its name, which begins before that of UTC here', async () => {
    test.clock.set('2026-11-21T20:00:00.000Z');
    const response = await test.app.request('/api/account/export', { headers: toBearerHeader(token) });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data-2026-11-22.json"');
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
    await fillAccount(test, mere);
    const { rows } = await test.db.client.execute('SELECT encrypted_secret FROM outbox');
    const text = await (await test.app.request('/api/account/export', { headers: toBearerHeader(token) })).text();
    for (const secret of [token, hashToken(token), rows[0]?.encrypted_secret as string, '123456', ...SECRETS]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/hash|sealed|public_id|entry-/);
  });
});
