import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blacklistUser, changeUserRole, deleteUser, unblacklistUser } from '#api/features/users/users.service.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import {
  toBearerHeader,
  toRequestInit,
  createUser,
  createTestSession,
  findUserByEmail,
} from '../../support/app/users.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: UserRow;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createUser(test, { role: 'admin' });
});
afterEach(() => test.close());

const getMe = (token: string) => test.app.request('/api/auth/me', { headers: toBearerHeader(token) });
const count = async (sql: string) => Number((await test.db.client.execute(sql)).rows[0]?.[0]);
const activeAdmins = () => count("SELECT count(*) FROM users WHERE role = 'admin' AND NOT is_blacklisted");

describe('T9 the admin role', () => {
  it('is read from the database at every request: after a demotion the next call is rejected', async () => {
    const second = await createUser(test, { role: 'admin' });
    const token = await createTestSession(test, second);
    const call = () => test.app.request('/api/waitinglist/stats?productId=4', toRequestInit(token, 'GET'));
    expect((await call()).status).toBe(200);
    await changeUserRole(test.deps, admin.id, second.id, 'user');
    expect((await call()).status).toBe(403);
    await changeUserRole(test.deps, admin.id, second.id, 'admin');
    expect((await call()).status).toBe(200);
  });
});

describe('T10 blacklisting', () => {
  const EMAIL = 'mere@example.com';

  it('revokes every session, code and queued email at once', async () => {
    const user = await createUser(test, { email: EMAIL });
    const token = await createTestSession(test, user);
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    await blacklistUser(test.deps, admin.id, user.id, { reason: 'Spam' });
    expect((await getMe(token)).status).toBe(401);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(400);
    expect(await count('SELECT count(*) FROM outbox')).toBe(0);
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
      blacklistUser(test.deps, admin.id, user.id, { reason: 'Spam' }).then(() => {
        isDone = true;
      }),
      ...requests.slice(50),
    ]);
    for (let n = 0; n < 10; n += 1) lateStatuses.push((await getMe(token)).status);
    expect(lateStatuses.filter((status) => status === 200)).toEqual([]);
  });

  it('rejects a session created concurrently with the blacklisting', async () => {
    const user = await createUser(test);
    await blacklistUser(test.deps, admin.id, user.id, { reason: 'Spam' });
    const response = await getMe(await createTestSession(test, user));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      message: 'This account is suspended. Contact support if you think this is a mistake.',
    });
  });

  it('ends at its end date', async () => {
    const user = await createUser(test, { email: EMAIL });
    const blacklistedUntil = new Date(test.clock.now() + 3_600_000).toISOString();
    await blacklistUser(test.deps, admin.id, user.id, { reason: 'Cooling down', blacklistedUntil });
    const token = await createTestSession(test, user);
    test.clock.advance(3_599_999);
    expect((await getMe(token)).status).toBe(403);
    test.clock.advance(1);
    expect((await getMe(token)).status).toBe(200);
    await startSignIn(test, { email: EMAIL });
    expect((await verifyCode(test, EMAIL, await findCode(test, EMAIL))).status).toBe(200);
  });

  it('is lifted by an admin', async () => {
    const user = await createUser(test);
    await blacklistUser(test.deps, admin.id, user.id, { reason: 'A mistake' });
    expect(await unblacklistUser(test.deps, admin.id, user.id)).toMatchObject({
      isBlacklisted: false,
      blacklistReason: null,
    });
    expect((await getMe(await createTestSession(test, user))).status).toBe(200);
  });

  it.each([
    [{ reason: '' }, 'Please provide a reason for blacklisting'],
    [{ reason: '   ' }, 'Please provide a reason for blacklisting'],
    [{ reason: 'x', blacklistedUntil: 'tomorrow' }, 'Enter a valid end date and time.'],
    [{ reason: 'x', blacklistedUntil: '2020-01-01T00:00:00Z' }, 'Choose an end date in the future.'],
    [{ reason: 'x', role: 'admin' }, 'Unknown field: role.'],
  ])('rejects %j', async (input, message) => {
    const user = await createUser(test);
    await expect(blacklistUser(test.deps, admin.id, user.id, input as never)).rejects.toMatchObject({
      code: 'validation_failed',
      message,
    });
  });

  it('T32 writes one audit row for each action', async () => {
    const user = await createUser(test);
    await blacklistUser(test.deps, admin.id, user.id, { reason: 'Spam' });
    await unblacklistUser(test.deps, admin.id, user.id);
    await changeUserRole(test.deps, admin.id, user.id, 'admin');
    await deleteUser(test.deps, admin.id, user.id);
    const { rows } = await test.db.client.execute('SELECT action, actor_id, subject FROM audit_log ORDER BY id');
    expect(rows.map((row) => [row.action, row.actor_id, row.subject])).toEqual(
      ['user.blacklisted', 'user.unblacklisted', 'user.role_changed', 'user.deleted'].map((action) => [
        action,
        admin.id,
        `user:${user.id}`,
      ]),
    );
  });
});

describe('T11 the last admin', () => {
  const actions = {
    blacklist: (by: UserRow, of: UserRow) => blacklistUser(test.deps, by.id, of.id, { reason: 'Mutiny' }),
    demote: (by: UserRow, of: UserRow) => changeUserRole(test.deps, by.id, of.id, 'user'),
    delete: (by: UserRow, of: UserRow) => deleteUser(test.deps, by.id, of.id),
  };

  it.each(Object.entries(actions))('rejects to %s oneself or the last admin', async (_name, act) => {
    await expect(act(admin, admin)).rejects.toMatchObject({ code: 'conflict' });
    const user = await createUser(test);
    await expect(act(user, admin)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is the only admin. Make someone else an admin first.',
    });
    expect(await findUserByEmail(test, admin.email)).toMatchObject({ role: 'admin', isBlacklisted: false });
  });

  it('a blacklisted admin does not count', async () => {
    const other = await createUser(test, { role: 'admin', isBlacklisted: true, blacklistReason: 'Away' });
    await expect(deleteUser(test.deps, other.id, admin.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('actions on an unknown user return not_found', async () => {
    for (const act of Object.values(actions)) {
      await expect(act(admin, { id: 999_999 } as UserRow)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('in 200 races of two admins against each other one always remains', async () => {
    const names = Object.keys(actions) as (keyof typeof actions)[];
    for (let race = 0; race < 200; race += 1) {
      const other = await createUser(test, { role: 'admin' });
      const one = actions[names[race % 3] as keyof typeof actions];
      const two = actions[names[Math.floor(race / 3) % 3] as keyof typeof actions];
      const results = await Promise.allSettled([one(admin, other), two(other, admin)]);
      expect(await activeAdmins()).toBe(1);
      expect(results.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
      const { rows } = await test.db.client.execute(
        "SELECT email FROM users WHERE role = 'admin' AND NOT is_blacklisted",
      );
      admin = await findUserByEmail(test, String(rows[0]?.email));
    }
  });
});
