import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { changeUserRole } from '#api/features/users/role/role.service.ts';
import { toBearerHeader, createUser, createTestSession } from '../../support/app/users.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const LAST_ADMIN = 'This is the only admin. Make someone else an admin first.';
const getMe = (token: string) => test.app.request('/api/auth/me', { headers: toBearerHeader(token) });
const count = async (sql: string) => Number((await test.db.client.execute(sql)).rows[0]?.[0]);
const countQueuedCodes = () => count("SELECT count(*) FROM outbox WHERE kind = 'sign-in-code' AND status = 'queued'");
const toPath = (id: number) => `/api/admin/users/${id}`;
const blacklist = (by: ApiCaller, id: number, body: object = { reason: 'Spam' }) =>
  by.call('POST', `${toPath(id)}/blacklist`, body);
const setRole = (by: ApiCaller, id: number, role: string) => by.call('PUT', `${toPath(id)}/role`, { role });
const deleteUser = (by: ApiCaller, id: number) => by.call('DELETE', toPath(id));

describe('T9 the admin role', () => {
  it('is read from the database at every request: after a demotion the next call is rejected', async () => {
    const second = await createApiCaller(test);
    const call = async () => (await second.call('GET', '/api/admin/users')).status;
    expect(await call()).toBe(200);
    expect(await setRole(admin, second.id, 'user')).toMatchObject({
      status: 200,
      body: {
        message: 'Role changed successfully',
        undo: { id: expect.any(String) },
        data: { user: { role: 'user' } },
      },
    });
    expect(await call()).toBe(403);
    await setRole(admin, second.id, 'admin');
    expect(await call()).toBe(200);
  });

  it('of an address in ADMIN_EMAILS is granted once, with an audit row, and does not come back once it was removed', async () => {
    const EMAIL = 'admin@example.com';
    const { id } = await createUser(test, { email: EMAIL });
    const signIn = async () => {
      await startSignIn(test, { email: EMAIL });
      expect((await verifyCode(test, EMAIL, await findCode(test, EMAIL))).status).toBe(200);
      test.clock.advance(60_000);
      return (await test.db.client.execute(`SELECT role FROM users WHERE id = ${id}`)).rows[0]?.role;
    };
    const isGrant = `action = 'user.role_changed' AND actor_id IS NULL AND subject = 'user:${id}'
      AND detail = '{"source":"ADMIN_EMAILS"}' AND before = '{"role":"user"}' AND after = '{"role":"admin"}'`;
    expect(await signIn()).toBe('admin');
    expect(await signIn()).toBe('admin');
    expect(await count(`SELECT count(*) FROM audit_log WHERE ${isGrant}`)).toBe(1);
    await setRole(admin, id, 'user');
    expect(await signIn()).toBe('user');
    await test.db.client.execute(`UPDATE users SET role = 'user' WHERE id = ${admin.id}`);
    expect(await signIn()).toBe('admin');
    expect(await count(`SELECT count(*) FROM audit_log WHERE ${isGrant}`)).toBe(2);
  });

  it('that was removed from an address in ADMIN_EMAILS is one line in the log at each sign-in, without the address', async () => {
    const EMAIL = 'admin@example.com';
    const written: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void written.push(line) });
    const app = createApp({ ...test.deps, log });
    const { id } = await createUser(test, { email: EMAIL });
    const signIn = async () => {
      await startSignIn(test, { email: EMAIL });
      const code = await findCode(test, EMAIL);
      expect((await verifyCode({ ...test, app }, EMAIL, code)).status).toBe(200);
      test.clock.advance(60_000);
      return written.splice(0).filter((line) => line.includes('ADMIN_EMAILS'));
    };
    expect(await signIn()).toEqual([]);
    await setRole(admin, id, 'user');
    const lines = await signIn();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ user: id });
    expect(lines[0]).not.toContain(EMAIL);
  });

  it('rejects a role that does not exist, and further fields', async () => {
    const user = await createUser(test);
    expect((await setRole(admin, user.id, 'owner')).status).toBe(400);
    expect((await admin.call('PUT', `${toPath(user.id)}/role`, { role: 'admin', email: 'a@b.nz' })).status).toBe(400);
    expect(await count("SELECT count(*) FROM users WHERE role = 'admin'")).toBe(1);
  });
});

