import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { toRequestInit, createUser, createTestSession, toBearerHeader } from '../../support/app/users.ts';
import { findLink, startSignIn } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  token = await createTestSession(test, await createUser(test));
});
afterEach(() => test.close());

async function handOff(callbackUrl: string, site = 'http://localhost:4321'): Promise<string> {
  const app = createApp({ ...test.deps, site: { ...test.deps.site, url: site } });
  const response = await app.request('/api/auth/handoff', toRequestInit(token, 'POST', { callbackUrl }));
  expect(response.status).toBe(200);
  return ((await response.json()) as { url: string }).url;
}

const REFUSED = [
  '',
  ' ',
  'evil',
  'evil.com',
  '//evil.com',
  '//evil.com/%2e%2e',
  '//app.example.com/in',
  '//app.example.com@evil.com/',
  '///evil.com',
  '////evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  '\\/evil.com',
  '/\tevil',
  '/\t/evil.com',
  '/\n/evil.com',
  '\t//evil.com',
  ' https://app.example.com',
  'https:evil.com',
  'https:/evil.com',
  'https:///evil.com',
  'https:app.example.com',
  'https:/app.example.com',
  'https:\\\\app.example.com',
  'https://app.example.com\\@evil.com',
  'https://evil.com',
  'https://evil.com/app.example.com',
  'https://evil.com?app.example.com',
  'https://evil.com#app.example.com',
  'https://app.example.com@evil.com',
  'https://app.example.com:pass@evil.com',
  'https://user@app.example.com',
  'https://user:pass@app.example.com/',
  'https://app.example.com.evil.com',
  'https://evil-app.example.com',
  'https://app.example.comevil.com',
  'https://sub.app.example.com',
  'https://example.com',
  'https://app.example.com:8443',
  'https://app.example.com:80',
  'http://app.example.com',
  'https://app。example.com',
  'https://app．example.com',
  'https://аpp.example.com',
  'https://app.example.com。',
  'https://app.example.com./',
  'https://[::ffff:127.0.0.1]/',
  'http://127.0.0.1:4321/',
  'http://localhost:4322/',
  'http://localhost.:4321/',
  'https://localhost:4321/',
  'http://localhost:4321@evil.com/',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/x/.././/evil.example/in?a=1#b',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/.//evil.example:443',
  '/.///evil.example',
  '/.//user@evil.example',
  'http://localhost:4321//evil.example',
  'http://localhost:4321/.//evil.example',
  'http://localhost:4321/%2e//evil.example',
  'HTTP://LOCALHOST:4321//evil.example',
  'https://app.example.com//evil.example',
  'https://app.example.com/.//evil.example',
  'blob:http://localhost:4321/1',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'javascript://app.example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://app.example.com/1',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://app.example.com/',
  'ws://app.example.com/',
  'mailto:a@example.com',
  '/login',
  '/login?callbackUrl=/profile',
  '/signup',
  '/login/link',
  '/api/auth/me',
  '/./api/auth/me',
  '/x\u0000y',
  'null',
];

/** The callback in the magic link of the sign-in email. */
async function findEmailedCallback(callbackUrl: string): Promise<string | null> {
  await test.db.client.batch(
    ['DELETE FROM rate_limits', 'DELETE FROM outbox', 'DELETE FROM sign_in_challenges'],
    'write',
  );
  expect((await startSignIn(test, { email: 'person@example.com', callbackUrl })).status).toBe(200);
  return (await findLink(test, 'person@example.com')).searchParams.get('callbackUrl');
}

