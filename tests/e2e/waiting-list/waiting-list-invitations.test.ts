import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { codeField } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';
import { addPeople, confirm, openManager, readFunnel, waitForToast } from './manager-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNDO_WINDOW_MS = 30_000;

const clock = createOffsetClock();
let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite({}, clock);
  mailbox = openMailbox(site.dataDirectory);
  await addPeople(site, ['Eve', 'Fay']);
});
afterAll(() => site.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
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
  });
});
