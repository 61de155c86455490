import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { write } from '#db/write.ts';
import { findCode, findLink, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createUser } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const EMAIL = 'mere@example.com';
// Midday in UTC is the next day in the company's time zone.
const UNTIL = '2026-12-23T12:00:00.000Z';

let test: TestApp;
let user: UserRow;
beforeEach(async () => {
  test = await createTestApp();
  user = await createUser(test, { email: EMAIL });
});
afterEach(() => {
  vi.restoreAllMocks();
  return test.close();
});

async function blacklist(until?: string): Promise<void> {
  const admin = await createUser(test, { role: 'admin' });
  await blacklistUser(test.deps, admin.id, user.id, { reason: 'Two chargebacks.', blacklistedUntil: until });
}
async function requestCode(): Promise<string> {
  expect((await startSignIn(test, { email: EMAIL })).status).toBe(200);
  return findCode(test, EMAIL);
}
const verifyLink = (token: string) =>
  test.app.request('/api/auth/email/link', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.9' },
    body: JSON.stringify({ token }),
  });
const readRows = async (query: string) => (await test.db.client.execute(query)).rows.map((row) => ({ ...row }));

it.each([
  [undefined, 'This account is suspended. Reason: Two chargebacks.'],
  [UNTIL, 'This account is suspended until the end of 24 December 2026. Reason: Two chargebacks.'],
])(
  'T10 the right code of a blacklisted user gives the reason and the end (%s), no session, and is used up',
  async (until, message) => {
    await blacklist(until);
    const code = await requestCode();
    const [last] = await readRows('SELECT max(id) AS id FROM audit_log');
    const response = await verifyCode(test, EMAIL, code);
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden', message }),
    ]);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await readRows('SELECT id FROM sessions')).toEqual([]);
    expect(await readRows('SELECT * FROM sign_in_totals')).toEqual([]);
    expect(await readRows(`SELECT action, actor_id, subject, detail FROM audit_log WHERE id > ${last?.id}`)).toEqual([
      { action: 'auth.failed', actor_id: null, subject: `user:${user.id}`, detail: '{"reason":"blacklisted"}' },
    ]);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(400);
  },
);

it('T10 so does the link, whose page does not say it yet; afterwards the code works no more either', async () => {
  await blacklist();
  const code = await requestCode();
  const token = (await findLink(test, EMAIL)).hash.slice(1);
  const account = await test.app.request('/api/auth/email/link/account', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.9' },
    body: JSON.stringify({ token }),
  });
  expect([account.status, await account.json()]).toEqual([200, { email: EMAIL }]);
  const response = await verifyLink(token);
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({ message: 'This account is suspended. Reason: Two chargebacks.' }),
  ]);
  expect((await verifyLink(token)).status).toBe(400);
  expect((await verifyCode(test, EMAIL, code)).status).toBe(400);
});

it('an account that is being deleted opens no more, and uses the code up', async () => {
  await write(test.db, [`UPDATE users SET delete_after = ${test.clock.now() + 30_000} WHERE id = ${user.id}`]);
  const code = await requestCode();
  const response = await verifyCode(test, EMAIL, code);
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({ message: 'This account is being deleted.' }),
  ]);
  expect(await readRows('SELECT id FROM sessions')).toEqual([]);
  expect(await readRows("SELECT detail FROM audit_log WHERE action = 'auth.failed'")).toEqual([
    { detail: '{"reason":"in_deletion"}' },
  ]);
  expect((await verifyCode(test, EMAIL, code)).status).toBe(400);
});

it('T10 a wrong code does not say that the account is blacklisted', async () => {
  await blacklist();
  const code = await requestCode();
  const response = await verifyCode(test, EMAIL, code === '000000' ? '000001' : '000000');
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('suspended');
});

it('T10 of five attempts with the right code at once one gets the reason', async () => {
  await blacklist();
  const code = await requestCode();
  const responses = await Promise.all(Array.from({ length: 5 }, () => verifyCode(test, EMAIL, code)));
  expect(responses.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 403]);
});

it('T10 a blacklisting that lands while the sign-in runs wins: no token is answered', async () => {
  const code = await requestCode();
  const { client } = test.db;
  const runBatch = client.batch.bind(client);
  // The first batch of the sign-in is the one that opens the session; the user was read before.
  vi.spyOn(client, 'batch').mockImplementationOnce(async (...batch) => {
    await blacklist();
    await write(test.db, ['UPDATE sign_in_challenges SET ended_at = NULL']); // or the code would be void already
    return runBatch(...batch);
  });
  const response = await verifyCode(test, EMAIL, code);
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({ message: 'This account is suspended. Reason: Two chargebacks.' }),
  ]);
});

it('T10 a blacklist that has ended by itself opens the account at that instant', async () => {
  await blacklist(UNTIL);
  test.clock.set('2026-12-23T11:59:59.999Z');
  expect((await verifyCode(test, EMAIL, await requestCode())).status).toBe(403);
  test.clock.set('2026-12-23T12:00:30.000Z');
  expect((await verifyCode(test, EMAIL, await requestCode())).status).toBe(200);
});
