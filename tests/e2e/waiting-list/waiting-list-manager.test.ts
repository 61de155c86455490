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

const countEmails = async () =>
  (await site.server.db.client.execute("SELECT 1 FROM outbox WHERE to_email LIKE '%@journey.example'")).rows.length;

test('with the keyboard alone people are found, selected by the page, invited and brought back, and no email leaves', () =>
  site.open({ viewport: DESKTOP }, async (page) => {
    await openManager(site, page, '');
    const { keyboard } = page;
    await keyboard.press('/');
    await keyboard.type('journey');
    await page.getByText('1–4 of 4 people').waitFor();
    const product = page.getByRole('combobox', { name: 'Product' });
    await tabTo(page, product);
    await keyboard.type('Gen');
    await expect.poll(() => new URL(page.url()).search).toBe('?search=journey&product=4');
    await page.getByText('1–4 of 4 people').waitFor();
    await tabTo(page, page.getByRole('checkbox', { name: 'Select all on this page' }).locator('visible=true'));
    await keyboard.press('Space');
    await keyboard.press('x');
    await page.getByText('4 selected').waitFor();
    await keyboard.press('i');
    await getOpenDialog(page).getByText('Are you sure you want to invite 4 user(s)?').waitFor();
    await tabTo(page, getOpenDialog(page).getByRole('button', { name: 'Invite 4' }));
    await keyboard.press('Enter');
    await waitForToast(page, '4 people were invited.');
    expect(await countEmails()).toBe(4);
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await keyboard.press('Enter');
    await waitForToast(page, '4 entries are pending again.');
    await page.getByText('1–4 of 4 people').waitFor();
    // An email that is not in the outbox can't be sent.
    expect(await countEmails()).toBe(0);
  }));

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

test('the exported file holds the people of the list, in its order', () =>
  site.open({ viewport: DESKTOP }, async (page) => {
    await openManager(site, page, '?search=journey&sort=first_name&order=DESC');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    const names = [...text.matchAll(/^[^,]*,\w+@journey\.example,(\w+),(\w+),/gm)].map(
      ([, first, last]) => `${first} ${last}`,
    );
    expect(names).toEqual(await listNames(page));
    expect(names).toHaveLength(NAMES.length);
    await waitForToast(page, 'is in your downloads');
  }));

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s the list, a selection, the details and the dialogs are accessible', async (_, viewport) => {
  await site.open({ viewport }, async (page) => {
    await openManager(site, page);
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

test('on a phone one person is invited from the menu of the row', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await openManager(site, page);
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
