import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { codeField } from '../sign-in-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';
import { addPeople, confirm, listNames, openManager, readFunnel, waitForToast } from './manager-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNDO_WINDOW_MS = 30_000;
const MANY = 1200;

const clock = createOffsetClock();
let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite({}, clock);
  mailbox = openMailbox(site.dataDirectory);
  await addPeople(site, ['Ana', 'Ben', 'Cara', 'Dev', 'Eve', 'Fay']);
});
afterAll(() => site.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const selectPage = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' }).locator('visible=true').check();
const select = async (page: Page, ...names: string[]) => {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name} Journey` }).check();
};

/** Lets the time to undo pass, and returns the link in the invitation that then arrives. */
async function receiveInvitation(email: string): Promise<string> {
  clock.advance(UNDO_WINDOW_MS);
  site.server.outboxWorker.wake();
  const { text = '' } = await mailbox.waitForEmail(email);
  return /\S+\/signup#invitation=\S+/.exec(text)?.[0] ?? '';
}

/** Opens the link, checks what it filled in, and signs up. */
const signUp = (link: string, email: string) =>
  site.open({}, async (page) => {
    await page.goto(link);
    await page.getByText('You’re invited to GenMate. Check your details and continue.').waitFor();
    expect(page.url()).toBe(`${site.origin}${paths.signup}`);
    const readValue = (label: string) => page.getByLabel(label).inputValue();
    expect([await readValue('First name'), await readValue('Last name')]).toEqual(['Eve', 'Journey']);
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
    expect(await findAxeViolations(page)).toEqual([]);
    await press(page, 'Sign Up with Email');
    await press(page, 'Continue');
    await codeField(page).fill((await mailbox.waitForCode(email)).code);
    await page.waitForURL((url) => url.pathname !== paths.signup);
  });

test('an invitation leaves when the time to undo is up, fills in the sign-up, and the funnel and the entry show the user', async () => {
  const email = 'eve@journey.example';
  const signedUp = await site.open({}, async (page) => {
    await openManager(site, page);
    await select(page, 'Eve', 'Fay');
    await page.keyboard.press('i');
    await confirm(page, 'Are you sure you want to invite 2 user(s)?', 'Invite 2');
    await waitForToast(page, '2 people were invited.');
    expect(await mailbox.listUnread(email)).toEqual([]);
    return readFunnel(page, /Signed up/);
  });
  await signUp(await receiveInvitation(email), email);
  await site.open({}, async (page) => {
    await openManager(site, page, '?status=invited&search=eve@journey');
    await page.locator('tr', { hasText: 'Signed up' }).getByRole('link', { name: 'Eve Journey' }).waitFor();
    expect(await readFunnel(page, /Signed up/)).toBe(signedUp + 1);
    await page.getByRole('link', { name: 'Eve Journey' }).click();
    await page.getByRole('dialog', { name: 'Eve Journey' }).getByRole('link', { name: 'Open user' }).click();
    await page.waitForURL(/\/admin\/users\/\d+$/);
    await page.getByRole('heading', { name: 'Eve Journey' }).waitFor();
  });

  const { text = '' } = await mailbox.waitForEmail('fay@journey.example');
  clock.advance(14 * DAY_MS);
  await site.open({ expected: [/410/] }, async (page) => {
    await page.goto(/\S+\/signup#invitation=\S+/.exec(text)?.[0] ?? '');
    await page
      .getByText(/^This invitation expired on \d+ \w+ \d{4}\. Contact us and we’ll send you a new one\.$/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

test('Invite next invites the people of its dry run', () =>
  site.open({}, async (page) => {
    await openManager(site, page);
    await press(page, 'Invite next...');
    const dialog = getOpenDialog(page);
    await dialog.getByLabel('How many').fill('3');
    await dialog.getByRole('button', { name: 'Invite 3', exact: true }).waitFor();
    const shown = await dialog.locator('.dry-run-people .person > span:last-child').allInnerTexts();
    expect(shown).toHaveLength(3);
    await confirm(page, 'Are you sure you want to invite 3 user(s)?', 'Invite 3');
    await waitForToast(page, '3 people were invited.');
    const { rows } = await site.server.db.client.execute(
      `SELECT first_name || ' ' || last_name AS name FROM waiting_list_entries
       WHERE undo_id = (SELECT id FROM undo_actions ORDER BY created_at DESC LIMIT 1) ORDER BY created_at`,
    );
    expect(rows.map(({ name }) => name)).toEqual(shown);
  }));

test('all of 1,200 that match are rejected in parts, with a stop on the way', () =>
  site.open({}, async (page) => {
    await site.server.db.client
      .execute(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})
      INSERT INTO waiting_list_entries (public_id, product_id, email, created_at)
      SELECT 'many-' || n, 5, 'many' || n || '@many.example', n FROM numbers`);
    await openManager(site, page, '?search=@many.example');
    await page.getByText('1–20 of 1,200 people').waitFor();
    await selectPage(page);
    await press(page, 'Select all 1,200 people');
    await page.keyboard.press('r');
    await getOpenDialog(page)
      .getByText('This is done 500 people at a time. You can undo each 500 for 30 seconds.')
      .waitFor();
    const gate = Promise.withResolvers<void>();
    let requests = 0;
    await page.route('**/api/waitinglist/reject', async (route) => {
      requests += 1;
      if (requests === 2) await gate.promise;
      await route.continue();
    });
    await confirm(page, 'Are you sure you want to reject 1,200 user(s)?', 'Reject 1,200');
    await page.getByText('Rejecting... 500 of 1,200 people').waitFor();
    await press(page, 'Stop');
    gate.resolve();
    await page.getByText('Stopped. 200 people are left.').waitFor();
    await press(page, 'Continue');
    await page.locator('.bulk-result', { hasText: '1,200 rejected.' }).waitFor();
    expect(requests).toBe(3);
    await page.getByRole('heading', { name: 'No one found' }).waitFor();
    const { rows } = await site.server.db.client.execute(
      "SELECT count(*) AS count FROM waiting_list_entries WHERE email LIKE '%@many.example' AND status = 'rejected'",
    );
    expect(rows[0]?.count).toBe(MANY);
    expect(await listNames(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  }));
