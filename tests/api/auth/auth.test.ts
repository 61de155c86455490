import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { toBearerHeader, createUser, createTestSession, findUserByEmail } from '../../support/app/users.ts';
import { findCode, findLink, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const EMAIL = 'mere@example.com';

describe('POST /api/auth/email/start', () => {
  it('returns the lifetime of the code and the delay before another', async () => {
    const response = await startSignIn(test, { email: EMAIL });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      message: 'We’ve emailed you a code. It works for 10 minutes.',
      expires_in: 600,
      resend_in: 30,
    });
    expect(test.countOutboxWakes()).toBe(1);
  });

  it('T31 says that the code is in the outbox where emails are saved as files', async () => {
    const accounts = { ...test.deps.accounts, isEmailSavedToFiles: true };
    const response = await startSignIn({ ...test, app: createApp({ ...test.deps, accounts }) }, { email: EMAIL });
    expect(await response.json()).toEqual({
      message: 'This site doesn’t send email. Your code is saved in the outbox on its server and works for 10 minutes.',
      expires_in: 600,
      resend_in: 30,
      delivery: 'outbox',
    });
  });

  it.each([
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: EMAIL, firstName: 'x'.repeat(101) }, 'firstName'],
    [{ email: EMAIL, firstName: 'a\r\nBcc: b@example.com' }, 'firstName'],
    [{ email: EMAIL, role: 'admin' }, 'role'],
  ])('rejects %j with a message', async (body, path) => {
    const response = await startSignIn(test, body);
    expect(response.status).toBe(400);
    const problem = (await response.json()) as { issues: { path: string }[] };
    expect(problem).toMatchObject({ code: 'validation_failed', message: expect.stringMatching(/\.$/) });
    expect(problem.issues[0]?.path).toBe(path);
    expect(test.countOutboxWakes()).toBe(0);
  });
});

describe('POST /api/auth/email/verify', () => {
  it('creates an account for a new address, with the sign-up names and the accepted documents', async () => {
    await startSignIn(test, { email: 'Mere@Example.com', firstName: 'Mere', lastName: 'Tane' });
    const response = await verifyCode(test, EMAIL, await findCode(test, EMAIL));
    expect(response.status).toBe(200);
    const { token, user } = (await response.json()) as { token: string; user: Record<string, unknown> };
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toEqual({
      id: expect.any(Number),
      first_name: 'Mere',
      last_name: 'Tane',
      email: EMAIL,
      role: 'user',
      auth_provider: 'email',
      email_verified: true,
      profile_photo: null,
      created_at: '2026-11-21T00:00:00.000Z',
    });
    const consents = await test.db.client.execute('SELECT document, version FROM consents ORDER BY document');
    expect(consents.rows.map((row) => [...Object.values(row)])).toEqual([
      ['privacy', '1.1'],
      ['terms', '1.0'],
    ]);
    const me = await test.app.request('/api/auth/me', { headers: toBearerHeader(token) });
    expect(await me.json()).toEqual({ user });
  });

  it('never overwrites the names of an account', async () => {
    await createUser(test, { email: EMAIL, firstName: 'Mere', lastName: null });
    await startSignIn(test, { email: EMAIL, firstName: 'Other', lastName: 'Name' });
    await verifyCode(test, EMAIL, await findCode(test, EMAIL));
    expect(await findUserByEmail(test, EMAIL)).toMatchObject({ firstName: 'Mere', lastName: null });
  });

  it('T31 gives the admin role to the addresses of the settings, at sign-in', async () => {
    await startSignIn(test, { email: 'admin@example.com' });
    const response = await verifyCode(test, 'admin@example.com', await findCode(test, 'admin@example.com'));
    expect(await response.json()).toMatchObject({ user: { role: 'admin' } });
  });

  it('accepts a code with spaces and dashes', async () => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    expect((await verifyCode(test, EMAIL, ` ${code.slice(0, 3)} - ${code.slice(3)} `)).status).toBe(200);
  });

  it('T32 audits a failure, the new account and the sign-in', async () => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    await verifyCode(test, EMAIL, code === '000000' ? '111111' : '000000');
    await verifyCode(test, EMAIL, code);
    const { rows } = await test.db.client.execute('SELECT action, actor_id FROM audit_log ORDER BY id');
    const { id } = await findUserByEmail(test, EMAIL);
    expect(rows.map((row) => [row.action, row.actor_id])).toEqual([
      ['auth.failed', null],
      ['user.created', id],
      ['auth.signed_in', id],
    ]);
  });
});

describe('POST /api/auth/email/link', () => {
  it('signs in on another device, once', async () => {
    await startSignIn(test, { email: EMAIL, callbackUrl: '/profile' });
    const link = await findLink(test, EMAIL);
    expect(link.pathname + link.search).toBe('/login/link?callbackUrl=%2Fprofile');
    const send = () =>
      test.app.request('/api/auth/email/link', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.9' },
        body: JSON.stringify({ token: link.hash.slice(1) }),
      });
    const first = await send();
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({ user: { email: EMAIL } });
    const second = await send();
    expect(second.status).toBe(400);
    expect((await verifyCode(test, EMAIL, '123456')).status).toBe(400);
  });

  it.each(['', 'x', 'x'.repeat(43)])('rejects the link token %j', async (token) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ token });
    expect((await test.app.request('/api/auth/email/link', { method: 'POST', headers, body })).status).toBe(400);
  });
});

