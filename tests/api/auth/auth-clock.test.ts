import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { toBearerHeader, createUser, createTestSession } from '../../support/app/users.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EMAIL = 'mere@example.com';
const getMeStatus = async (token: string) =>
  (await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status;
const count = async (table: string) =>
  Number((await test.db.client.execute(`SELECT count(*) FROM ${table}`)).rows[0]?.[0]);

describe('F12 clock changes', () => {
  it.each([
    ['an hour back', -HOUR, 200],
    ['a day back', -DAY, 200],
    ['an hour ahead', HOUR, 400],
    ['a day ahead', DAY, 400],
  ])('%s: a code expires after ten minutes of the clock', async (_name, jump, status) => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    test.clock.advance(jump);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(status);
  });

  it.each([
    ['an hour back', -HOUR, 200],
    ['a day back', -DAY, 200],
    ['a day ahead', DAY, 200],
    ['eleven days ahead', 11 * DAY, 401],
  ])('%s: a session expires after ten days of the clock', async (_name, jump, status) => {
    const token = await createTestSession(test, await createUser(test));
    test.clock.advance(jump);
    expect(await getMeStatus(token)).toBe(status);
    test.clock.advance(-jump);
    expect(await getMeStatus(token)).toBe(200);
  });

  it.each(['2026-09-26T13:59:59.000Z', '2027-04-03T13:59:59.000Z', '2028-02-28T23:59:59.000Z'])(
    'daylight saving changes and leap days do not change durations (%s)',
    async (moment) => {
      test.clock.set(moment);
      const admin = await createUser(test, { role: 'admin' });
      const user = await createUser(test);
      const blacklistedUntil = new Date(test.clock.now() + DAY).toISOString();
      await blacklistUser(test.deps, admin.id, user.id, { reason: 'A day off', blacklistedUntil });
      const token = await createTestSession(test, user);
      test.clock.advance(DAY - 1);
      expect(await getMeStatus(token)).toBe(403);
      test.clock.advance(1);
      expect(await getMeStatus(token)).toBe(200);
    },
  );

  it('Retry-After is positive in every 429 response', async () => {
    await startSignIn(test, { email: EMAIL });
    for (const jump of [0, -HOUR, 29_999, 1]) {
      test.clock.advance(jump);
      const response = await startSignIn(test, { email: EMAIL });
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('housekeeping', () => {
  it('deletes expired rows and nothing else', async () => {
    const user = await createUser(test);
    await createTestSession(test, user);
    await startSignIn(test, { email: EMAIL });
    await deleteExpiredRows(test.deps);
    expect([await count('sessions'), await count('sign_in_challenges')]).toEqual([1, 1]);
    expect(await count('rate_limits')).toBeGreaterThan(0);
    test.clock.advance(9 * DAY);
    const fresh = await createTestSession(test, user);
    test.clock.advance(2 * DAY);
    await deleteExpiredRows(test.deps);
    expect([await count('sessions'), await count('sign_in_challenges'), await count('rate_limits')]).toEqual([1, 0, 0]);
    expect(await getMeStatus(fresh)).toBe(200);
  });
});
