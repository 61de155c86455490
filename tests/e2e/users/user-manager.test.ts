import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
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

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('a user with a subscription is deleted from the list, for good and with the subscription once it can’t be undone', async () => {
  const user = await createCustomer(shop, { firstName: 'Moana', lastName: 'Kingi' });
  const subscriptionId = await subscribe(shop, user, 'Pro', { card: CARD_OK });
  await shop.open({ expected: [/404/] }, async (page) => {
    await openList(page, '?search=moana+kingi');
    await chooseAction(page, 'Moana Kingi', 'Delete...');
    const dialog = page.getByRole('dialog', { name: 'Delete Moana Kingi?' });
    await dialog.getByText('Are you sure you want to delete this user?').waitFor();
    await dialog.getByText('GenMate Pro will be cancelled first').waitFor();
    await confirm(page, 'Delete user');
    await waitForToast(page, 'User deleted successfully');
    await page.getByRole('heading', { name: 'No users found' }).waitFor();
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
