import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';
import { askForCode, codeField, submitEmail, createEmailAddress, signIn, readStoredSession } from '../sign-in-steps.ts';

let site: Site;
let mailbox: Mailbox;
/** Another site, which is in CALLBACK_ORIGINS. */
let allowedSite: Server;

beforeAll(async () => {
  allowedSite = await startOtherSite();
  site = await startSite({ CALLBACK_ORIGINS: getOrigin(allowedSite) });
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(async () => {
  await site.close();
  allowedSite.close();
});

async function startOtherSite(): Promise<Server> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Other</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const getOrigin = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`;
const toLoginPath = (callbackUrl: string) => `${paths.login}?callbackUrl=${encodeURIComponent(callbackUrl)}`;

const fetchMeStatus = async (token: string | null) =>
  (await fetch(`${site.origin}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

/** Deletes every session, as its expiry does. */
const endSessions = () => site.server.db.client.execute('DELETE FROM sessions');

test('T6 an allowed callback site gets its own token, and signing that token out keeps the browser session', () =>
  site.open({ expected: [/foreign request/, /favicon/] }, async (page) => {
    const email = createEmailAddress();
    await askForCode(page, email, toLoginPath(`${getOrigin(allowedSite)}/in?next=1`));
    await codeField(page).fill((await mailbox.waitForCode(email)).code);
    await page.waitForURL(`${getOrigin(allowedSite)}/**`);
    const landingUrl = new URL(page.url());
    expect(landingUrl.searchParams.get('next')).toBe('1');
    const handoffToken = landingUrl.searchParams.get('token');
    await page.goto(paths.home);
    const { token } = await readStoredSession(page);
    expect(handoffToken).not.toBe(token);
    expect([await fetchMeStatus(handoffToken), await fetchMeStatus(token)]).toEqual([200, 200]);
    await fetch(`${site.origin}/api/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${handoffToken}` },
    });
    expect([await fetchMeStatus(handoffToken), await fetchMeStatus(token)]).toEqual([401, 200]);
  }));

test('T6 a token in the URL of our own pages is removed at once and never stored', () =>
  site.open({}, async (page) => {
    for (const path of [paths.home, paths.login, paths.subscriptionSuccess]) {
      await page.goto(`${path}?a=1&token=stolen&b=2#part`);
      await page.waitForURL(`${site.origin}${path}?a=1&b=2#part`);
    }
    expect((await readStoredSession(page)).token).toBeNull();
  }));

test('an ended session shows a message, and signing in again returns to the same page', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const email = createEmailAddress();
    await signInAs(site, page, 'user');
    await endSessions();
    await page.goto('/subscriptions?x=1#there');
    // The page before may say so as well, until it is left.
    await page.waitForURL(({ pathname }) => pathname === paths.login);
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    expect((await readStoredSession(page)).token).toBeNull();
    await submitEmail(page, email);
    await codeField(page).fill((await mailbox.waitForCode(email)).code);
    await page.getByText('You don’t have a subscription').waitFor();
    expect(page.url()).toBe(`${site.origin}/subscriptions?x=1#there`);
  }));

test('signing in or out in one tab updates the other tab', () =>
  site.open({}, async (firstTab) => {
    const email = createEmailAddress();
    const secondTab = await firstTab.context().newPage();
    await secondTab.goto(paths.login);
    await signIn(firstTab, mailbox, email);
    await secondTab.getByText('You’re signed in as').waitFor();
    await accountMenu(secondTab).waitFor();

    await secondTab.goto(paths.subscriptions);
    await secondTab.getByText('You don’t have a subscription').waitFor();
    await accountMenu(firstTab).locator('summary').click();
    await accountMenu(firstTab).getByRole('button', { name: 'Sign Out' }).click();
    await secondTab.waitForURL(`**${paths.login}?*`);
    expect(await accountMenu(secondTab).count()).toBe(0);
    expect(await secondTab.getByText('You don’t have a subscription').count()).toBe(0);
  }));

const accountMenu = (page: Page) => page.locator('.site-header .account-menu');
