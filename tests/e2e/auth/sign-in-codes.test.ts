import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { type Site, startSite } from '../site.ts';
import { askForCode, codeField, errorBox, newAddress, storedIn, violationsOf, watchCalls } from '../sign-in-steps.ts';

const clock = createOffsetClock();
const LINK = '/api/auth/email/link';
const NOT_VALID = 'This code is not valid. Please check it, or ask for a new one.';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite({}, clock);
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

const resend = (page: Page) => page.getByRole('button', { name: 'Send a new code' });

/** Lets time pass for the browser and for the server. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await page.clock.fastForward(milliseconds);
}

test('a new code can be sent after the countdown; the one before it is void', () =>
  site.open({ expected: [/400/] }, async (page) => {
    const email = newAddress();
    await page.clock.install();
    await askForCode(page, email);
    const first = await mailbox.nextCode(email);
    const calls = watchCalls(page, '/api/auth/email/start');
    await expect.poll(() => resend(page).getAttribute('aria-disabled')).toBe('true');
    await resend(page).focus();
    await page.keyboard.press('Enter');
    expect(calls).toEqual([]);

    await pass(page, 31_000);
    await page.getByText('You can ask for a new code now.').waitFor();
    await expect.poll(() => resend(page).innerText()).toBe('Send a new code');
    await resend(page).click();
    await page.getByText('A new code is saved.').waitFor();
    const second = await mailbox.nextCode(email);
    await expect.poll(() => resend(page).getAttribute('aria-disabled')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await codeField(page).fill(first.code);
    if (first.code !== second.code) expect(await errorBox(page).innerText()).toBe(NOT_VALID);
    await codeField(page).fill(second.code);
    await page.waitForURL(`${site.origin}/`);
  }));

test('a code that is older than 10 minutes is told, and signs nobody in', () =>
  site.open({ expected: [/400/] }, async (page) => {
    const email = newAddress();
    await page.clock.install();
    await askForCode(page, email);
    const { code, link } = await mailbox.nextCode(email);
    await pass(page, 10 * 60_000 + 1_000);
    await page.getByText('This code is older than 10 minutes. Please ask for a new one.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await codeField(page).fill(code);
    await expect.poll(() => errorBox(page).innerText()).toBe(NOT_VALID);
    await page.goto(link);
    await page.getByText('This link no longer works. Sign in with a new code.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect((await storedIn(page)).token).toBeNull();
    await page.getByRole('link', { name: 'Sign in with a new code' }).click();
    await page.waitForURL(`**${paths.login}`);
  }));

test('T34 the mailed link says whose account it opens, and signs in on a second device, where it was meant to lead, once its button is pressed', () =>
  site.open({ expected: [/400/] }, async (first) => {
    const email = newAddress();
    await askForCode(first, email, `${paths.login}?callbackUrl=${encodeURIComponent('/subscriptions?a=1')}`);
    const { code, link } = await mailbox.nextCode(email);
    const secret = new URL(link).hash.slice(1);
    expect(secret).toMatch(/^[\w.-]{20,}$/);

    await site.open({}, async (second) => {
      const calls = watchCalls(second, LINK);
      await second.goto(link);
      await second.getByRole('button', { name: 'Sign in' }).waitFor();
      await expect.poll(() => second.locator('main').innerText()).toContain(`as ${email} on this device?`);
      await second.waitForURL((url) => url.hash === '');
      expect(await second.evaluate(() => history.length)).toBeLessThanOrEqual(2);
      expect(await violationsOf(second)).toEqual([]);
      expect(calls).toEqual([]);
      expect((await storedIn(second)).token).toBeNull();

      await second.getByRole('button', { name: 'Sign in' }).click();
      await second.getByText('You have no subscription').waitFor();
      expect(second.url()).toBe(`${site.origin}/subscriptions?a=1`);
      expect(calls).toEqual([JSON.stringify({ token: secret })]);
      expect((await storedIn(second)).user?.email).toBe(email);
    });

    // One use for both: whoever signed in by the link has used up the code.
    await codeField(first).fill(code);
    await expect.poll(() => errorBox(first).innerText()).toBe(NOT_VALID);
  }));

test('T34 a link whose account cannot be named signs nobody in; it is asked again', () =>
  site.open({ expected: [/ERR_FAILED/] }, async (page) => {
    const email = newAddress();
    await askForCode(page, email);
    const { link } = await mailbox.nextCode(email);
    await page.route(`**${LINK}/account`, (route) => route.abort());
    await page.goto(link);
    await page.getByText('No response from server. Please check your network connection.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute(`**${LINK}/account`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${site.origin}/`);
    expect((await storedIn(page)).user?.email).toBe(email);
  }));

test('a link that lost its end says so', () =>
  site.open({}, async (page) => {
    await page.goto(paths.loginLink);
    await page.getByText('This link is incomplete.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  }));

test('T6 the pages of sign-in tell no other site their address', async () => {
  for (const path of [paths.login, paths.signup, paths.loginLink]) {
    expect((await fetch(site.origin + path)).headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});
