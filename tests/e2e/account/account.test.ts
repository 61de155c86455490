import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { readStoredSession } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';
import { createCustomer } from '../subscriptions/shop.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const expectAccessible = async (page: Page) => expect(await findAxeViolations(page), page.url()).toEqual([]);

test('a user on a phone changes the name, which the header shows, and reads devices and settings', async () => {
  const { email, storageState } = await createCustomer({ site }, { firstName: null, lastName: null });
  await site.open({ viewport: PHONE, storageState }, async (page) => {
    await page.goto(paths.profile);
    const header = page.locator('.site-header .account-menu .name');
    await expect.poll(() => header.textContent()).toBe(email);
    await page.getByLabel('First name').fill(' Hinemoa ');
    await page.getByLabel('Last name').fill('Te  Rangi');
    await page.keyboard.press('Enter');
    await page.getByText('Profile updated successfully!').waitFor();
    await expect.poll(() => header.textContent()).toBe('Hinemoa Te Rangi');
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Hinemoa');
    await page.goto(paths.profileSessions);
    await page.getByRole('heading', { name: '1 session' }).waitFor();
    await expectAccessible(page);
    await page.goto(paths.settings);
    await page.getByRole('radio', { name: 'Normal' }).waitFor();
    await expectAccessible(page);
  });
});

test('a user downloads all account data and deletes the account, with a receipt to print, and is signed out', async () => {
  const { email, token, storageState } = await createCustomer({ site });
  await site.open({ viewport: PHONE, storageState }, async (page) => {
    await page.goto(paths.profileData);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
    const chunks = await (await download.createReadStream()).toArray();
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ account: { email } });
    await page.getByText('is in your downloads.').waitFor();

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Type your email address to confirm').fill(email.toUpperCase());
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { name: 'Your account has been deleted' }).waitFor();
    await expectAccessible(page);
    expect(await readStoredSession(page)).toMatchObject({ token: null, user: null });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(new URL('/api/profile', site.origin), { headers })).status).toBe(401);

    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    expect(await page.getByRole('button', { name: 'Print receipt' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'What is kept, and why' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  });
});
