import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';
import { openAsAdmin, waitForToast } from '../crud-steps.ts';
import { pollUntil } from '../site.ts';
import { createCustomer, selectRows, type Shop, startShop, subscribe } from '../subscriptions/shop.ts';

const clock = createOffsetClock();
let shop: Shop;
beforeAll(async () => {
  shop = await startShop(clock);
});
afterAll(() => shop.site.close());

const openList = (page: Page, query = '') => openAsAdmin(shop.site, page, `${paths.userManager}${query}`);
const openUser = (page: Page, id: number) => openAsAdmin(shop.site, page, paths.userDetail(id));
const userLink = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true });
const readNames = (page: Page) => page.locator('main .row-title').allInnerTexts();

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('a user with a subscription is deleted, brought back, and deleted for good with the subscription', async () => {
  const user = await createCustomer(shop, { firstName: 'Moana', lastName: 'Kingi' });
  const subscriptionId = await subscribe(shop, user, 'Pro', { card: CARD_OK });
  await shop.open({ expected: [/404/] }, async (page) => {
    await openList(page, '?search=moana+kingi');
    await chooseAction(page, 'Moana Kingi', 'Delete...');
    const dialog = page.getByRole('dialog', { name: 'Delete Moana Kingi?' });
    await dialog.getByText('Are you sure you want to delete this user?').waitFor();
    await dialog.getByText('GenMate Pro will be cancelled first').waitFor();
    await confirm(page, 'Delete user');
    await page.getByRole('heading', { name: 'No users found' }).waitFor();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await waitForToast(page, 'Deletion undone. Sessions that ended stay ended.');
    await userLink(page, 'Moana Kingi').click();

    await page.getByRole('button', { name: 'Blacklist...' }).waitFor();
    await chooseAction(page, 'Moana Kingi', 'Delete...');
    await confirm(page, 'Delete user');
    await page.waitForURL(`**${paths.userManager}`);
    await waitForToast(page, 'User deleted successfully');
    clock.advance(30_000);
    shop.site.server.userDeletions.wake();
    const isGone = async () => (await selectRows(shop, 'SELECT id FROM users WHERE id = ?', user.id)).length === 0;
    await pollUntil(isGone, 'the user is deleted');
    expect(shop.control.list('subscription').find(({ id }) => id === subscriptionId)?.status).toBe('canceled');
    await page.goto(paths.userDetail(user.id));
    await page.getByRole('heading', { name: 'User not found' }).waitFor();
    await page.locator('.empty-state').getByRole('link', { name: 'Back to User Manager' }).click();
    await page.waitForURL(`**${paths.userManager}`);
  });
});

test('an admin who loses the role reads it on the open screen; nobody changes their own', async () => {
  const other = await createCustomer(shop, { firstName: 'Rangi', lastName: 'Moeke', role: 'admin' });
  await shop.open({ storageState: other.storageState, expected: [/403/] }, async (theirs) => {
    await theirs.goto(`${paths.userManager}?role=admin`);
    await userLink(theirs, 'Rangi Moeke').waitFor();
    await shop.open({}, async (page) => {
      await openUser(page, other.id);
      await page.getByRole('button', { name: 'Role: Admin' }).click();
      await page.getByRole('dialog', { name: 'Role of Rangi Moeke' }).waitFor();
      await page.getByRole('radio', { name: /^User/ }).check();
      await confirm(page, 'Make Rangi a user');
      await page.getByRole('button', { name: 'Role: User' }).waitFor();

      const me = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '').id);
      await page.goto(paths.userDetail(me));
      await page.locator('main').getByText('You can’t do this to your own account.').first().waitFor();
      expect(await page.getByRole('button', { name: 'Role: Admin' }).count()).toBe(0);
      await page.getByRole('button', { name: /^Actions for/ }).click();
      for (const name of [/^Change role/, /^Blacklist/, /^Delete/])
        expect(await page.getByRole('menuitem', { name }).isDisabled(), `${name}`).toBe(true);
    });
    await theirs.getByRole('link', { name: /^Blacklisted/ }).click();
    await theirs.getByText('You don’t have permission to do this.').waitFor();
  });
});

test('order, filter, search and page stay in the address: Back and a reload show the same users', () =>
  shop.open({}, async (page) => {
    await openList(page);
    const [newest] = await readNamesOnceLoaded(page);
    await page.getByRole('button', { name: /^Email/ }).click();
    await page.waitForURL('**?sort=email');
    // The address changes before the list is loaded.
    await expect.poll(async () => (await readNames(page))[0]).not.toBe(newest);
    await page.getByRole('button', { name: /^Email/ }).click();
    await page.waitForURL('**?sort=email&order=DESC');
    await page
      .getByRole('link', { name: /Page 2|Next/ })
      .first()
      .click();
    await page.waitForURL('**?sort=email&order=DESC&page=2');
    await page.getByText(/^21–/).waitFor();
    const second = await readNames(page);
    await page.reload();
    await page.getByText(/^21–/).waitFor();
    expect(await readNames(page)).toEqual(second);
    await page.getByLabel('Role', { exact: true }).selectOption('admin');
    await page.waitForURL('**?role=admin&sort=email&order=DESC');
    await page.getByText(/^1–/).waitFor();
    await page.goBack();
    await page.getByText(/^21–/).waitFor();
    expect(await readNames(page)).toEqual(second);
  }));

async function readNamesOnceLoaded(page: Page): Promise<string[]> {
  await page.locator('main .row-title').first().waitFor();
  return readNames(page);
}

test('on a phone a session is ended from the Sessions tab', async () => {
  const user = await createCustomer(shop, { firstName: 'Tui', lastName: 'Hape' });
  await shop.open({ viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    await openList(page, '?search=tui+hape');
    await userLink(page, 'Tui Hape').tap();
    await page.getByRole('link', { name: 'Sessions' }).tap();
    await page.getByRole('heading', { name: 'Signed in on 1 device' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: /^End the session on/ }).tap();
    await page.getByRole('dialog', { name: 'End this session?' }).waitFor();
    await confirm(page, 'End session');
    await page.getByRole('heading', { name: 'Not signed in anywhere' }).waitFor();
  });
  const response = await fetch(`${shop.site.origin}/api/auth/me`, {
    headers: { Authorization: `Bearer ${user.token}` },
  });
  expect(response.status).toBe(401);
});