describe('T6 callbackUrl', () => {
  it.each(REFUSED)('%j is replaced by /', async (callbackUrl) => {
    expect(await handOff(callbackUrl)).toBe('/');
    expect(await handOff(callbackUrl, 'https://www.example.com')).toBe('/');
    const { rows } = await test.db.client.execute('SELECT count(*) FROM sessions WHERE audience IS NOT NULL');
    expect(rows[0]?.[0]).toBe(0);
  });

  it('no refused URL is in the link of the email', async () => {
    for (const callbackUrl of REFUSED) expect(await findEmailedCallback(callbackUrl), callbackUrl).toBeNull();
  });

  it('an allowed URL is in the link of the email in its normalised form', async () => {
    expect(await findEmailedCallback('/x/../a?b=1#c')).toBe('/a?b=1#c');
    expect(await findEmailedCallback('http://localhost:4321/a')).toBe('/a');
    expect(await findEmailedCallback('https://APP.example.com:443/in')).toBe('https://app.example.com/in');
  });

  it.each([
    ['/profile', 'http://localhost:4321/profile?token=TOKEN'],
    ['/blogs?page=2#top', 'http://localhost:4321/blogs?page=2&token=TOKEN#top'],
    ['/a?token=mine', 'http://localhost:4321/a?token=TOKEN'],
    ['/x/../a//b', 'http://localhost:4321/a//b?token=TOKEN'],
    ['http://localhost:4321/settings', 'http://localhost:4321/settings?token=TOKEN'],
    ['https://app.example.com', 'https://app.example.com/?token=TOKEN'],
    ['https://APP.example.com:443/in?x=1', 'https://app.example.com/in?x=1&token=TOKEN'],
  ])('%s is handed off to %s', async (callbackUrl, expected) => {
    expect((await handOff(callbackUrl)).replace(/token=[\w-]{43}/, 'token=TOKEN')).toBe(expected);
  });

  it('the handoff creates a separate session, which can be revoked on its own', async () => {
    const url = new URL(await handOff('https://app.example.com/in'));
    const handoffToken = url.searchParams.get('token') ?? '';
    expect(handoffToken).not.toBe(token);
    const getMeStatus = async (value: string) =>
      (await test.app.request('/api/auth/me', { headers: toBearerHeader(value) })).status;
    expect(await getMeStatus(handoffToken)).toBe(200);
    const sessions = await test.app.request('/api/auth/sessions', { headers: toBearerHeader(token) });
    const listed = ((await sessions.json()) as { sessions: { id: string; audience: string | null }[] }).sessions;
    const appSession = listed.find((session) => session.audience !== null);
    expect(appSession?.audience).toBe('https://app.example.com');
    const end = await test.app.request(`/api/auth/sessions/${appSession?.id}`, toRequestInit(token, 'DELETE'));
    expect(end.status).toBe(204);
    expect(await getMeStatus(handoffToken)).toBe(401);
    expect(await getMeStatus(token)).toBe(200);
  });

  it('the handoff token lives 12 hours for another origin and one minute for our own pages', async () => {
    const measureLifetimeMinutes = async (callbackUrl: string) => {
      const handoffToken = new URL(await handOff(callbackUrl), 'http://localhost:4321').searchParams.get('token') ?? '';
      const isAlive = async () =>
        (await test.app.request('/api/auth/me', { headers: toBearerHeader(handoffToken) })).status === 200;
      let minutes = 0;
      while (await isAlive()) {
        test.clock.advance(60_000);
        minutes += 1;
      }
      return minutes;
    };
    expect(await measureLifetimeMinutes('/profile')).toBe(1);
    expect(await measureLifetimeMinutes('https://app.example.com/')).toBe(12 * 60);
  });

  it('T34 a handoff token may only read its user and sign out, for any audience', async () => {
    const admin = await createUser(test, { role: 'admin' });
    for (const audience of ['https://app.example.com', 'http://localhost:4321']) {
      const handoffToken = await createTestSession(test, admin, { audience });
      const call = (method: string, path: string, body?: unknown) =>
        test.app.request(path, toRequestInit(handoffToken, method, body));
      expect(await (await call('GET', '/api/auth/me')).json()).toMatchObject({ user: { email: admin.email } });
      for (const [method, path, body] of [
        ['POST', '/api/auth/handoff', { callbackUrl: '/profile' }],
        ['GET', '/api/auth/sessions'],
        ['DELETE', '/api/auth/sessions'],
        ['GET', '/api/account/export'],
        ['DELETE', '/api/account', { email: admin.email }],
        ['PUT', '/api/profile', { firstName: 'Mallory', lastName: 'Tane' }],
        ['GET', '/api/waitinglist/stats?productId=4'],
      ] as const) {
        const response = await call(method, path, body);
        expect([path, response.status]).toEqual([path, 403]);
        expect(await response.json()).toMatchObject({ code: 'forbidden' });
      }
      expect(await (await call('GET', '/api/auth/me')).json()).toMatchObject({ user: { first_name: 'Mere' } });
      expect((await call('POST', '/api/auth/logout')).status).toBe(204);
      expect((await call('GET', '/api/auth/me')).status).toBe(401);
    }
  });

  it('T34 a handoff token finds no documents, like an anonymous visitor', async () => {
    const user = await createUser(test);
    const search = async (audience: string | null) => {
      const headers = toBearerHeader(await createTestSession(test, user, { audience }));
      return (await test.app.request('/api/search?q=a&type=document', { headers })).status;
    };
    expect([await search(null), await search('https://app.example.com')]).toEqual([200, 401]);
  });
});
