import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

const NAMES = ['Ana', 'Ben', 'Cara', 'Dev'];

let site: Site;
beforeAll(async () => {
  site = await startSite();
  for (const [at, name] of NAMES.entries()) {
    await site.server.db.client.execute({
      sql: `INSERT INTO waiting_list_entries (public_id, product_id, email, first_name, last_name, intent, created_at, confirmed_at)
            VALUES (?, 4, ?, ?, 'Journey', 'A long answer. ' || ?, ?, 1)`,
      args: [
        `journey-${at}`,
        `${name.toLowerCase()}@journey.example`,
        name,
        'And so on. '.repeat(20),
        Date.now() - at * 1000,
      ],
    });
  }
});
afterAll(() => site.close());

async function openManager(page: Page, query = '?search=journey') {
  await signInAs(site, page);
  await page.goto(`${paths.waitingListManager}${query}`);
  await page.locator('a.row-title').first().waitFor();
}
const waitForToast = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text }).waitFor();
const readNames = (page: Page) => page.locator('a.row-title').allInnerTexts();
const getFocused = (page: Page) => page.locator(':focus');

test('with the keyboard alone people are invited, brought back, looked at and deleted', async () => {
  await site.open({ viewport: DESKTOP }, async (page) => {
    await openManager(page);
    const { keyboard } = page;
    await keyboard.press('j');
    await keyboard.press('x');
    await keyboard.press('j');
    await keyboard.press('x');
    await keyboard.press('i');
    await getOpenDialog(page).getByText('Are you sure you want to invite 2 user(s)?').waitFor();
    await getOpenDialog(page).getByRole('button', { name: 'Invite 2' }).focus();
    await keyboard.press('Enter');
    await waitForToast(page, '2 people were invited.');
    await page.getByText('1–2 of 2 people').waitFor();
    expect(await readNames(page)).toEqual(['Cara Journey', 'Dev Journey']);
    expect(await getFocused(page).innerText()).toBe('Cara Journey');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await keyboard.press('Enter');
    await waitForToast(page, '2 entries are pending again.');
    await page.getByText('1–4 of 4 people').waitFor();

    await page.getByRole('link', { name: 'Dev Journey' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Dev Journey' }).waitFor();
    expect(new URL(page.url()).searchParams.has('entry')).toBe(true);
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await getFocused(page).innerText()).toBe('Dev Journey');
    expect(new URL(page.url()).search).toBe('?search=journey');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Dev Journey' }).waitFor();
    await page.getByRole('button', { name: 'Delete...' }).press('Enter');
    await page
      .getByRole('dialog', { name: 'Delete Dev Journey?' })
      .getByRole('button', { name: 'Delete' })
      .press('Enter');
    await waitForToast(page, 'The entry was deleted.');
    await page.getByText('1–3 of 3 people').waitFor();
  });
  const sent = await site.server.db.client.execute("SELECT 1 FROM outbox WHERE to_email LIKE '%@journey.example'");
  expect(sent.rows).toEqual([]);
});

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s the list, a selection, the details and the dialogs are accessible', async (_, viewport) => {
  await site.open({ viewport }, async (page) => {
    await openManager(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Select Ana Journey' }).check();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('link', { name: 'Ana Journey' }).click();
    await page.locator('.entry-log').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite next...' }).click();
    await page.locator('.dry-run-people').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
