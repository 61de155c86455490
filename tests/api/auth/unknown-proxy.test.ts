import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createAgedFormToken, withBreaker } from '../../support/app/limits.ts';
import { findCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createJoinRequest } from '../../support/app/waiting-list.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

type Sender = { remote?: string; headers?: Record<string, string> };

/** A server with this setting and address; requests have the address that the proxy connects from. */
function createProxiedSite({ trustedProxies = 0, siteUrl = 'http://localhost:4321' } = {}) {
  const { deps } = test;
  const accounts = { ...deps.accounts, trustedProxies };
  const app = createApp({ ...deps, accounts, site: { ...deps.site, url: siteUrl } });
  return (path: string, body: object, { remote = '127.0.0.1', headers }: Sender = {}) =>
    app.request(
      path,
      { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: remote, remotePort: 50_000, remoteFamily: 'IPv4' } } },
    );
}
type Send = ReturnType<typeof createProxiedSite>;

async function sendWrongCodes(send: Send, sender: Sender): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const guess = { email: `victim${n}@example.com`, code: '123456' };
    statuses.push((await send('/api/auth/email/verify', guess, sender)).status);
  }
  return statuses;
}

async function signIn(send: Send, sender: Sender): Promise<number[]> {
  const email = 'mere@example.com';
  const started = await send('/api/auth/email/start', { email, formToken: createAgedFormToken(test) }, sender);
  const code = await findCode(test, email);
  return [started.status, (await send('/api/auth/email/verify', { email, code }, sender)).status];
}

describe('a proxy that the settings do not know', () => {
  it.each([
    ['X-Forwarded-For from this machine', {}, { headers: { 'X-Forwarded-For': '203.0.113.7' } }],
    ['Forwarded from this machine', {}, { headers: { Forwarded: 'for=203.0.113.7' } }],
    [
      'X-Forwarded-For from a private network',
      {},
      { remote: '172.17.0.1', headers: { 'X-Forwarded-For': '203.0.113.7' } },
    ],
    ['no header, in front of a public address', { siteUrl: 'https://example.com' }, {}],
    ['no header, though one proxy is trusted', { siteUrl: 'https://example.com', trustedProxies: 1 }, {}],
  ])('%s: wrong codes of one visitor lock nobody else out of signing in, T43', async (_name, settings, sender) => {
    const send = createProxiedSite(settings);
    expect(new Set(await sendWrongCodes(send, sender))).toEqual(new Set([400]));
    expect(await signIn(send, sender)).toEqual([200, 200]);
  });

  it('still limits wrong codes for one account, T43', async () => {
    const send = createProxiedSite();
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const statuses: number[] = [];
    for (let n = 0; n < 35; n += 1)
      statuses.push(
        (await send('/api/auth/email/verify', { email: 'mere@example.com', code: '123456' }, { headers })).status,
      );
    expect(statuses).toEqual([...Array(30).fill(400), ...Array(5).fill(429)]);
  });

  it('lets people join a waiting list beyond the limit of one network, T43', async () => {
    const send = createProxiedSite();
    const statuses: number[] = [];
    for (let n = 0; n < 70; n += 1) {
      const joined = await send(
        '/api/waitinglist',
        createJoinRequest({ email: `person${n}@example.com`, formToken: createAgedFormToken(test) }),
        { headers: { 'X-Forwarded-For': '203.0.113.7' } },
      );
      statuses.push(joined.status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('one wait of 30 seconds lets one of three joins pass, whoever waits, T3 T43', async () => {
    test = withBreaker(test, { startsPerHour: 100, joinsPerHour: 1 });
    const send = createProxiedSite();
    const join = (email: string, proofOfWork?: string) =>
      send(
        '/api/waitinglist',
        createJoinRequest({ email, formToken: createAgedFormToken(test), ...(proofOfWork && { proofOfWork }) }),
        { headers: { 'X-Forwarded-For': '203.0.113.7' } },
      );
    expect((await join('first@example.com')).status).toBe(201);
    const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
    const challenges: string[] = [];
    for (const email of emails) challenges.push((await (await join(email)).json()).proof_of_work.challenge);
    test.clock.advance(30_000);
    const statuses: number[] = [];
    for (const [at, email] of emails.entries()) statuses.push((await join(email, challenges[at])).status);
    expect(statuses).toEqual([201, 429, 429]);
  });

  it('is logged once and shown on the start page, T43', async () => {
    const warnings: string[] = [];
    test.deps.log.warn = ((message: string) => void warnings.push(message)) as never;
    const send = createProxiedSite();
    await sendWrongCodes(send, {});
    expect(warnings).toEqual([]);
    await sendWrongCodes(send, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    expect(warnings.filter((message) => message.includes('TRUSTED_PROXIES'))).toHaveLength(1);
    const caller = await createApiCaller(test);
    const { body } = await caller.call('GET', '/api/overview');
    expect(body.server_problems).toEqual([
      { part: 'proxy', since: new Date(test.clock.now()).toISOString(), reason: null },
    ]);
  });

  it('a network that reaches the server itself is locked out as before, whatever header it sends, T43', async () => {
    const send = createProxiedSite();
    const sender = { remote: '203.0.113.9', headers: { 'X-Forwarded-For': '198.51.100.1' } };
    expect((await sendWrongCodes(send, sender)).slice(-4)).toEqual([429, 429, 429, 429]);
  });
});
