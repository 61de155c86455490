import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCode } from '#api/features/auth/challenges/challenges.service.ts';
import { computeLockoutMs } from '#api/features/rate-limits/rate-limits.service.ts';
import { findCode, getCookie, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const EMAIL = 'mere@example.com';
const toWrongCode = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0');
/** Marks all queued emails as sent, then advances the clock. */
async function advanceClock(milliseconds: number): Promise<void> {
  await test.db.client.execute("UPDATE outbox SET status = 'sent'");
  test.clock.advance(milliseconds);
}
/** A different network for each call, so that only the rule under test applies. */
const toIp = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const count = async (sql: string) => Number((await test.db.client.execute(sql)).rows[0]?.[0]);

describe('T1 guessing a code', () => {
  it('of 1,000 concurrent guesses exactly 5 are checked, and the right code is rejected afterwards', async () => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    const guesses = Array.from({ length: 1_000 }, (_, n) =>
      verifyCode(test, EMAIL, toWrongCode(code, n + 1), { ip: toIp(n) }),
    );
    const responses = await Promise.all(guesses);
    expect(responses.filter((response) => response.status !== 400 && response.status !== 429)).toEqual([]);
    expect(await count("SELECT count(*) FROM audit_log WHERE action = 'auth.failed'")).toBe(5);
    expect(await count('SELECT attempts + foreign_attempts FROM sign_in_challenges')).toBe(5);
    expect((await verifyCode(test, EMAIL, code, { ip: toIp(5_000) })).status).not.toBe(200);
    expect(await count('SELECT count(*) FROM sessions')).toBe(0);
  });

  it('the right code as the sixth attempt gets the same response as a wrong one', async () => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    const bodies: string[] = [];
    for (let n = 1; n <= 5; n += 1)
      bodies.push(withoutId(await (await verifyCode(test, EMAIL, toWrongCode(code, n))).text()));
    const sixth = await verifyCode(test, EMAIL, code);
    expect(sixth.status).toBe(400);
    expect(new Set([...bodies, withoutId(await sixth.text())]).size).toBe(1);
  });

  it.each([
    [599, 200],
    [601, 400],
  ])('a code that is %i s old gets status %i', async (seconds, status) => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    test.clock.advance(seconds * 1000);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(status);
  });

  it('a code works once', async () => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(200);
    expect((await verifyCode(test, EMAIL, code)).status).toBe(400);
  });

  it('100 concurrent right codes create exactly one session', async () => {
    await startSignIn(test, { email: EMAIL });
    const code = await findCode(test, EMAIL);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => verifyCode(test, EMAIL, code, { ip: toIp(n) })),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(await count('SELECT count(*) FROM sessions')).toBe(1);
    expect(await count('SELECT count(*) FROM users')).toBe(1);
  });

  it('a newer code invalidates the older one', async () => {
    await startSignIn(test, { email: EMAIL });
    const older = await findCode(test, EMAIL);
    test.clock.advance(30_000);
    await startSignIn(test, { email: EMAIL }, { cookie: undefined });
    const newer = await findCode(test, EMAIL);
    if (older !== newer) expect((await verifyCode(test, EMAIL, older)).status).toBe(400);
    expect((await verifyCode(test, EMAIL, newer)).status).toBe(200);
  });

  it('a code works for its own address only', async () => {
    await startSignIn(test, { email: EMAIL });
    await startSignIn(test, { email: 'other@example.com' });
    expect((await verifyCode(test, 'other@example.com', await findCode(test, EMAIL))).status).toBe(400);
  });

  it('an address may get 30 wrong codes a day, over all its challenges', async () => {
    let last = 0;
    for (let round = 0; round < 7; round += 1) {
      if (round > 0) await advanceClock(61 * 60 * 1000);
      await startSignIn(test, { email: EMAIL }, { ip: toIp(round) });
      const code = await findCode(test, EMAIL);
      for (let n = 1; n <= 5; n += 1) {
        last = (await verifyCode(test, EMAIL, toWrongCode(code, n), { ip: toIp(round * 10 + n) })).status;
      }
    }
    expect(last).toBe(429);
    expect(await count("SELECT count(*) FROM audit_log WHERE action = 'auth.failed'")).toBe(30);
    await advanceClock(24 * 60 * 60 * 1000);
    await startSignIn(test, { email: EMAIL }, { ip: toIp(99) });
    expect((await verifyCode(test, EMAIL, await findCode(test, EMAIL), { ip: toIp(99) })).status).toBe(200);
  });

  it('a network is locked out after 9 wrong codes: 10 minutes, doubled up to 12 hours', async () => {
    const guess = (n: number) => verifyCode(test, `person${n}@example.com`, '123456', { ip: '192.0.2.1' });
    for (let n = 1; n <= 10; n += 1) expect((await guess(n)).status).toBe(400);
    const waits: number[] = [];
    for (let n = 11; n <= 17; n += 1) {
      const blocked = await guess(n);
      expect(blocked.status).toBe(429);
      const wait = Number(blocked.headers.get('retry-after'));
      waits.push(wait / 60);
      test.clock.advance(wait * 1000);
      await guess(n);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640]);
    expect([9, 10, 17, 100].map((wrong) => computeLockoutMs(wrong) / 60_000)).toEqual([0, 10, 720, 720]);
  });

  it('addresses of one IPv6 /64 share the limit', async () => {
    const guess = (n: number) => verifyCode(test, `p${n}@example.com`, '123456', { ip: `2001:db8:1:2::${n}` });
    for (let n = 1; n <= 10; n += 1) await guess(n);
    expect((await guess(11)).status).toBe(429);
    expect((await verifyCode(test, 'q@example.com', '123456', { ip: '2001:db8:1:3::1' })).status).toBe(400);
  });

  it('codes are uniformly distributed and keep leading zeros (chi-squared over 100,000)', () => {
    const buckets = new Array<number>(100).fill(0);
    for (let n = 0; n < 100_000; n += 1) {
      const code = generateCode();
      expect(code).toHaveLength(6);
      const bucket = Number(code.slice(0, 2));
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    const chi2 = buckets.reduce((sum, seen) => sum + (seen - 1_000) ** 2 / 1_000, 0);
    // 99 degrees of freedom: above 148.2 with a probability of 0.001, above 172 with one of 0.000007.
    expect(chi2).toBeLessThan(172);
  });
});