describe('T10 blacklisting', () => {
  const EMAIL = 'mere@example.com';

  it('ends every session, code and queued code email at once', async () => {
    const user = await createUser(test, { email: EMAIL });
    const token = await createTestSession(test, user);
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    expect(await blacklist(admin, user.id)).toMatchObject({
      status: 200,
      body: {
        message: 'User blacklisted successfully',
        data: { user: { is_blacklisted: true, blacklisted_reason: 'Spam', blacklisted_until: null, live_devices: 0 } },
      },
    });
    expect((await getMe(token)).status).toBe(401);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(400);
    expect(await countQueuedCodes()).toBe(0);
  });

  it('of 100 concurrent requests none is accepted after it is done', async () => {
    const user = await createUser(test, { email: EMAIL });
    const token = await createTestSession(test, user);
    let isDone = false;
    const lateStatuses: number[] = [];
    const requests = Array.from({ length: 100 }, async (_, n) => {
      for (let turn = 0; turn < n; turn += 1) await Promise.resolve();
      const wasDone = isDone;
      const { status } = await getMe(token);
      if (wasDone) lateStatuses.push(status);
    });
    await Promise.all([
      ...requests.slice(0, 50),
      blacklist(admin, user.id).then(({ status }) => {
        expect(status).toBe(200);
        isDone = true;
      }),
      ...requests.slice(50),
    ]);
    for (let n = 0; n < 10; n += 1) lateStatuses.push((await getMe(token)).status);
    expect(lateStatuses.filter((status) => status === 200)).toEqual([]);
  });

  it('rejects a session created concurrently with the blacklisting', async () => {
    const user = await createUser(test);
    await blacklist(admin, user.id);
    expect((await getMe(await createTestSession(test, user))).status).toBe(403);
  });

  it('ends at the exact instant of its end', async () => {
    const user = await createUser(test, { email: EMAIL });
    const blacklistedUntil = new Date(test.clock.now() + 3_600_000).toISOString();
    await blacklist(admin, user.id, { reason: 'Cooling down', blacklistedUntil });
    const token = await createTestSession(test, user);
    const isListed = async () => {
      const { body } = await admin.call('GET', '/api/admin/users?isBlacklisted=true');
      return body.data.pagination.total === 1 && body.data.counts.blacklisted === 1;
    };
    test.clock.advance(3_599_999);
    expect((await getMe(token)).status).toBe(403);
    expect(await isListed()).toBe(true);
    test.clock.advance(1);
    expect((await getMe(token)).status).toBe(200);
    expect(await isListed()).toBe(false);
    const { body } = await admin.call('GET', toPath(user.id));
    expect(body.data.user).toMatchObject({ is_blacklisted: false, blacklisted_reason: null, blacklisting: null });
    await startSignIn(test, { email: EMAIL });
    expect((await verifyCode(test, EMAIL, await findCode(test, EMAIL))).status).toBe(200);
  });

  it('is removed by an admin, with the email that was not sent yet', async () => {
    const user = await createUser(test);
    await blacklist(admin, user.id, { reason: 'A mistake' });
    expect(await admin.call('DELETE', `${toPath(user.id)}/blacklist`)).toMatchObject({
      status: 200,
      body: {
        message: 'Blacklist removed successfully',
        undo: { id: expect.any(String) },
        data: { user: { is_blacklisted: false } },
      },
    });
    expect((await getMe(await createTestSession(test, user))).status).toBe(200);
    expect(await count('SELECT count(*) FROM outbox')).toBe(0);
    expect((await admin.call('DELETE', `${toPath(user.id)}/blacklist`)).status).toBe(409);
  });

  it.each([
    [{ reason: '' }, 'Please provide a reason for blacklisting'],
    [{ reason: '   ' }, 'Please provide a reason for blacklisting'],
    [{}, 'Please provide a reason for blacklisting'],
    [{ reason: 'x', blacklistedUntil: 'tomorrow' }, 'Enter a valid end date and time.'],
    [{ reason: 'x', blacklistedUntil: '2020-01-01T00:00:00Z' }, 'Choose an end date in the future.'],
    [{ reason: 'x', role: 'admin' }, 'Unknown field: role.'],
  ])('rejects %j', async (input, message) => {
    const user = await createUser(test);
    expect(await blacklist(admin, user.id, input)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    });
    expect(await count('SELECT count(*) FROM users WHERE is_blacklisted')).toBe(0);
  });
});

describe('T32 the audit log', () => {
  it('gets one row for each action, with the fields before and after', async () => {
    const user = await createUser(test, { email: 'private@example.com' });
    const token = await createTestSession(test, user);
    const { body } = await admin.call('GET', `${toPath(user.id)}/sessions`);
    await admin.call('DELETE', `${toPath(user.id)}/devices/${body.data.devices[0].id}`);
    expect((await getMe(token)).status).toBe(401);
    await blacklist(admin, user.id, { reason: 'Private words' });
    await admin.call('DELETE', `${toPath(user.id)}/blacklist`);
    await setRole(admin, user.id, 'admin');
    await deleteUser(admin, user.id);
    const { rows } = await test.db.client.execute('SELECT * FROM audit_log ORDER BY id');
    const parse = (json: unknown) => (json === null ? null : JSON.parse(String(json)));
    expect(rows.map((row) => [row.action, parse(row.before), parse(row.after)])).toEqual([
      ['user.session_ended', null, null],
      ['user.blacklisted', { is_blacklisted: false }, { is_blacklisted: true }],
      ['user.unblacklisted', { is_blacklisted: true }, { is_blacklisted: false }],
      ['user.role_changed', { role: 'user' }, { role: 'admin' }],
      ['user.deletion_scheduled', { delete_after: null }, { delete_after: '2026-11-21T00:00:30.000Z' }],
    ]);
    expect(rows.every((row) => row.actor_id === admin.id && row.subject === `user:${user.id}`)).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/private/i);
  });

  it('gets none for an action that is rejected, or changes nothing', async () => {
    const user = await createUser(test);
    await setRole(admin, user.id, 'user');
    await blacklist(admin, admin.id);
    await deleteUser(admin, 999_999);
    await admin.call('DELETE', `${toPath(user.id)}/blacklist`);
    await admin.call('DELETE', `${toPath(user.id)}/devices/none`);
    expect(await count('SELECT count(*) FROM audit_log')).toBe(0);
  });
});

