import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { type FakeSmtpServer, startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { signInAs } from '../sign-in-as.ts';
import { askForCode } from '../sign-in-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

const INVITATION = 'You’re invited to GenMate';
const ADDRESSES_API = '**/api/admin/mail/addresses?*';
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
const fetchDesk = (token: string, path: string, body: object) =>
  fetch(`${site.origin}/api/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Adds someone to the waiting list of GenMate and invites them. Returns the address. */
async function invite(token: string, name: string): Promise<string> {
  const email = `${name}@desk.example`;
  const { rows } = await site.server.db.client.execute({
    sql: `INSERT INTO waiting_list_entries (public_id, product_id, email, first_name, created_at, confirmed_at)
          VALUES (?, 4, ?, ?, ?, 1) RETURNING id`,
    args: [`desk-${name}`, email, name, clock.now()],
  });
  expect((await fetchDesk(token, 'waitinglist/invite', { ids: [Number(rows[0]?.id)] })).status).toBe(200);
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

test('an invitation waits until it can’t be undone, and with the keyboard alone it is suppressed', () =>
  site.open({}, async (page) => {
    const email = await invite(await signInAs(site, page), 'ana');
    await openDesk(page, `status=held&search=${email}`);
    await findRow(page, INVITATION)
      .getByText(/^Leaves in \d+ (s|min)$/)
      .waitFor();
    await chooseAction(page, 'Don’t send...');
    await getOpenDialog(page).getByText('The action it’s about stays as it is.').waitFor();
    await confirm(page, 'Don’t send');
    await waitForToast(page, `The email to ${email} won’t be sent.`);
    await page.getByText(`No email matches ‘${email}’.`).waitFor();
    await page.getByRole('link', { name: /^Suppressed\s*\d/ }).press('Enter');
    await findRow(page, email).locator('.badge', { hasText: 'Suppressed' }).waitFor();
    await passTime(60_000);
    expect(listReceived(email)).toEqual([]);
  }));

test('an email that the mail server refused is retried and arrives, and is then sent a second time', () =>
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

    smtp.refuse(() => null);
    await chooseAction(page, 'Retry');
    await waitForToast(page, `The email to ${email} is being sent again.`);
    await site.server.outboxWorker.whenIdle();
    expect(listReceived(email).map(({ parsed }) => parsed.subject)).toEqual([INVITATION]);
    await page.reload();
    await findRow(page, email).locator('.badge', { hasText: 'Sent' }).waitFor();
    await chooseAction(page, 'Send again...');
    await confirm(page, 'Send again');
    await waitForToast(page, `A copy is on its way to ${email}.`);
    await site.server.outboxWorker.whenIdle();
    expect(listReceived(email)).toHaveLength(2);
    await expect.poll(() => findRow(page, INVITATION).count()).toBe(2);
  }));

test('a suppressed address gets nothing but its sign-in code, which admins can’t read', () =>
  site.open({}, async (page) => {
    const token = await signInAs(site, page);
    await openDesk(page, 'view=addresses');
    await page.getByRole('button', { name: 'Suppress address' }).press('Enter');
    await page.locator('input[type=email]:focus').waitFor();
    await page.keyboard.type('cara@desk.example');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'cara@desk.example gets no email any more, except sign-in codes.');

    const email = await invite(token, 'cara');
    await passTime(31_000);
    await site.open({}, (visitor) => askForCode(visitor, email));
    await site.server.outboxWorker.whenIdle();
    const [mail, ...others] = listReceived(email);
    expect(others).toEqual([]);
    const code = /\b\d{6}\b/.exec(mail?.parsed.text ?? '')?.[0] ?? 'none';
    const link = /\/login\/link[#?](\S+)/.exec(mail?.parsed.text ?? '')?.[1] ?? 'none';
    expect(code).toMatch(/^\d{6}$/);

    await openDesk(page, `search=${email}`);
    await findRow(page, INVITATION).getByText('The address is suppressed.').waitFor();
    await page.getByRole('link', { name: /sign-in code/ }).press('Enter');
    await getOpenDialog(page).getByText('Codes and private links are hidden').waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    const text = await getOpenDialog(page).locator('.mail-text').innerText();
    expect(text).toContain('Kia ora');
    const shown = `${await getOpenDialog(page).innerHTML()} ${await page.locator('.mail-html').evaluateAll((all) => all.map(({ shadowRoot }) => shadowRoot?.innerHTML).join())}`;
    expect(shown).not.toContain(code);
    expect(shown).not.toContain(link);
  }));

test('on a phone the list, an email and the suppressed addresses are accessible in every state', () =>
  site.open({ viewport: PHONE, expected: [/500/] }, async (page) => {
    const token = await signInAs(site, page);
    const email = await invite(token, 'dev');
    await fetchDesk(token, 'admin/mail/addresses/suppress', { email });
    await openDesk(page, `search=${email}`);
    await findRow(page, INVITATION).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.getByRole('link', { name: INVITATION }).click();
    await getOpenDialog(page).getByRole('tab', { name: 'Text' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const { promise: loading, resolve: proceed } = Promise.withResolvers<void>();
    await page.route(ADDRESSES_API, async (route) => {
      await loading;
      await route.fulfill({ status: 500, json: { message: 'Something broke.' } });
    });
    await openDesk(page, 'view=addresses');
    await page.locator('.table-skeleton').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    proceed();
    await page.getByRole('heading', { name: 'Failed to fetch addresses' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute(ADDRESSES_API);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(email).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  }));
