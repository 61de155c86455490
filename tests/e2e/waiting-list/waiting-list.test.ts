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
import { type Site, startSite, getVisibleText } from '../site.ts';

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

let visitorCount = 0;
/** Opens a page from a new IP address, because rate limits count by network. */
function open<T>(options: Omit<VisitOptions, 'origin'>, body: (page: Page) => Promise<T>): Promise<T> {
  visitorCount += 1;
  return site.open({ ...options, extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${visitorCount}` } }, body);
}

const emailField = (page: Page) => page.getByLabel('Email address');
const joinButton = (page: Page) => page.getByRole('button', { name: /^Join/ });
const lastToast = (page: Page) => page.locator('.toast').last();
const joinedHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name: `Thanks for joining the ${name} waiting list` });

async function fillInForm(page: Page, list: WaitingList, email: string): Promise<void> {
  await page.goto(list.path);
  await emailField(page).fill(email);
  await page.getByLabel('First name').fill('Mere');
  await page.getByLabel(/How do you plan/).fill('A history of tea.');
}

async function joinList(page: Page, list: WaitingList, email: string): Promise<void> {
  await fillInForm(page, list, email);
  await joinButton(page).click();
  await joinedHeading(page, list.name).waitFor();
}

/** The link in the newest email to an address. */
async function readStatusLink(email: string): Promise<string> {
  const { text = '' } = await mailbox.waitForEmail(email);
  return /\S+\/waitinglist\/status#\S+/.exec(text)?.[0] ?? '';
}

async function findEntry(email: string) {
  const { rows } = await site.server.db.client.execute({
    sql: 'SELECT * FROM waiting_list_entries WHERE email = ?',
    args: [email],
  });
  return rows[0];
}

test.each(lists)(
  'a visitor joins the %s list, confirms by the emailed link, changes the intent and leaves',
  (name, list) => {
    const email = `journey-${list.mark}@example.com`;
    return open({ expected: [/404/] }, async (page) => {
      await fillInForm(page, list, email);
      await joinButton(page).click();
      expect(await getVisibleText(lastToast(page))).toContain(
        `Thanks for joining the ${name} waiting list. Check your email for the next step.`,
      );
      await joinedHeading(page, name).waitFor();
      expect(await page.locator('#join_form').isVisible()).toBe(false);
      await expect.poll(() => joinedHeading(page, name).evaluate((node) => node === document.activeElement)).toBe(true);
      await page.getByText(`Joined as ${email}`).waitFor();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();

      const link = await readStatusLink(email);
      await page.goto(link);
      await page.getByRole('heading', { name: /You’re number \d+ on the waiting list/ }).waitFor();
      expect((await findEntry(email))?.confirmed_at, 'opening the link changes nothing').toBeNull();
      await page.getByRole('button', { name: 'Confirm my place' }).click();
      await page.getByText('Thanks. Your place is confirmed.').waitFor();
      expect((await findEntry(email))?.confirmed_at).toEqual(expect.any(Number));
      await page.reload();
      await page.getByText('Address confirmed on').waitFor();
      expect(await page.getByRole('button', { name: 'Confirm my place' }).count()).toBe(0);

      const intent = page.getByLabel(`How do you plan to use ${name}?`);
      await expect.poll(() => intent.inputValue()).toBe('A history of tea.');
      await intent.fill('A history of coffee.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect((await findEntry(email))?.intent).toBe('A history of coffee.');

      await page.getByRole('button', { name: 'Leave the list' }).click();
      const dialog = page.getByRole('dialog', { name: `Leave the ${name} waiting list?` });
      expect(await getVisibleText(dialog)).toContain(email);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await findEntry(email)).toBeDefined();
      await page.getByRole('button', { name: 'Leave the list' }).click();
      await dialog.getByRole('button', { name: 'Leave the list' }).click();
      await page.getByRole('heading', { name: `You’ve left the ${name} waiting list` }).waitFor();
      expect(await findEntry(email)).toBeUndefined();
      await page.reload();
      await page.getByText('This link no longer works.').waitFor();
    });
  },
);

test.each(lists)('without scripts the %s list can be joined', (name, list) => {
  const email = `plain-${list.mark}@example.com`;
  return open({ javaScriptEnabled: false }, async (page) => {
    await fillInForm(page, list, email);
    await joinButton(page).click();
    await page.waitForURL(`**${list.joinedPath}`);
    await page.getByRole('heading', { level: 1, name: `Thanks for joining the ${name} waiting list` }).waitFor();
    expect(await findEntry(email)).toMatchObject({ product_id: list.productId, intent: 'A history of tea.' });
    expect(await readStatusLink(email)).toContain(site.origin);
  });
});

test('without scripts an invalid address gives an error page with all entered values, where it can be corrected', () =>
  open({ javaScriptEnabled: false, expected: [/400/] }, async (page) => {
    await fillInForm(page, chatmateWaitingList, 'nobody@localhost');
    await page.getByLabel(/How do you plan/).fill('\n<b>Tea</b> & "more"');
    await joinButton(page).click();
    await page.getByRole('heading', { name: 'You haven’t joined yet' }).waitFor();
    expect(await getVisibleText(page.locator('.field-error'))).toBe('Enter an email address like name@example.com.');
    await expect.poll(() => page.getByLabel(/How do you plan/).inputValue()).toBe('\n<b>Tea</b> & "more"');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mere');
    await emailField(page).fill('plain-mended@example.com');
    await joinButton(page).click();
    await page.waitForURL(`**${paths.chatmateJoined}`);
    expect(await findEntry('plain-mended@example.com')).toMatchObject({ intent: '\n<b>Tea</b> & "more"'.trim() });
  }));

test('the error page of the form without scripts has no accessibility violations', () =>
  open({ expected: [/400/] }, async (page) => {
    await fillInForm(page, genmateWaitingList, 'nobody@localhost');
    // Submits as a browser without scripts does, in which axe could not run.
    await page.locator('#join_form').evaluate((form: HTMLFormElement) => form.submit());
    await page.getByRole('heading', { name: 'You haven’t joined yet' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));

/** Scans the current state of the page, wide and narrow. */
async function expectAccessible(page: Page, state: string | undefined): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findAxeViolations(page), `${state} at ${viewport.width} px`).toEqual([]);
  }
}

test('no state has accessibility violations, wide or narrow', () => {
  const email = 'axe@example.com';
  return open({ expected: [/400|404|ERR_FAILED/] }, async (page) => {
    await fillInForm(page, genmateWaitingList, 'nobody@localhost');
    await joinButton(page).click();
    await page.locator('#join_email_error').waitFor();
    await expectAccessible(page, 'error');
    await emailField(page).fill(email);
    await joinButton(page).click();
    await joinedHeading(page, 'GenMate').waitFor();
    await expectAccessible(page, 'joined');
    await page.goto(await readStatusLink(email));
    await page.getByRole('button', { name: 'Confirm my place' }).waitFor();
    await expectAccessible(page, 'pending');
    await page.getByRole('button', { name: 'Confirm my place' }).click();
    await page.getByText('Your place is confirmed').waitFor();
    await page.getByRole('button', { name: 'Leave the list' }).click();
    await expectAccessible(page, 'dialog');
    for (const [status, heading] of [
      ['rejected', 'We can’t offer you a place this time.'],
      ['invited', 'You’re invited'],
    ]) {
      await site.server.db.client.execute({
        sql: 'UPDATE waiting_list_entries SET status = ?, invited_at = 1 WHERE email = ?',
        args: [status ?? '', email],
      });
      await page.reload();
      await page.getByRole('heading', { name: heading ?? '' }).waitFor();
      await expectAccessible(page, status);
    }
    await page.route('**/api/waitinglist/status', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await expectAccessible(page, 'failed');
    await page.unroute('**/api/waitinglist/status');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'You’re invited' }).waitFor();
    await page.goto(`${paths.waitingListStatus}#wrong`);
    await page.getByText('This link no longer works.').waitFor();
    await expectAccessible(page, 'bad link');
  });
});

test('JavaScript stays within 90 KB on the status page and 8 KB for the form', async () => {
  const statusPage = await weighPage(site.browser, `${site.origin}${paths.waitingListStatus}`);
  expect(statusPage.bytes.js).toBeGreaterThan(0);
  expect(statusPage.bytes.js).toBeLessThanOrEqual(90 * KB);
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