describe('T11 the last admin', () => {
  const actions = {
    blacklist: (by: ApiCaller, id: number) => blacklist(by, id, { reason: 'Mutiny' }),
    demote: (by: ApiCaller, id: number) => setRole(by, id, 'user'),
    delete: deleteUser,
  };
  const names = Object.keys(actions) as (keyof typeof actions)[];
  const ACTIVE =
    "SELECT id FROM users WHERE role = 'admin' AND delete_after IS NULL AND (NOT is_blacklisted OR blacklisted_until <= ?)";
  const listActiveAdmins = async () =>
    (await test.db.client.execute({ sql: ACTIVE, args: [test.clock.now()] })).rows.map((row) => Number(row.id));

  it.each(Object.entries(actions))('rejects to %s oneself', async (_name, act) => {
    await createApiCaller(test);
    expect(await act(admin, admin.id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'You can’t do this to your own account.' },
    });
    const { body } = await admin.call('GET', toPath(admin.id));
    expect(body.data.user.can.delete).toEqual({ allowed: false, reason: 'You can’t do this to your own account.' });
  });

  it.each([
    ['blacklisted', { isBlacklisted: true, blacklistReason: 'Away' }],
    ['in deletion', { deleteAfter: 2 ** 42 }],
  ])('an admin who is %s does not count', async (_name, state) => {
    // The actor is no admin any more: the statement itself has to refuse.
    const target = await createUser(test, { role: 'admin' });
    await test.db.client.execute("UPDATE users SET role = 'user'");
    await test.db.client.execute({ sql: "UPDATE users SET role = 'admin' WHERE id = ?", args: [target.id] });
    await createUser(test, { role: 'admin', ...state });
    await expect(changeUserRole(test.deps, admin.id, target.id, { role: 'user' })).rejects.toMatchObject({
      code: 'conflict',
      message: LAST_ADMIN,
    });
    expect(await listActiveAdmins()).toEqual([target.id]);
  });

  it('actions on an unknown user answer 404', async () => {
    for (const act of Object.values(actions)) expect((await act(admin, 999_999)).status).toBe(404);
  });

  it('in 200 races of two admins against each other one always remains', async () => {
    let random = 20_261_122;
    const pick = () => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      return actions[names[random % names.length] as keyof typeof actions];
    };
    let current = admin;
    for (let race = 0; race < 200; race += 1) {
      const other = await createApiCaller(test);
      const results = await Promise.all([pick()(current, other.id), pick()(other, current.id)]);
      const active = await listActiveAdmins();
      expect(active, `race ${race}`).toHaveLength(1);
      expect(
        results.filter(({ status }) => status === 200),
        `race ${race}`,
      ).toHaveLength(1);
      if (active[0] === other.id) current = other;
    }
  });

  it('two admins who change the same user at once: one gets 409, and the audit log is true', async () => {
    const second = await createApiCaller(test);
    const user = await createUser(test);
    const results = await Promise.all([blacklist(admin, user.id), setRole(second, user.id, 'admin')]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(results.find(({ status }) => status === 409)?.body.message).toBe('This user has just changed. Try again.');
    expect(await count('SELECT count(*) FROM audit_log')).toBe(1);
  });
});

describe('a user in deletion', () => {
  it('is not listed, not found, and can’t sign in or use a session', async () => {
    const user = await createUser(test, { email: 'gone@example.com' });
    const token = await createTestSession(test, user);
    expect(await deleteUser(admin, user.id)).toMatchObject({
      status: 200,
      body: { message: 'User deleted successfully', data: { user: { id: user.id } } },
    });
    expect((await getMe(token)).status).toBe(401);
    expect((await getMe(await createTestSession(test, user))).status).toBe(403);
    expect((await admin.call('GET', toPath(user.id))).status).toBe(404);
    const { body } = await admin.call('GET', '/api/admin/users');
    expect(body.data).toMatchObject({ pagination: { total: 1 }, counts: { all: 1 } });
    await startSignIn(test, { email: 'gone@example.com' });
    const response = await verifyCode(test, 'gone@example.com', await findCode(test, 'gone@example.com'));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: 'This account is being deleted.' });
    for (const act of [blacklist, deleteUser, (by: ApiCaller, id: number) => setRole(by, id, 'admin')])
      expect((await act(admin, user.id)).status).toBe(404);
  });
});
