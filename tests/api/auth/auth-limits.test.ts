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
const ip = (n: number) => `10.0.${n >> 8}.${n & 255}`;
const mails = async () => Number((await test.db.client.execute('SELECT count(*) FROM outbox')).rows[0]?.[0]);
const formToken = async () =>
  ((await (await test.app.request('/api/auth/form-token')).json()) as { form_token: string }).form_token;

describe('T3 flooding a mailbox', () => {
  it('200 starts from 50 networks within an hour bring at most 5 mails', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      statuses.push((await startSignIn(test, { email: EMAIL }, { ip: ip(n % 50) })).status);
      test.clock.advance(17_000);
      // Sent mails are not in the way of the next: the worker would have taken them.
      await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await mails()).toBe(5);
  });

  it('an address gets one code in 30 s, 5 an hour and 10 a day, and says how long to wait', async () => {
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
        sent += (await startSignIn(test, { email: EMAIL }, { ip: ip(hour) })).status === 200 ? 1 : 0;
      }
    }
    expect(sent).toBe(10);
  });

  it('a network starts 60 an hour from a form, 10 without one', async () => {
    const token = await formToken();
    test.clock.advance(1_000);
    const tries = async (network: string, extra: object) => {
      let passed = 0;
      for (let n = 0; n < 65; n += 1) {
        const email = `${network.replaceAll('.', '-')}-${n}@example.com`;
        passed += (await startSignIn(test, { email, ...extra }, { ip: network })).status === 200 ? 1 : 0;
      }
      return passed;
    };
    expect(await tries('192.0.2.1', { formToken: token })).toBe(60);
    expect(await tries('192.0.2.2', {})).toBe(10);
  });

  it('as many an hour in all as is set, then nobody new without a proof of work', async () => {
    const site = withBreaker(test, { startsPerHour: 30 });
    let passed = 0;
    for (let n = 0; n < 40; n += 1) {
      passed += (await startSignIn(site, { email: `p${n}@example.com` }, { ip: ip(n) })).status === 200 ? 1 : 0;
    }
    expect(passed).toBe(30);
    test.clock.advance(HOUR);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await startSignIn(site, { email: 'late@example.com' }, { ip: ip(400) })).status).toBe(200);
  });

  it('counters survive a restart', async () => {
    await startSignIn(test, { email: EMAIL });
    const restarted = { ...test, app: createApp(test.deps) };
    expect((await startSignIn(restarted, { email: EMAIL })).status).toBe(429);
  });

  it('counters hold no address', async () => {
    await startSignIn(test, { email: EMAIL }, { ip: '203.0.113.77' });
    const { rows } = await test.db.client.execute('SELECT key FROM rate_limits');
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/mere|203\.0/);
  });

  it('a forged X-Forwarded-For counts for nothing unless our own proxy wrote it', async () => {
    const bare = { ...test.deps, accounts: { ...test.deps.accounts, trustedProxies: 0 } };
    const direct = { ...test, app: createApp(bare) };
    let passed = 0;
    for (let n = 0; n < 15; n += 1) {
      passed += (await startSignIn(direct, { email: `d${n}@example.com` }, { ip: ip(n) })).status === 200 ? 1 : 0;
    }
    expect(passed).toBe(10);
    passed = 0;
    for (let n = 0; n < 15; n += 1) {
      const forged = `${ip(n)}, 198.51.100.1`;
      passed += (await startSignIn(test, { email: `e${n}@example.com` }, { ip: forged })).status === 200 ? 1 : 0;
    }
    expect(passed).toBe(10);
  });

  it('F10 while codes have been waiting for a minute, everybody is told alike that mail does not get out', async () => {
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
  it('that fill in what nobody sees get the usual answer and no mail', async () => {
    const person = await (await startSignIn(test, { email: EMAIL })).text();
    const bot = await startSignIn(test, { email: 'bot@example.com', website: 'https://spam.example' });
    expect(bot.status).toBe(200);
    expect(await bot.text()).toBe(person);
    expect(await mails()).toBe(1);
  });

  it.each([
    ['too young', async () => formToken(), 0, 'That was very quick. Please press the button once more.'],
    [
      'forged',
      async () => `${test.clock.now() - 5_000}.abc`,
      0,
      'This form is not valid. Please reload the page and try again.',
    ],
    [
      'forged in its time',
      async () => (await formToken()).replace(/^\d/, '2'),
      0,
      'This form is not valid. Please reload the page and try again.',
    ],
  ])('with a form token that is %s are told so', async (_name, make, wait, message) => {
    const token = await make();
    test.clock.advance(wait);
    const response = await startSignIn(test, { email: EMAIL, formToken: token });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
    expect(await mails()).toBe(0);
  });

  it('are not everybody whose form was open for long', async () => {
    const token = await formToken();
    test.clock.advance(25 * HOUR);
    expect((await startSignIn(test, { email: EMAIL, formToken: token })).status).toBe(200);
  });
});
