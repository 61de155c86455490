import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { listOutboxRows } from '../../support/mail/outbox.ts';

const USERS = '/api/admin/users';
const OLD = 'mere@example.com';
const NEW = 'mere.tane@example.com';
let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const change = (id: number, body: object = {}) =>
  admin.call('PUT', `${USERS}/${id}/contact`, {
    email: NEW,
    firstName: 'Mere',
    lastName: 'Tane',
    endSessions: false,
    ...body,
  });
const undo = (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });
const getMe = async (token: string) =>
  (await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status;
/** Signs in with a code from the mailbox; returns the token. */
async function signIn(email: string): Promise<string> {
  await startSignIn(test, { email });
  const response = await verifyCode(test, email, await findCode(test, email));
  return ((await response.json()) as { token: string }).token;
}
const listMails = async () => (await listOutboxRows(test)).filter(({ kind }) => kind === 'account-email-changed');

describe('T46 an admin changes the name and email of a user', () => {
  it('tells both addresses after the time to undo, keeps the sessions, and leaves an audit row without addresses', async () => {
    const user = await createUser(test, { email: OLD });
    const token = await createTestSession(test, user);
    await joinWaitingList(test, { email: OLD });
    expect(await change(user.id, { firstName: 'Mary' })).toMatchObject({
      status: 200,
      body: {
        message: 'User updated successfully',
        data: { user: { email: NEW, first_name: 'Mary', email_verified: false } },
        undo: { id: expect.any(String) },
      },
    });
    expect(await getMe(token)).toBe(200);
    const held = { nextAttemptAt: test.clock.now() + 30_000 };
    expect(await listMails()).toMatchObject([
      { toEmail: OLD, ...held, data: { isNew: false, other: 'm•••@example.com' } },
      { toEmail: NEW, ...held, data: { isNew: true, other: 'm•••@example.com' } },
    ]);
    const { rows } = await test.db.client.execute("SELECT * FROM audit_log WHERE action = 'user.changed'");
    expect(rows).toHaveLength(1);
    expect(JSON.parse(String(rows[0]?.detail))).toEqual({ fields: ['email', 'first_name'] });
    expect(JSON.stringify(rows)).not.toContain('@');
    const entries = await test.db.client.execute('SELECT email FROM waiting_list_entries');
    expect(entries.rows.map(({ email }) => email)).toEqual([NEW]);
  });

  it('ends all sessions by choice; a new name alone is not mailed', async () => {
    const user = await createUser(test, { email: OLD });
    const token = await createTestSession(test, user);
    await change(user.id, { email: OLD, firstName: 'Mary', endSessions: true });
    expect(await getMe(token)).toBe(401);
    expect(await listMails()).toEqual([]);
  });

  it('can be undone: name, address and waiting lists are as before, and no email leaves', async () => {
    const user = await createUser(test, { email: OLD });
    await joinWaitingList(test, { email: OLD });
    const { body } = await change(user.id, { firstName: '' });
    expect((await undo(body.undo.id)).status).toBe(200);
    expect((await admin.call('GET', `${USERS}/${user.id}`)).body.data.user).toMatchObject({
      email: OLD,
      first_name: 'Mere',
      email_verified: true,
    });
    expect(await listMails()).toEqual([]);
    const entries = await test.db.client.execute('SELECT email FROM waiting_list_entries');
    expect(entries.rows.map(({ email }) => email)).toEqual([OLD]);
    expect((await undo(body.undo.id)).status).toBe(409);
  });

  it('ends the sessions that the new address opened meanwhile when it is undone, and no others', async () => {
    const user = await createUser(test, { email: OLD });
    const before = await createTestSession(test, user);
    const { body } = await change(user.id);
    const stranger = await signIn(NEW);
    expect([await getMe(before), await getMe(stranger)]).toEqual([200, 200]);
    expect((await undo(body.undo.id)).status).toBe(200);
    expect([await getMe(before), await getMe(stranger)]).toEqual([200, 401]);
  });

  it('can’t be undone once somebody has signed up with the old address, and says so', async () => {
    const user = await createUser(test, { email: OLD });
    const { body } = await change(user.id);
    await signIn(OLD);
    expect(await undo(body.undo.id)).toMatchObject({
      status: 409,
      body: { message: 'Someone has signed up with the old address since, so this can’t be undone.' },
    });
    expect(await listMails()).toHaveLength(2);
  });

  it('refuses an address in its field that another account gets in the same moment', async () => {
    const users = [await createUser(test), await createUser(test)];
    const results = await Promise.all(users.map(({ id }) => change(id)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(results.find(({ status }) => status === 400)?.body.issues).toEqual([
      { path: 'email', message: 'Another account has this address.' },
    ]);
  });

  it.each([
    ['another account’s address', 'taken@example.com', 'Another account has this address.'],
    ['a blacklisted address', 'bad+1@example.com', 'This address is blacklisted.'],
    ['no address', 'mere', /.+/],
  ])('refuses %s in the field', async (_name, email, message) => {
    await createUser(test, { email: 'taken@example.com' });
    const bad = await createUser(test, { email: 'bad@example.com' });
    await admin.call('POST', `${USERS}/${bad.id}/blacklist`, { reason: 'Spam', scope: 'base_address' });
    const user = await createUser(test, { email: OLD });
    const { status, body } = await change(user.id, { email });
    expect([status, body.issues[0].path]).toEqual([400, 'email']);
    expect(body.issues[0].message).toMatch(message);
  });

  it('refuses the own account, and no one', async () => {
    expect((await change(admin.id)).status).toBe(409);
    expect((await change(9_999)).status).toBe(404);
  });
});

describe('T12 a deletion in its 30 seconds', () => {
  it('is listed for every admin, any of whom can stop it', async () => {
    const user = await createUser(test, { email: OLD });
    const other = await createApiCaller(test);
    await admin.call('DELETE', `${USERS}/${user.id}`);
    const list = async () => (await other.call('GET', USERS)).body.data.deletions;
    expect(await list()).toEqual([
      {
        user_id: user.id,
        name: 'Mere Tane',
        email: OLD,
        actor: { id: admin.id, name: 'Mere Tane' },
        delete_after: '2026-11-21T00:00:30.000Z',
      },
    ]);
    const stop = () => other.call('POST', `${USERS}/${user.id}/cancel-deletion`);
    expect(await stop()).toMatchObject({
      status: 200,
      body: { message: 'Deletion stopped. Sessions that ended stay ended.' },
    });
    expect(await list()).toEqual([]);
    expect((await stop()).status).toBe(409);
    expect((await admin.call('GET', `${USERS}/${user.id}`)).status).toBe(200);
  });
});
