import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chatmateWaitingList,
  genmateWaitingList,
  type WaitingList,
} from '#src/features/waiting-list/form/waiting-lists-copy.ts';
import { paths } from '#src/lib/paths.ts';
import { weighPage } from '../../bench/weight-page.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE, type VisitOptions } from '../../support/browser/browser.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite, wordsOf } from '../site.ts';

const KB = 1024;
let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite({ TRUSTED_PROXIES: '1' });
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

const lists = [
  ['GenMate', genmateWaitingList],
  ['ChatMate', chatmateWaitingList],
] as const;

let visitors = 0;
/** A visitor of another network: limits count by it. */
function open<T>(options: Omit<VisitOptions, 'origin'>, body: (page: Page) => Promise<T>): Promise<T> {
  visitors += 1;
  return site.open({ ...options, extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${visitors}` } }, body);
}

const emailField = (page: Page) => page.getByLabel('Email address');
const joinButton = (page: Page) => page.getByRole('button', { name: /^Join/ });
const toast = (page: Page) => page.locator('.toast').last();
const joinedHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name: `You’re on the ${name} waiting list` });

async function fillIn(page: Page, list: WaitingList, email: string): Promise<void> {
  await page.goto(list.path);
  await emailField(page).fill(email);
  await page.getByLabel('First name').fill('Mere');
  await page.getByLabel(/How do you plan/).fill('A history of tea.');
}

async function joinList(page: Page, list: WaitingList, email: string): Promise<void> {
  await fillIn(page, list, email);
  await joinButton(page).click();
  await joinedHeading(page, list.name).waitFor();
}

/** The link in the newest mail to an address. */
async function mailedLink(email: string): Promise<string> {
  const { text = '' } = await mailbox.next(email);
  return /\S+\/waitinglist\/status#\S+/.exec(text)?.[0] ?? '';
}

async function entryOf(email: string) {
  const { rows } = await site.server.db.client.execute({
    sql: 'SELECT * FROM waiting_list_entries WHERE email = ?',
    args: [email],
  });
  return rows[0];
}

test.each(lists)(
  'a visitor joins the %s list, confirms by the mailed link, changes the intent and leaves',
  (name, list) => {
    const email = `journey-${list.mark}@example.com`;
    return open({ expected: [/404/] }, async (page) => {
      await fillIn(page, list, email);
      await joinButton(page).click();
      expect(await wordsOf(toast(page))).toContain(
        `You’re on the ${name} waiting list. Check your email and confirm your place.`,
      );
      await joinedHeading(page, name).waitFor();
      expect(await page.locator('#join_form').isVisible()).toBe(false);
      await expect.poll(() => joinedHeading(page, name).evaluate((node) => node === document.activeElement)).toBe(true);
      await page.getByText(`Joined as ${email}`).waitFor();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();

      const link = await mailedLink(email);
      await page.goto(link);
      await page.getByRole('heading', { name: /You’re number \d+ on the waiting list/ }).waitFor();
      expect((await entryOf(email))?.confirmed_at, 'opening the link changes nothing').toBeNull();
      await page.getByRole('button', { name: 'Confirm my place' }).click();
      await page.getByText('Thanks. Your place is confirmed.').waitFor();
      expect((await entryOf(email))?.confirmed_at).toEqual(expect.any(Number));
      await page.reload();
      await page.getByText('Address confirmed on').waitFor();
      expect(await page.getByRole('button', { name: 'Confirm my place' }).count()).toBe(0);

      const intent = page.getByLabel(`How do you plan to use ${name}?`);
      await expect.poll(() => intent.inputValue()).toBe('A history of tea.');
      await intent.fill('A history of coffee.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect((await entryOf(email))?.intent).toBe('A history of coffee.');

      await page.getByRole('button', { name: 'Leave the list' }).click();
      const dialog = page.getByRole('dialog', { name: `Leave the ${name} waiting list?` });
      expect(await wordsOf(dialog)).toContain(email);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await entryOf(email)).toBeDefined();
      await page.getByRole('button', { name: 'Leave the list' }).click();
      await dialog.getByRole('button', { name: 'Leave the list' }).click();
      await page.getByRole('heading', { name: `You’ve left the ${name} waiting list` }).waitFor();
      expect(await entryOf(email)).toBeUndefined();
      await page.reload();
      await page.getByText('This link is not valid any more.').waitFor();
    });
  },
);

test.each(lists)('without scripts the %s list can be joined', (name, list) => {
  const email = `plain-${list.mark}@example.com`;
  return open({ javaScriptEnabled: false }, async (page) => {
    await fillIn(page, list, email);
    await joinButton(page).click();
    await page.waitForURL(`**${list.joinedPath}`);
    await page.getByRole('heading', { level: 1, name: `You’re on the ${name} waiting list` }).waitFor();
    expect(await entryOf(email)).toMatchObject({ product_id: list.productId, intent: 'A history of tea.' });
    expect(await mailedLink(email)).toContain(site.origin);
  });
});

test('without scripts a wrong address comes back with all that was typed, and is mended there', () =>
  open({ javaScriptEnabled: false, expected: [/400/] }, async (page) => {
    await fillIn(page, chatmateWaitingList, 'nobody@localhost');
    await page.getByLabel(/How do you plan/).fill('\n<b>Tea</b> & "more"');
    await joinButton(page).click();
    await page.getByRole('heading', { name: 'You haven’t joined yet' }).waitFor();
    expect(await wordsOf(page.locator('.field-error'))).toBe('This does not look like an e-mail address.');
    await expect.poll(() => page.getByLabel(/How do you plan/).inputValue()).toBe('\n<b>Tea</b> & "more"');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mere');
    await emailField(page).fill('plain-mended@example.com');
    await joinButton(page).click();
    await page.waitForURL(`**${paths.chatmateJoined}`);
    expect(await entryOf('plain-mended@example.com')).toMatchObject({ intent: '\n<b>Tea</b> & "more"'.trim() });
  }));

test('the page that gives a plain form back breaks no rule of accessibility', () =>
  open({ expected: [/400/] }, async (page) => {
    await fillIn(page, genmateWaitingList, 'nobody@localhost');
    // As a browser without scripts would; the rules cannot be checked in one.
    await page.locator('#join_form').evaluate((form: HTMLFormElement) => form.submit());
    await page.getByRole('heading', { name: 'You haven’t joined yet' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test.each([DESKTOP, PHONE])('no state breaks a rule of accessibility at $width px', (viewport) => {
  const email = `axe-${viewport.width}@example.com`;
  return open({ viewport, expected: [/400|404|ERR_FAILED/] }, async (page) => {
    await fillIn(page, genmateWaitingList, 'nobody@localhost');
    await joinButton(page).click();
    await page.locator('#join_email_error').waitFor();
    expect(await findAxeViolations(page), 'error').toEqual([]);
    await emailField(page).fill(email);
    await joinButton(page).click();
    await joinedHeading(page, 'GenMate').waitFor();
    expect(await findAxeViolations(page), 'joined').toEqual([]);
    await page.goto(await mailedLink(email));
    await page.getByRole('button', { name: 'Confirm my place' }).waitFor();
    expect(await findAxeViolations(page), 'pending').toEqual([]);
    await page.getByRole('button', { name: 'Confirm my place' }).click();
    await page.getByText('Your place is confirmed').waitFor();
    await page.getByRole('button', { name: 'Leave the list' }).click();
    expect(await findAxeViolations(page), 'dialog').toEqual([]);
    for (const [status, words] of [
      ['rejected', 'We can’t offer you a place this time.'],
      ['invited', 'You’re invited'],
    ]) {
      await site.server.db.client.execute({
        sql: 'UPDATE waiting_list_entries SET status = ?, invited_at = 1 WHERE email = ?',
        args: [status ?? '', email],
      });
      await page.reload();
      await page.getByRole('heading', { name: words ?? '' }).waitFor();
      expect(await findAxeViolations(page), status).toEqual([]);
    }
    await page.route('**/api/waitinglist/status', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await findAxeViolations(page), 'failed').toEqual([]);
    await page.unroute('**/api/waitinglist/status');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'You’re invited' }).waitFor();
    await page.goto(`${paths.waitingListStatus}#wrong`);
    await page.getByText('This link is not valid any more.').waitFor();
    expect(await findAxeViolations(page), 'bad link').toEqual([]);
  });
});

test('JavaScript stays within 90 KB on the wire, that of the form within 8', async () => {
  const place = await weighPage(site.browser, `${site.origin}${paths.waitingListStatus}`);
  expect(place.bytes.js).toBeGreaterThan(0);
  expect(place.bytes.js).toBeLessThanOrEqual(90 * KB);
  const formBytes = await open({}, async (page) => {
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      const size = async () => (await response.request().sizes()).responseBodySize;
      if (response.url().endsWith('.js')) scripts.push(size());
    });
    await joinList(page, genmateWaitingList, 'weighed@example.com');
    return (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  });
  expect(formBytes).toBeGreaterThan(0);
  expect(formBytes).toBeLessThanOrEqual(8 * KB);
});
