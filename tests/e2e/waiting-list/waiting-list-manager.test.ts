import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE, TABLET } from '../../support/browser/browser.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';
import { addPeople, confirm, listNames, openManager, tabTo, waitForToast } from './manager-steps.ts';

const NAMES = ['Ana', 'Ben', 'Cara', 'Dev'];

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await addPeople(site, NAMES);
});
afterAll(() => site.close());

test('with the keyboard alone two are invited and brought back, one is looked at, deleted and put back', () =>
  site.open({ viewport: DESKTOP }, async (page) => {
    await openManager(site, page);
    const { keyboard } = page;
    const focused = page.locator(':focus');
    for (const key of ['j', 'x', 'j', 'x', 'i']) await keyboard.press(key);
    await getOpenDialog(page).getByText('Are you sure you want to invite 2 user(s)?').waitFor();
    await tabTo(page, getOpenDialog(page).getByRole('button', { name: 'Invite 2' }));
    await keyboard.press('Enter');
    await waitForToast(page, '2 people were invited.');
    await page.getByText('1–2 of 2 people').waitFor();
    expect(await listNames(page)).toEqual(['Cara Journey', 'Dev Journey']);
    expect(await focused.innerText()).toBe('Cara Journey');
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await keyboard.press('Enter');
    await waitForToast(page, '2 entries are pending again.');
    await page.getByText('1–4 of 4 people').waitFor();

    await tabTo(page, page.getByRole('link', { name: 'Dev Journey' }));
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Dev Journey' }).waitFor();
    expect(new URL(page.url()).searchParams.has('entry')).toBe(true);
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused.innerText()).toBe('Dev Journey');
    await expect.poll(() => new URL(page.url()).search).toBe('?search=journey');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Dev Journey' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Delete...' }));
    await keyboard.press('Enter');
    await tabTo(
      page,
      page.getByRole('dialog', { name: 'Delete Dev Journey?' }).getByRole('button', { name: 'Delete', exact: true }),
    );
    await keyboard.press('Enter');
    await waitForToast(page, 'The entry was deleted.');
    await page.getByText('1–3 of 3 people').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await keyboard.press('Enter');
    await waitForToast(page, '1 deleted entry is back on the list.');
    await page.getByText('1–4 of 4 people').waitFor();
    expect(await listNames(page)).toContain('Dev Journey');
  }));

test('on a phone one person is invited from the menu of the row, and the list and the dialog are accessible', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await openManager(site, page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite next...' }).click();
    await page.locator('.dry-run-people').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Actions for Ben Journey' }).click();
    await page.getByRole('menuitem', { name: 'Invite...' }).click();
    await confirm(page, 'Are you sure you want to invite 1 user(s)?', 'Invite 1');
    await waitForToast(page, '1 person was invited.');
    await page.getByText('1–3 of 3 people').waitFor();
    expect(await listNames(page)).not.toContain('Ben Journey');
  }));

test('on a tablet the intent keeps a column that can be read, and nothing reaches beyond the screen', () =>
  site.open({ viewport: TABLET }, async (page) => {
    const intent =
      'I keep the books of four cafes and a bakery, and would like to send the returns of all of them from one place.';
    await site.server.db.client.execute({
      sql: "UPDATE waiting_list_entries SET intent = ? WHERE email LIKE '%@journey.example'",
      args: [intent],
    });
    await openManager(site, page, '?search=journey&status=all');
    const text = page.locator('.entry-table .intent', { hasText: intent }).first();
    await text.waitFor();
    const { width, right } = await text.evaluate((element) => element.getBoundingClientRect());
    expect(width).toBeGreaterThanOrEqual(130);
    expect(right).toBeLessThanOrEqual(TABLET.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(TABLET.width);
  }));