describe('POST /api/auth/email/link/account', () => {
  const postToken = (token: string, path = '/api/auth/email/link/account') =>
    test.app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.9' },
      body: JSON.stringify({ token }),
    });

  it('T34 returns the address of the account, any number of times, without using up the link', async () => {
    await startSignIn(test, { email: EMAIL });
    const token = (await findLink(test, EMAIL)).hash.slice(1);
    for (let times = 0; times < 20; times += 1) expect(await (await postToken(token)).json()).toEqual({ email: EMAIL });
    expect(await (await postToken(token, '/api/auth/email/link')).json()).toMatchObject({ user: { email: EMAIL } });
  });

  it('T34 gives used, expired and unknown links the same response, without a lockout', async () => {
    await startSignIn(test, { email: EMAIL });
    const used = (await findLink(test, EMAIL)).hash.slice(1);
    expect((await postToken(used, '/api/auth/email/link')).status).toBe(200);
    test.clock.advance(60_000);
    await startSignIn(test, { email: EMAIL });
    const expired = (await findLink(test, EMAIL)).hash.slice(1);
    test.clock.advance(10 * 60_000);
    for (const token of [used, expired, 'x'.repeat(43)]) {
      const response = await postToken(token);
      expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
        400,
        'This link no longer works. Sign in with a new code.',
      ]);
    }
    for (let times = 0; times < 20; times += 1) await postToken('x'.repeat(43));
    await startSignIn(test, { email: EMAIL });
    expect((await postToken((await findLink(test, EMAIL)).hash.slice(1), '/api/auth/email/link')).status).toBe(200);
  });
});

describe('sessions', () => {
  const call = (token: string, method: string, path: string) =>
    test.app.request(`/api/auth${path}`, { method, headers: toBearerHeader(token) });
  const list = async (token: string) =>
    ((await (await call(token, 'GET', '/sessions')).json()) as { sessions: { id: string; current: boolean }[] })
      .sessions;

  it('are listed with the current one marked, and can be ended one by one or all at once', async () => {
    const user = await createUser(test);
    const other = await createUser(test);
    const hereToken = await createTestSession(test, user, { userAgent: 'Here' });
    const phoneToken = await createTestSession(test, user, { userAgent: 'Phone' });
    const tabletToken = await createTestSession(test, user, { userAgent: 'Tablet' });
    const stranger = await createTestSession(test, other);
    const sessions = await list(hereToken);
    expect(sessions).toHaveLength(3);
    expect(sessions.find((session) => session.current)).toMatchObject({
      user_agent: 'Here',
      ip: '203.0.113.7',
      audience: null,
    });
    const phoneSessionId = (await list(phoneToken)).find((session) => session.current)?.id ?? '';
    expect((await call(stranger, 'DELETE', `/sessions/${phoneSessionId}`)).status).toBe(404);
    expect((await call(hereToken, 'DELETE', `/sessions/${phoneSessionId}`)).status).toBe(204);
    expect((await call(hereToken, 'DELETE', `/sessions/${phoneSessionId}`)).status).toBe(404);
    expect((await call(phoneToken, 'GET', '/me')).status).toBe(401);
    expect(await (await call(hereToken, 'DELETE', '/sessions')).json()).toEqual({ ended: 1 });
    expect((await call(tabletToken, 'GET', '/me')).status).toBe(401);
    expect((await call(hereToken, 'GET', '/me')).status).toBe(200);
    expect((await call(stranger, 'GET', '/me')).status).toBe(200);
  });

  it('end by signing out', async () => {
    const token = await createTestSession(test, await createUser(test));
    expect((await call(token, 'POST', '/logout')).status).toBe(204);
    expect((await call(token, 'POST', '/logout')).status).toBe(401);
  });

  it.each([
    ['user', 10 * 24 * 3600, 30 * 24 * 3600],
    ['admin', 12 * 3600, 12 * 3600],
    ['editor', 12 * 3600, 12 * 3600],
    ['author', 12 * 3600, 12 * 3600],
    ['moderator', 12 * 3600, 12 * 3600],
  ] as const)('T5 of a %s expire after %i s without use and after %i s in any case', async (role, idle, absolute) => {
    const user = await createUser(test, { role });
    const unused = await createTestSession(test, user);
    test.clock.advance((idle - 1) * 1000);
    expect((await call(unused, 'GET', '/me')).status).toBe(200);
    const used = await createTestSession(test, user);
    const alsoUnused = await createTestSession(test, user);
    for (let elapsed = 0; elapsed < absolute - 1; elapsed += Math.min(idle - 1, absolute - 1 - elapsed)) {
      expect((await call(used, 'GET', '/me')).status, `after ${elapsed} s`).toBe(200);
      test.clock.advance(Math.min(idle - 1, absolute - 1 - elapsed) * 1000);
    }
    expect((await call(used, 'GET', '/me')).status).toBe(200);
    test.clock.advance(1000);
    expect((await call(used, 'GET', '/me')).status).toBe(401);
    expect((await call(alsoUnused, 'GET', '/me')).status).toBe(401);
    expect(await (await call(used, 'GET', '/me')).json()).toMatchObject({
      message: 'Your session has ended. Sign in again.',
    });
  });

  it('T5 expire exactly at the end of the idle limit', async () => {
    const token = await createTestSession(test, await createUser(test));
    test.clock.advance(10 * 24 * 3600 * 1000);
    expect((await call(token, 'GET', '/me')).status).toBe(401);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer x', 'Basic abc', 'bearer  ', `Bearer ${'a'.repeat(43)}`])(
    'the header %j is rejected with 401',
    async (header) => {
      const response = await test.app.request('/api/auth/me', { headers: { Authorization: header } });
      expect(response.status).toBe(401);
    },
  );
});
