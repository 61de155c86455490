import type { Page, Response } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WaitingList } from '#src/features/waiting-list/form/waiting-list-copy.ts';
import { paths } from '#src/lib/paths.ts';
import { weighPage } from '../../bench/weight-page.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE, type VisitOptions } from '../../support/browser/browser.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { createDemoWaitingList } from '../../support/site/demo-waiting-lists.ts';
import { type Site, startSite, getVisibleText } from '../site.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

const KB = 1024;
let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite({ TRUSTED_PROXIES: '1' });
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

let visitorCount = 0;
/** Opens a page from a new IP address, because rate limits count by network. */
function open<T>(options: Omit<VisitOptions, 'origin'>, body: (page: Page) => Promise<T>): Promise<T> {
  visitorCount += 1;
  return site.open({ ...options, extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${visitorCount}` } }, body);
}

const emailField = (page: Page) => page.getByLabel('Email address');
const joinButton = (page: Page) => page.getByRole('button', { name: /^Join/ });
const joinedHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Thanks for joining the GenMate waiting list' });

async function fillInForm(page: Page, list: WaitingList, email: string): Promise<void> {
  await page.goto(list.path);
  await emailField(page).fill(email);
  await page.getByLabel('First name').fill('Mere');
  await page.getByLabel(/How do you plan/).fill('A history of tea.');
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

test('a visitor joins a list, confirms by the emailed link, changes the intent and leaves; no state breaks a rule of accessibility', () => {
  const email = 'journey@example.com';
  return open({ viewport: PHONE, expected: [/400|404/] }, async (page) => {
    const expectAccessible = async (state: string) => expect(await findAxeViolations(page), state).toEqual([]);
    const scripts: Promise<number>[] = [];
    const recordSize = (response: Response) => {
      const size = async () => (await response.request().sizes()).responseBodySize;
      if (response.url().endsWith('.js')) scripts.push(size());
    };
    page.on('response', recordSize);
    await fillInForm(page, createDemoWaitingList('genmate'), 'nobody@localhost');
    await joinButton(page).click();
    await page.locator('#join_email_error').waitFor();
    await expectAccessible('an invalid address');
    await emailField(page).fill(email);
    await joinButton(page).click();
    const thanks = 'Thanks for joining the GenMate waiting list. Check your email for the next step.';
    await page.locator('.toast', { hasText: thanks }).waitFor();
    await joinedHeading(page).waitFor();
    page.off('response', recordSize);
    expect(await page.locator('#join_form').isVisible()).toBe(false);
    await expect.poll(() => joinedHeading(page).evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByText(`Joined as ${email}`).waitFor();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await expectAccessible('joined');
    const scriptBytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(scriptBytes, 'JavaScript of the form').toBeGreaterThan(0);
    expect(scriptBytes, 'JavaScript of the form').toBeLessThanOrEqual(8 * KB);

    await page.goto(await readStatusLink(email));
    await page.getByRole('heading', { name: /You’re number \d+ on the waiting list/ }).waitFor();
    expect((await findEntry(email))?.confirmed_at, 'opening the link changes nothing').toBeNull();
    await expectAccessible('not confirmed');
    await page.getByRole('button', { name: 'Confirm my place' }).click();
    await page.getByText('Thanks. Your place is confirmed.').waitFor();
    expect((await findEntry(email))?.confirmed_at).toEqual(expect.any(Number));
    await page.reload();
    await page.getByText('Address confirmed on').waitFor();

    const intent = page.getByLabel('How do you plan to use GenMate?');
    await expect.poll(() => intent.inputValue()).toBe('A history of tea.');
    await intent.fill('A history of coffee.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await findEntry(email))?.intent).toBe('A history of coffee.');

    await page.getByRole('button', { name: 'Leave the list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave the GenMate waiting list?' });
    expect(await getVisibleText(dialog)).toContain(email);
    await dialog.getByRole('button', { name: 'Leave the list' }).click();
    await page.getByRole('heading', { name: 'You’ve left the GenMate waiting list' }).waitFor();
    expect(await findEntry(email)).toBeUndefined();
    await page.reload();
    await page.getByText('This link no longer works.').waitFor();
    await expectAccessible('a link that no longer works');
  });
});

test('without scripts a list is joined, after an error page with all entered values where an invalid address is corrected', () =>
  open({ javaScriptEnabled: false, expected: [/400/] }, async (page) => {
    await fillInForm(page, createDemoWaitingList('chatmate'), 'nobody@localhost');
    await page.getByLabel(/How do you plan/).fill('\n<b>Tea</b> & "more"');
    await joinButton(page).click();
    await page.getByRole('heading', { name: 'You haven’t joined yet' }).waitFor();
    expect(await getVisibleText(page.locator('.field-error'))).toBe('Enter an email address like name@example.com.');
    await expect.poll(() => page.getByLabel(/How do you plan/).inputValue()).toBe('\n<b>Tea</b> & "more"');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mere');
    await emailField(page).fill('plain-mended@example.com');
    await joinButton(page).click();
    await page.waitForURL(`**${demoPaths.chatmateJoined}`);
    await page.getByRole('heading', { level: 1, name: 'Thanks for joining the ChatMate waiting list' }).waitFor();
    expect(await findEntry('plain-mended@example.com')).toMatchObject({
      product_id: createDemoWaitingList('chatmate').productId,
      intent: '<b>Tea</b> & "more"',
    });
    expect(await readStatusLink('plain-mended@example.com')).toContain(site.origin);
  }));

test('JavaScript of the status page stays within 90 KB', async () => {
  const { bytes } = await weighPage(site.browser, `${site.origin}${paths.waitingListStatus}`);
  expect(bytes.js).toBeGreaterThan(0);
  expect(bytes.js).toBeLessThanOrEqual(90 * KB);
});
