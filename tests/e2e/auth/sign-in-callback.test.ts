import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite } from '../site.ts';
import { askForCode, codeField, fillIn, newAddress, signIn, storedIn, violationsOf } from '../sign-in-steps.ts';

let site: Site;
let mailbox: Mailbox;
/** Two other sites; the first is on the list of CALLBACK_ORIGINS. */
let listed: Server;
let unlisted: Server;

beforeAll(async () => {
  [listed, unlisted] = await Promise.all([startOther(), startOther()]);
  site = await startSite({ CALLBACK_ORIGINS: originOf(listed) });
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(async () => {
  await site.close();
  listed.close();
  unlisted.close();
});

async function startOther(): Promise<Server> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Other</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const originOf = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`;
const loginFor = (callbackUrl: string) => `${paths.login}?callbackUrl=${encodeURIComponent(callbackUrl)}`;

const me = async (token: string | null) =>
  (await fetch(`${site.origin}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

/** Ends every session, as an expiry does. */
const endSessions = () => site.server.db.client.execute('DELETE FROM sessions');

test('T6 another site on the list gets a token of its own, which ends without the browser’s', () =>
  site.open({ expected: [/foreign request/, /favicon/] }, async (page) => {
    const email = newAddress();
    await askForCode(page, email, loginFor(`${originOf(listed)}/in?next=1`));
    await codeField(page).fill((await mailbox.nextCode(email)).code);
    await page.waitForURL(`${originOf(listed)}/**`);
    const arrived = new URL(page.url());
    expect(arrived.searchParams.get('next')).toBe('1');
    const handed = arrived.searchParams.get('token');
    await page.goto(paths.home);
    const { token } = await storedIn(page);
    expect(handed).not.toBe(token);
    expect([await me(handed), await me(token)]).toEqual([200, 200]);
    await fetch(`${site.origin}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${handed}` } });
    expect([await me(handed), await me(token)]).toEqual([401, 200]);
  }));

test.each([
  ['another site', () => `${originOf(unlisted)}/in`],
  ['a look-alike', () => `//${new URL(originOf(listed)).host}@127.0.0.1:1/`],
  ['a script', () => 'javascript:alert(1)'],
  ['a path that parses to two slashes', () => `/.//${new URL(originOf(unlisted)).host}/in`],
  ['an encoded dot before two slashes', () => `/%2e//${new URL(originOf(unlisted)).host}/in`],
  ['our own origin with two slashes', () => `${site.origin}//${new URL(originOf(unlisted)).host}/in`],
])('T6 %s that is not on the list gets nothing: the way leads home', (_, callbackUrl) =>
  site.open({}, async (page) => {
    await signIn(page, mailbox, newAddress(), loginFor(callbackUrl()));
    expect(page.url()).toBe(`${site.origin}/`);
  }),
);

test('T6 a token in the address of our own pages is taken out at once and never kept', () =>
  site.open({}, async (page) => {
    for (const path of [paths.home, paths.login, paths.subscriptionSuccess]) {
      await page.goto(`${path}?a=1&token=stolen&b=2#part`);
      await page.waitForURL(`${site.origin}${path}?a=1&b=2#part`);
    }
    expect((await storedIn(page)).token).toBeNull();
  }));

test('a visitor of a page for members signs in and gets there; nothing of it is shown before', () =>
  site.open({}, async (page) => {
    const email = newAddress();
    await page.goto('/product-documents?product=genmate');
    await page.waitForURL(`**${paths.login}?*`);
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe('/product-documents?product=genmate');
    await fillIn(page, email);
    await codeField(page).fill((await mailbox.nextCode(email)).code);
    await page.getByText('Select a document to view its content').waitFor();
    expect(page.url()).toBe(`${site.origin}/product-documents?product=genmate`);
  }));

test('a session that has ended is told; after signing in anew the person is back', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const email = newAddress();
    await signIn(page, mailbox, email);
    await endSessions();
    await page.goto('/subscriptions?x=1#there');
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.login);
    expect(await violationsOf(page)).toEqual([]);
    expect((await storedIn(page)).token).toBeNull();
    await site.server.db.client.execute('DELETE FROM rate_limits');
    await fillIn(page, email);
    await codeField(page).fill((await mailbox.nextCode(email)).code);
    await page.getByText('You have no subscription').waitFor();
    expect(page.url()).toBe(`${site.origin}/subscriptions?x=1#there`);
  }));

test('signing out everywhere ends the session of the other device, which is told', () =>
  site.open({}, async (first) => {
    const email = newAddress();
    await signIn(first, mailbox, email);
    await site.server.db.client.execute('DELETE FROM rate_limits');
    await site.open({ expected: [/401/] }, async (second) => {
      await signIn(second, mailbox, email);
      const { token } = await storedIn(first);
      const answer = await fetch(`${site.origin}/api/auth/sessions`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(await answer.json()).toEqual({ ended: 1 });
      await second.goto(paths.subscriptions);
      await second.getByText('Your session has ended. Sign in again.').waitFor();
      await first.goto(paths.subscriptions);
      await first.getByText('You have no subscription').waitFor();
    });
  }));

test('two tabs agree: who signs in and who signs out', () =>
  site.open({}, async (one) => {
    const email = newAddress();
    const other = await one.context().newPage();
    await other.goto(paths.login);
    await signIn(one, mailbox, email);
    await other.getByText('You’re signed in as').waitFor();
    await menuOf(other).waitFor();

    await other.goto(paths.subscriptions);
    await other.getByText('You have no subscription').waitFor();
    await menuOf(one).locator('summary').click();
    await menuOf(one).getByRole('button', { name: 'Sign Out' }).click();
    await other.waitForURL(`**${paths.login}?*`);
    expect(await menuOf(other).count()).toBe(0);
    expect(await other.getByText('You have no subscription').count()).toBe(0);
  }));

const menuOf = (page: Page) => page.locator('.site-header .account-menu');
