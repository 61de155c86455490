import type { Page } from 'playwright';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { getOpenDialog, type Site } from '../site.ts';

export type State = [name: string, path: string | (() => string), reachState: (page: Page) => Promise<unknown>];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const waitForText = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

/** Answers the requests of a path, and loads the page again. */
const respond = (path: string, response: { json: unknown }, text: string) => async (page: Page) => {
  await page.route(`**/api/admin/openshelf/${path}`, (route) => route.fulfill(response));
  await page.reload();
  await waitForText(text)(page);
};

const NO_ROWS = { publications: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 }, decided_today: 0 };

/** The ids of demo publications by title. */
export async function listDemoWorks({ server }: Site): Promise<ReadonlyMap<string, number>> {
  const rows = await server.db.orm.query.publications.findMany({ columns: { id: true, title: true } });
  return new Map(rows.map(({ id, title }) => [title, id]));
}

/** Waits until the open publication can be decided on. */
const whenSettled = (page: Page) => page.locator('.panel-foot[aria-busy=false]').waitFor();

/** The screens of OpenShelf, in the states that have styles of their own. */
export function createOpenshelfStates(getWorks: () => ReadonlyMap<string, number>): State[] {
  const review = (title: string) => () => openshelfPaths.reviewDetail(getWorks().get(title) ?? 0);
  return [
    ['OpenShelf', openshelfPaths.adminOpenshelf, waitForText('Review all')],
    [
      'selected reviews',
      openshelfPaths.reviewQueue,
      async (page) => {
        await page.getByRole('checkbox', { name: /^Select all on this page/ }).check();
        await page.getByRole('combobox', { name: 'Choose Action' }).selectOption('Reject Selected');
        await press(page, 'Apply');
        await getOpenDialog(page).waitFor();
        await page.keyboard.press('Escape');
      },
    ],
    ['no reviews', openshelfPaths.reviewQueue, respond('reviews/pending?*', { json: { data: NO_ROWS } }, 'Great job!')],
    ['publications', openshelfPaths.publicationManager, waitForText('1–20 of')],
    [
      'statistics as tables',
      openshelfPaths.openshelfStats,
      async (page) => {
        await waitForText('Admin Review Performance')(page);
        for (const table of await page.getByText('Show as a table').all()) await table.click();
      },
    ],
    [
      'reasons',
      `${openshelfPaths.rejectionReasons}?reason=1`,
      async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('');
        await press(page, 'Save reason');
        await page.locator('.field-error').waitFor();
      },
    ],
    [
      'one webhook',
      openshelfPaths.openshelfWebhooks,
      async (page) => {
        await page.locator('tr[data-row] button.row-title').first().click();
        await getOpenDialog(page).getByText('What is sent').waitFor();
      },
    ],
    [
      'review with a reason',
      review('Remedies from a Hedgerow'),
      async (page) => {
        await whenSettled(page);
        await page.getByRole('button', { name: 'Advice, no source' }).click();
        await page.keyboard.press('d');
        await page.getByText('Publication Info').waitFor();
      },
    ],
    [
      'rejection without comments',
      review('Remedies from a Hedgerow'),
      async (page) => {
        await page.evaluate(() => sessionStorage.clear());
        await page.reload();
        await whenSettled(page);
        await page.keyboard.press('r');
        await getOpenDialog(page).getByRole('button', { name: 'Reject Publication' }).click();
        await getOpenDialog(page).getByText('Comments are required for rejection').waitFor();
      },
    ],
    ['changes since version 1', review('Statistics for Nurses'), (page) => page.locator('ins').first().waitFor()],
    ['decided review', review('The Orchard Year'), waitForText('What happened')],
    ['review that does not exist', openshelfPaths.reviewDetail(99_999), waitForText('Publication Not Found')],
  ];
}
