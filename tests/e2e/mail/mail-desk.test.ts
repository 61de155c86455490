import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { type FakeSmtpServer, startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

const INVITATION = 'You’re invited to GenMate';
const clock = createOffsetClock();

let smtp: FakeSmtpServer;
let site: Site;
beforeAll(async () => {
  smtp = await startFakeSmtpServer();
  site = await startSite({ SMTP_URL: smtp.url }, clock);
});
afterAll(async () => {
  await site.close();
  await smtp.close();
});

const listReceived = (email: string) => smtp.received.filter(({ to }) => to.includes(email));
const waitForToast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

/** Adds someone to the waiting list of GenMate and invites them. Returns the address. */
async function invite(token: string, name: string): Promise<string> {
  const email = `${name}@desk.example`;
  const { rows } = await site.server.db.client.execute({
    sql: `INSERT INTO waiting_list_entries (public_id, product_id, email, first_name, created_at, confirmed_at)
          VALUES (?, 4, ?, ?, ?, 1) RETURNING id`,
    args: [`desk-${name}`, email, name, clock.now()],
  });
  const response = await fetch(`${site.origin}/api/waitinglist/invite`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [Number(rows[0]?.id)] }),
  });
  expect(response.status).toBe(200);
  return email;
}

/** Lets time pass, and waits until the server has sent what is due then. */
async function passTime(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await site.server.outboxWorker.whenIdle();
}

const openDesk = (page: Page, query: string) => page.goto(`${paths.adminMail}?${query}`);
const findRow = (page: Page, text: string) => page.locator('[data-row]', { hasText: text });

/** Opens the menu of the only email and chooses an action with the keyboard. */
async function chooseAction(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for' }).press('Enter');
  const focused = page.locator('[role=menuitem]:focus');
  await expect.poll(() => focused.allInnerTexts()).toEqual(['View']);
  while ((await focused.innerText()) !== label) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

const confirm = (page: Page, label: string) =>
  getOpenDialog(page).getByRole('button', { name: label, exact: true }).press('Enter');

test('with the keyboard alone an email that the mail server refused is retried, read, and sent a second time', () =>
  site.open({}, async (page) => {
    const email = await invite(await signInAs(site, page), 'ben');
    smtp.refuse((address) => (address === email ? 550 : null));
    await passTime(31_000);
    await openDesk(page, `search=${email}`);
    await findRow(page, 'The address doesn’t exist')
      .getByText(/^1 attempt · Next try in/)
      .waitFor();
    for (let attempt = 2; attempt <= 3; attempt += 1) await passTime(3_600_000);
    await page.reload();
    const failed = findRow(page, 'The address doesn’t exist (550).');
    await failed.locator('.badge', { hasText: 'Failed' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    smtp.refuse(() => null);
    await chooseAction(page, 'Retry');
    await waitForToast(page, `The email to ${email} is being sent again.`);
    await site.server.outboxWorker.whenIdle();
    expect(listReceived(email).map(({ parsed }) => parsed.subject)).toEqual([INVITATION]);
    await page.reload();
    await findRow(page, email).locator('.badge', { hasText: 'Sent' }).waitFor();
    await page.getByRole('link', { name: INVITATION }).press('Enter');
    await getOpenDialog(page).getByRole('tab', { name: 'Text' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.keyboard.press('Escape');
    await getOpenDialog(page).waitFor({ state: 'hidden' });
    await chooseAction(page, 'Send again...');
    await confirm(page, 'Send again');
    await waitForToast(page, `A copy is on its way to ${email}.`);
    await site.server.outboxWorker.whenIdle();
    expect(listReceived(email)).toHaveLength(2);
    await expect.poll(() => findRow(page, INVITATION).count()).toBe(2);
  }));
