import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNetworks } from '#api/http/client-ip.ts';
import { createAgedFormToken, ipv4, ipv6 } from '../support/app/limits.ts';
import { findCode, getCookie, startSignIn, verifyCode } from '../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { createJoinRequest, sendJson } from '../support/app/waiting-list.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const markEmailsSent = () => test.db.client.execute("UPDATE outbox SET status = 'sent'");
const toWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const countAccepted = (statuses: readonly number[]) =>
  statuses.filter((status) => status === 200 || status === 201).length;

/** One start from each IP address, each for another email address. */
async function startFrom(addresses: readonly string[], extra: object = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (const ip of addresses) {
    userCount += 1;
    statuses.push((await startSignIn(test, { email: `person${userCount}@example.com`, ...extra }, { ip })).status);
  }
  return statuses;
}
let userCount = 0;
const createAddresses = (count: number, toAddress: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => toAddress(n));

describe('T3 sign-in limits by network', () => {
  it('300 starts from 300 /64s of one /48 do not limit other networks', async () => {
    const formToken = createAgedFormToken(test);
    expect(
      countAccepted(
        await startFrom(
          createAddresses(300, (n) => ipv6(n)),
          { formToken },
        ),
      ),
    ).toBeLessThan(300);
    expect(await startFrom([ipv6(0, 2), ipv4(1)], { formToken })).toEqual([200, 200]);
  });

  it.each([
    ['an IPv4 address', 60, () => ipv4(7)],
    ['a /64', 60, (n: number) => `2001:db8:1:2::${(n + 1).toString(16)}`],
    ['a /56', 120, (n: number) => ipv6(n % 256)],
    ['a /48', 240, (n: number) => ipv6((n * 256) & 0xffff)],
  ])('%s may start %i times an hour with a form token', async (_size, limit, toAddress) => {
    const formToken = createAgedFormToken(test);
    const statuses = await startFrom(createAddresses(limit + 5, toAddress), { formToken });
    expect(statuses).toEqual([...Array(limit).fill(200), ...Array(5).fill(429)]);
    test.clock.advance(60 * 60_000);
    await markEmailsSent();
    expect(await startFrom([toAddress(0)], { formToken })).toEqual([200]);
  });

  it('an IPv4-mapped IPv6 address counts as the IPv4 address', async () => {
    const formToken = createAgedFormToken(test);
    expect(
      countAccepted(
        await startFrom(
          createAddresses(70, (n) => (n % 2 ? '::ffff:192.0.2.9' : '192.0.2.9')),
          { formToken },
        ),
      ),
    ).toBe(60);
  });

  it('40 users behind one IPv4 address sign up within ten minutes, eight of them after a wrong code', async () => {
    const startedAt = test.clock.now();
    for (let n = 0; n < 40; n += 1) {
      const email = `student${n}@school.example.com`;
      const formToken = createAgedFormToken(test);
      const started = await startSignIn(test, { email, firstName: 'Mere', formToken }, { ip: '192.0.2.1' });
      expect([n, started.status]).toEqual([n, 200]);
      const from = { ip: '192.0.2.1', cookie: getCookie(started) };
      const code = await findCode(test, email);
      if (n % 5 === 0) expect((await verifyCode(test, email, toWrongCode(code), from)).status).toBe(400);
      test.clock.advance(12_000);
      expect([n, (await verifyCode(test, email, code, from)).status]).toEqual([n, 200]);
      await markEmailsSent();
    }
    expect(test.clock.now() - startedAt).toBeLessThan(10 * 60_000);
  });

  it('a known browser can start from a network whose limits are exhausted', async () => {
    const email = 'mere@example.com';
    const first = getCookie(await startSignIn(test, { email }));
    const known = getCookie(await verifyCode(test, email, await findCode(test, email), { cookie: first }));
    test.clock.advance(24 * 60 * 60_000);
    const formToken = createAgedFormToken(test);
    await markEmailsSent();
    for (const n of [0, 1, 2, 3])
      await startFrom(
        createAddresses(60, () => ipv6(n * 256)),
        { formToken },
      );
    expect((await startSignIn(test, { email: 'new@example.com', formToken }, { ip: ipv6(9 * 256) })).status).toBe(429);
    expect((await startSignIn(test, { email, formToken }, { ip: ipv6(9 * 256), cookie: known })).status).toBe(200);
  });
});

describe('T1 guesses by network', () => {
  const guess = (ip: string, n: number) => verifyCode(test, `person${n}@example.com`, '123456', { ip });

  it.each([
    ['a /56', 18, (n: number) => ipv6(n)],
    ['a /48', 36, (n: number) => ipv6(n * 256)],
  ])('%s is locked out after %i wrong codes from as many /64s', async (_size, free, toAddress) => {
    for (let n = 0; n <= free; n += 1) expect((await guess(toAddress(n), n)).status).toBe(400);
    const locked = await guess(toAddress(free + 1), free + 1);
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await guess(ipv6(0, 2), 900)).status).toBe(400);
  });
});

describe('T16 joins by network', () => {
  it.each([
    ['an IPv4 address', 10, () => ipv4(7)],
    ['a /56', 20, (n: number) => ipv6(n)],
    ['a /48', 40, (n: number) => ipv6(n * 256)],
  ])('%s may join %i times an hour with a form token', async (_size, limit, toAddress) => {
    const formToken = createAgedFormToken(test);
    const statuses: number[] = [];
    for (let n = 0; n < limit + 3; n += 1) {
      const body = createJoinRequest({ email: `person${n}@example.com`, formToken });
      statuses.push((await sendJson(test, 'POST', '', body, toAddress(n))).status);
    }
    expect(statuses).toEqual([...Array(limit).fill(201), 429, 429, 429]);
  });
});

describe('listNetworks', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['unknown', ['unknown']],
  ])('of %s are %j', (ip, networks) => expect(listNetworks(ip)).toEqual(networks));
});
