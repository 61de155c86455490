import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { withBreaker } from '../../support/app/limits.ts';
import { startSignIn } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const EMAIL = 'mere@example.com';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const toIp = (n: number) => `10.0.${n >> 8}.${n & 255}`;
const countEmails = async () => Number((await test.db.client.execute('SELECT count(*) FROM outbox')).rows[0]?.[0]);
const issueToken = async () =>
  ((await (await test.app.request('/api/auth/form-token')).json()) as { form_token: string }).form_token;

describe('T3 mailbox flooding', () => {
  it('200 starts from 50 networks within an hour send at most 5 emails', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      statuses.push((await startSignIn(test, { email: EMAIL }, { ip: toIp(n % 50) })).status);
      test.clock.advance(17_000);
      // As the outbox worker would: undelivered codes would stop further starts.
      await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await countEmails()).toBe(5);
  });

  it('an address gets one code in 30 s, 5 an hour and 10 a day; a refusal says how long to wait', async () => {
    expect((await startSignIn(test, { email: EMAIL })).status).toBe(200);
    const soon = await startSignIn(test, { email: EMAIL });
    expect(soon.status).toBe(429);
    expect(soon.headers.get('retry-after')).toBe('30');
    expect(await soon.json()).toMatchObject({
      code: 'rate_limited',
      message: 'Too many attempts. Try again in 30 seconds.',
    });
    let sent = 1;
    for (let hour = 0; hour < 23; hour += 1) {
      for (let n = 0; n < 6; n += 1) {
        test.clock.advance(10 * MINUTE);
        await test.db.client.execute("UPDATE outbox SET status = 'sent'");
        sent += (await startSignIn(test, { email: EMAIL }, { ip: toIp(hour) })).status === 200 ? 1 : 0;
      }
    }
    expect(sent).toBe(10);
  });

  it('a network may start 60 times an hour with a form token, 10 times without', async () => {
    const token = await issueToken();
    test.clock.advance(1_000);
    const countAccepted = async (network: string, extra: object) => {
      let passed = 0;
      for (let n = 0; n < 65; n += 1) {
        const email = `${network.replaceAll('.', '-')}-${n}@example.com`;
        passed += (await startSignIn(test, { email, ...extra }, { ip: network })).status === 200 ? 1 : 0;
      }
      return passed;
    };
    expect(await countAccepted('192.0.2.1', { formToken: token })).toBe(60);
    expect(await countAccepted('192.0.2.2', {})).toBe(10);
  });

  it('above the global limit per hour, starts need a proof of work', async () => {
    const site = withBreaker(test, { startsPerHour: 30 });
    let passed = 0;
    for (let n = 0; n < 40; n += 1) {
      passed += (await startSignIn(site, { email: `p${n}@example.com` }, { ip: toIp(n) })).status === 200 ? 1 : 0;
    }
    expect(passed).toBe(30);
    test.clock.advance(HOUR);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await startSignIn(site, { email: 'late@example.com' }, { ip: toIp(400) })).status).toBe(200);
  });

  it('counters survive a restart', async () => {
    await startSignIn(test, { email: EMAIL });
    const restarted = { ...test, app: createApp(test.deps) };
    expect((await startSignIn(restarted, { email: EMAIL })).status).toBe(429);
  });

  it('counters contain no email or IP address', async () => {
    await startSignIn(test, { email: EMAIL }, { ip: '203.0.113.77' });
    const { rows } = await test.db.client.execute('SELECT key FROM rate_limits');
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/mere|203\.0/);
  });

  it('X-Forwarded-For is ignored unless a trusted proxy wrote it', async () => {
    const bare = { ...test.deps, accounts: { ...test.deps.accounts, trustedProxies: 0 } };
    const direct = { ...test, app: createApp(bare) };
    let passed = 0;
    for (let n = 0; n < 15; n += 1) {
      passed += (await startSignIn(direct, { email: `d${n}@example.com` }, { ip: toIp(n) })).status === 200 ? 1 : 0;
    }
    expect(passed).toBe(10);
    passed = 0;
    for (let n = 0; n < 15; n += 1) {
      const forged = `${toIp(n)}, 198.51.100.1`;
      passed += (await startSignIn(test, { email: `e${n}@example.com` }, { ip: forged })).status === 200 ? 1 : 0;
    }
    expect(passed).toBe(10);
  });

  it('F10 when codes have been queued for over a minute, every start gets the same 503', async () => {
    await startSignIn(test, { email: EMAIL });
    test.clock.advance(61_000);
    for (const email of [EMAIL, 'new@example.com']) {
      const response = await startSignIn(test, { email });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('60');
    }
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await startSignIn(test, { email: 'new@example.com' })).status).toBe(200);
  });
});

describe('bots', () => {
  it('that fill in the honeypot get the usual response and no email', async () => {
    const userBody = await (await startSignIn(test, { email: EMAIL })).text();
    const bot = await startSignIn(test, { email: 'bot@example.com', website: 'https://spam.example' });
    expect(bot.status).toBe(200);
    expect(await bot.text()).toBe(userBody);
    expect(await countEmails()).toBe(1);
  });

  it.each([
    ['too young', async () => issueToken(), 0, 'Wait a moment, then try again.'],
    [
      'forged',
      async () => `${test.clock.now() - 5_000}.abc`,
      0,
      'This form has expired. Reload the page and try again.',
    ],
    [
      'forged in its timestamp',
      async () => (await issueToken()).replace(/^\d/, '2'),
      0,
      'This form has expired. Reload the page and try again.',
    ],
  ])('a form token that is %s is rejected with a message', async (_name, make, wait, message) => {
    const token = await make();
    test.clock.advance(wait);
    const response = await startSignIn(test, { email: EMAIL, formToken: token });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
    expect(await countEmails()).toBe(0);
  });

  it('a form that was open for 25 hours is accepted', async () => {
    const token = await issueToken();
    test.clock.advance(25 * HOUR);
    expect((await startSignIn(test, { email: EMAIL, formToken: token })).status).toBe(200);
  });
});
