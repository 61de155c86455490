import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { openAsAdmin, readTitles, waitForToast } from '../crud-steps.ts';
import { getOpenDialog } from '../site.ts';
import {
  addQueue,
  createReviewer,
  type Moderation,
  readOutcomes,
  removePublications,
  startModeration,
} from './moderation.ts';

let moderation: Moderation;
beforeAll(async () => {
  moderation = await startModeration();
});
beforeEach(() => removePublications(moderation));
afterAll(() => moderation.close());

const openPending = (page: Page, query = '') =>
  openAsAdmin(moderation.site, page, `${openshelfPaths.reviewQueue}${query}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const listShown = (page: Page) => readTitles(page.locator('main'));
const expectShown = (page: Page, titles: readonly string[]) => expect.poll(() => listShown(page)).toEqual(titles);
const readStatuses = () => readOutcomes(moderation);

/** Does this after the next request of such a path was sent, and before the server gets it. */
const before = (page: Page, path: string, act: () => Promise<void>) =>
  page.route(
    `**/api/admin/openshelf/**${path}`,
    async (route) => {
      await act();
      await route.continue();
    },
    { times: 1 },
  );

/** Chooses what to do with the selection, and applies it. */
async function apply(page: Page, action: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Choose Action' }).selectOption(action);
  await press(page, 'Apply');
}

test('pending reviews are approved and rejected one by one and together, and undone; a conflict says why', async () => {
  const ids = await addQueue(moderation, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
  const tom = await createReviewer(moderation);
  await moderation.site.open({ expected: [/409/] }, async (page) => {
    await openPending(page);
    await expectShown(page, [...ids.keys()]);
    await press(page, 'Quick Approve One');
    await waitForToast(page, 'Publication approved successfully');
    await expectShown(page, ['Two', 'Three', 'Four', 'Five', 'Six']);
    await press(page, 'Quick Reject Two');
    await press(page, 'Reject Publication');
    await waitForToast(page, 'Publication rejected successfully');
    await expectShown(page, ['Three', 'Four', 'Five', 'Six']);
    await page.getByRole('button', { name: /^Undo/ }).last().click();
    await expectShown(page, ['Two', 'Three', 'Four', 'Five', 'Six']);
    await press(page, 'Quick Reject Two');
    await press(page, 'Reject Publication');
    await expectShown(page, ['Three', 'Four', 'Five', 'Six']);

    await before(page, '/reject', () => tom.decide(ids.get('Three') ?? 0, 'approve', ''));
    await press(page, 'Quick Reject Three');
    await press(page, 'Reject Publication');
    await getOpenDialog(page)
      .getByText(/^Failed to reject publication: .*Tom Whitaker approved this/)
      .waitFor();
    await press(page, 'OK');
    await expectShown(page, ['Four', 'Five', 'Six']);

    await before(page, '/bulk-action', () => tom.decide(ids.get('Four') ?? 0, 'reject'));
    await page.getByRole('checkbox', { name: /^Select all on this page/ }).check();
    await page.getByText('3 selected').waitFor();
    await apply(page, 'Approve Selected');
    await waitForToast(page, 'Approved 2 publications. 1 was skipped because it is no longer waiting.');
    await page.getByText('1 publication was skipped').waitFor();
    await page.getByRole('listitem').getByText('Tom Whitaker rejected this').waitFor();
    await page.getByRole('heading', { name: 'No Pending Reviews' }).waitFor();
    await page.getByRole('button', { name: /^Undo/ }).last().click();
    await expectShown(page, ['Five', 'Six']);
    await page.getByRole('checkbox', { name: 'Select Five' }).check();
    await apply(page, 'Reject Selected');
    await getOpenDialog(page)
      .getByText(/‘Bulk rejection via admin panel’/)
      .waitFor();
    await press(page, 'Reject 1');
    await waitForToast(page, 'Rejected 1 publication.');
    await expectShown(page, ['Six']);
  });
  expect(await readStatuses()).toEqual({
    One: 'APPROVED',
    Two: 'REJECTED: Quick rejection via admin panel',
    Three: 'APPROVED',
    Four: 'REJECTED: Not yet.',
    Five: 'REJECTED: Bulk rejection via admin panel',
    Six: 'ADMIN_REVIEWING',
  });
});

test('on a phone pending reviews are approved by touch, and a work is opened and rejected', async () => {
  await addQueue(moderation, ['One', 'Two']);
  await moderation.site.open({ viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    await openPending(page);
    await page.getByRole('button', { name: 'Quick Approve One' }).tap();
    await waitForToast(page, 'Publication approved successfully');
    await expectShown(page, ['Two']);
    await page.getByRole('link', { name: 'Two', exact: true }).tap();
    await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.locator('.panel-foot[aria-busy=false]').waitFor();
    await page.locator('.decide-reject').tap();
    await getOpenDialog(page).getByRole('button', { name: 'Reject Publication' }).tap();
    await getOpenDialog(page).getByText('Comments are required for rejection').waitFor();
    await getOpenDialog(page).getByLabel('Comments to the author').fill('Too short.');
    await getOpenDialog(page).getByRole('button', { name: 'Reject Publication' }).tap();
    await waitForToast(page, 'Publication rejected successfully');
    await page.getByRole('heading', { name: 'No Pending Reviews' }).waitFor();
  });
  expect(await readStatuses()).toEqual({ One: 'APPROVED', Two: 'REJECTED: Too short.' });
});