describe('T2 denial of service by wrong codes', () => {
  it('wrong codes of other browsers do not use up the attempts of the browser that requested the code', async () => {
    const cookie = getCookie(await startSignIn(test, { email: EMAIL }));
    const code = await findCode(test, EMAIL);
    for (let n = 1; n <= 20; n += 1) await verifyCode(test, EMAIL, toWrongCode(code, n), { ip: toIp(n) });
    expect((await verifyCode(test, EMAIL, code, { cookie })).status).toBe(200);
  });

  it('a code requested by another browser does not invalidate the first one', async () => {
    const cookie = getCookie(await startSignIn(test, { email: EMAIL }));
    const code = await findCode(test, EMAIL);
    for (let n = 1; n <= 2; n += 1) {
      await advanceClock(31_000);
      expect((await startSignIn(test, { email: EMAIL }, { ip: toIp(n) })).status).toBe(200);
    }
    expect((await verifyCode(test, EMAIL, code, { cookie })).status).toBe(200);
  });

  it('a known browser can sign in although every limit of the address is exhausted', async () => {
    const first = getCookie(await startSignIn(test, { email: EMAIL }));
    const known = getCookie(await verifyCode(test, EMAIL, await findCode(test, EMAIL), { cookie: first }));
    await advanceClock(24 * 60 * 60 * 1000);
    for (let n = 0; n < 40; n += 1) {
      await startSignIn(test, { email: EMAIL }, { ip: toIp(n) });
      await verifyCode(test, EMAIL, '123456', { ip: toIp(n) });
      await advanceClock(31_000);
    }
    expect((await startSignIn(test, { email: EMAIL }, { ip: toIp(900) })).status).toBe(429);
    expect((await verifyCode(test, EMAIL, '123456', { ip: toIp(901) })).status).toBe(429);
    expect((await startSignIn(test, { email: EMAIL }, { cookie: known })).status).toBe(200);
    expect((await verifyCode(test, EMAIL, await findCode(test, EMAIL), { cookie: known })).status).toBe(200);
  });

  it('a forged cookie does not count as a known browser', async () => {
    const cookie = getCookie(await startSignIn(test, { email: EMAIL })) ?? '';
    const forged = cookie.replace('.', '~abcdefghijklmnopqrstuv.');
    expect(forged).not.toBe(cookie);
    expect((await startSignIn(test, { email: EMAIL }, { cookie: forged, ip: toIp(1) })).status).toBe(429);
  });
});

const withoutId = (body: string) => body.replace(/"request_id":"[^"]*"/, '');
