import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { backfillSignInTotals } from '#api/jobs/backfill-sign-in-totals.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { write } from '#db/write.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestSession, createUser, findUserByEmail, toRequestInit } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const EMAIL = 'mere@example.com';
const HOUR = 3_600_000;
const OTHER_SITE = 'https://other.example.com';

let test: TestApp;
let startedAt: number;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.accounts.callbackOrigins = ['https://app.example.com', OTHER_SITE];
  startedAt = test.clock.now();
});
afterEach(() => test.close());

async function signIn(): Promise<string> {
  await startSignIn(test, { email: EMAIL });
  const response = await verifyCode(test, EMAIL, await findCode(test, EMAIL));
  return ((await response.json()) as { token: string }).token;
}
const call = async (token: string, method: string, path: string, body?: unknown) =>
  test.app.request(`/api/auth${path}`, toRequestInit(token, method, body));

async function handOff(token: string, callbackUrl: string): Promise<string> {
  const { url } = (await (await call(token, 'POST', '/handoff', { callbackUrl })).json()) as { url: string };
  return new URL(url).searchParams.get('token') ?? '';
}

/** For each product: sign-ins, sign-outs, and the hours from the start of the test to the first and the last sign-in. */
async function readTotals() {
  const { rows } = await test.db.client.execute('SELECT * FROM sign_in_totals ORDER BY product_name');
  const toHours = (at: unknown) => (Number(at) - startedAt) / HOUR;
  return Object.fromEntries(
    rows.map((row) => [
      row.product_name,
      [row.sign_ins, row.sign_outs, toHours(row.first_sign_in_at), toHours(row.last_sign_in_at)],
    ]),
  );
}
const count = async (query: string) => Number((await test.db.client.execute(query)).rows[0]?.[0]);

it('every sign-in and every sign-out is counted for its product, with the first and the last sign-in', async () => {
  const first = await signIn();
  expect(await readTotals()).toEqual({ Test: [1, 0, 0, 0] });
  test.clock.advance(HOUR);
  const second = await signIn();
  const genmate = await handOff(second, 'https://app.example.com/in');
  const other = await handOff(second, `${OTHER_SITE}/`);
  await handOff(second, '/profile'); // a page of this site, which the sign-in was for
  expect(await readTotals()).toEqual({
    GenMate: [1, 0, 1, 1],
    Test: [2, 0, 0, 1],
    'other.example.com': [1, 0, 1, 1],
  });
  for (const token of [first, genmate]) expect((await call(token, 'POST', '/logout')).status).toBe(204);
  expect((await call(other, 'POST', '/logout')).status).toBe(204);
  expect(await readTotals()).toMatchObject({
    GenMate: [1, 1, 1, 1],
    Test: [2, 1, 0, 1],
    'other.example.com': [1, 1, 1, 1],
  });
});

it('sessions that the user ends are sign-outs, of which expired ones are none; sessions that a blacklisting ends are none', async () => {
  const here = await signIn();
  const user = await findUserByEmail(test, EMAIL);
  const phone = await createTestSession(test, user);
  await handOff(here, 'https://app.example.com/in');
  const { sessions } = (await (await call(phone, 'GET', '/sessions')).json()) as {
    sessions: { id: string; current: boolean; audience: string | null }[];
  };
  const phoneId = sessions.find(({ current }) => current)?.id;
  expect((await call(here, 'DELETE', `/sessions/${phoneId}`)).status).toBe(204);
  expect((await call(here, 'DELETE', `/sessions/${phoneId}`)).status).toBe(404);
  expect(await readTotals()).toMatchObject({ GenMate: [1, 0, 0, 0], Test: [1, 1, 0, 0] });
  await createTestSession(test, user);
  await createTestSession(test, user);
  await write(test.db, [
    `UPDATE sessions SET expires_at = ${startedAt} WHERE rowid = (SELECT max(rowid) FROM sessions)`,
  ]);
  expect(await (await call(here, 'DELETE', '/sessions')).json()).toEqual({ ended: 3 });
  expect(await readTotals()).toMatchObject({ GenMate: [1, 1, 0, 0], Test: [1, 2, 0, 0] });
  const admin = await createUser(test, { role: 'admin' });
  await blacklistUser(test.deps, admin.id, user.id, { reason: 'Spam' });
  expect(await readTotals()).toMatchObject({ GenMate: [1, 1, 0, 0], Test: [1, 2, 0, 0] });
});

it('a sign-out ends the session, counts and is audited together or not at all; of ten at once one does', async () => {
  const token = await signIn();
  await test.db.client.execute(
    `CREATE TRIGGER no_audit BEFORE INSERT ON audit_log WHEN NEW.action = 'auth.signed_out'
      BEGIN SELECT RAISE(ABORT, 'test'); END`,
  );
  expect((await call(token, 'POST', '/logout')).status).toBe(500);
  expect((await call(token, 'GET', '/me')).status).toBe(200);
  expect(await readTotals()).toMatchObject({ Test: [1, 0, 0, 0] });
  await test.db.client.execute('DROP TRIGGER no_audit');
  const responses = await Promise.all(Array.from({ length: 10 }, () => call(token, 'POST', '/logout')));
  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(401)]);
  expect(await readTotals()).toMatchObject({ Test: [1, 1, 0, 0] });
  expect(await count("SELECT count(*) FROM audit_log WHERE action = 'auth.signed_out'")).toBe(1);
});

it('the totals go with the user', async () => {
  await signIn();
  await test.db.client.execute('DELETE FROM users');
  expect(await count('SELECT count(*) FROM sign_in_totals')).toBe(0);
});

it('a database that is older than the totals gets them once, from its audit log', async () => {
  const [mere, tama, moana] = await Promise.all([createUser(test), createUser(test), createUser(test)]);
  const act = (user: { id: number }, action: AuditAction, hours: number) =>
    insertAuditStatement(test.db, {
      at: startedAt + hours * HOUR,
      action,
      actorId: user.id,
      subject: `user:${user.id}`,
    });
  await write(test.db, [
    ...[1, 2, 5].map((hours) => act(mere, 'auth.signed_in', hours)),
    act(mere, 'auth.signed_out', 6),
    act(tama, 'auth.signed_in', 3),
    act(moana, 'auth.signed_out', 4),
    act({ id: 9_999 }, 'auth.signed_in', 3),
  ]);
  for (let start = 0; start < 2; start += 1) {
    // Two servers start at once.
    await Promise.all([1, 2].map(() => backfillSignInTotals(test.db, 'Mateworks')));
    expect(await readUserTotals(mere)).toEqual([['Mateworks', 3, 1, 1, 5]]);
    expect(await readUserTotals(tama)).toEqual([['Mateworks', 1, 0, 3, 3]]);
    expect(await readUserTotals(moana)).toEqual([]);
  }
});

async function readUserTotals({ id }: UserRow) {
  const { rows } = await test.db.client.execute({
    sql: `SELECT product_name, sign_ins, sign_outs, (first_sign_in_at - ?) / ${HOUR}, (last_sign_in_at - ?) / ${HOUR}
      FROM sign_in_totals WHERE user_id = ?`,
    args: [startedAt, startedAt, id],
  });
  return rows.map((row) => [row[0], row[1], row[2], row[3], row[4]]);
}
