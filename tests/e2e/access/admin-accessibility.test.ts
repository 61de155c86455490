import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { findAxeViolationsAtBothWidths } from '../../support/browser/accessibility.ts';
import { DESKTOP } from '../../support/browser/browser.ts';
import { chooseAction } from '../crud-steps.ts';
import { button, contentField } from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';
import { createOpenshelfStates, listDemoWorks, type State } from './openshelf-states.ts';

const PARALLEL_PAGES = 2;

let site: Site;
let liveId: number;
let works: ReadonlyMap<string, number>;
beforeAll(async () => {
  site = await startSite();
  const live = await createBlog(site.server, {
    title: 'Tea before sunrise',
    content: '<p>Tea.</p>',
    status: 'published',
  });
  liveId = live.id;
  works = await listDemoWorks(site);
});
afterAll(() => site.close());

const openRowMenu = (name: string) => (page: Page) => page.getByRole('button', { name: `Actions for ${name}` }).click();
const chooseRowAction = (row: string, action: string) => async (page: Page) => {
  await chooseAction(page, row, action);
  await getOpenDialog(page).waitFor();
};
const openBulkDialog = (label: string) => async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select Tea before sunrise' }).check();
  await button(page, label).click();
  await getOpenDialog(page).waitFor();
};
const failRequests = (route: string, text: string) => async (page: Page) => {
  await page.route(route, (request) => request.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByText(text).first().waitFor();
};
const searchNothing = (label: string) => async (page: Page) => {
  await page.getByRole('searchbox', { name: label }).fill('zyzzyva');
  await button(page, 'Clear filters').waitFor();
};
const openEditorPanel = (reachState: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await contentField(page).waitFor();
  await reachState(page);
};
const openSettings = async (page: Page) => {
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  if ((await settings.getAttribute('aria-pressed')) !== 'true') await settings.click();
};
const editLive = () => paths.editBlog(liveId);

/**
 * One of each part of the kit, and what has a style sheet of its own: prompts, menus, empty and failed lists and the panels of the editor look the
 * same on all screens. `tests/islands` checks each state of each screen with all rules that need no layout, `uploads.test.ts` the media.
 */
const states: State[] = [
  ['failed start page', paths.admin, failRequests('**/api/overview', 'Couldn’t load the start page')],
  ['row menu', paths.blogManager, openRowMenu('Tea before sunrise')],
  ['delete prompt', paths.blogManager, chooseRowAction('Tea before sunrise', 'Delete...')],
  ['bulk schedule', paths.blogManager, openBulkDialog('Schedule...')],
  ['no posts found', paths.blogManager, searchNothing('Search posts')],
  [
    'category without a name',
    paths.categoryManager,
    async (page) => {
      await button(page, 'New category').click();
      await button(page, 'Add category').click();
      await page.getByText('Enter a name.').waitFor();
    },
  ],
  ['payment events', paths.adminBillingView('events'), (page) => page.locator('.list-views .count').first().waitFor()],
  ['comparisons with Stripe', paths.adminBillingView('reconciliation'), (page) => button(page, 'Resync').waitFor()],
  [
    'the sections of a page',
    paths.adminPages,
    async (page) => {
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await page.frameLocator('iframe[title="Page preview"]').locator('main').waitFor();
    },
  ],
  ['users', paths.userManager, (page) => page.locator('tr[data-row]').first().waitFor()],
  ['one user', paths.userDetail(1), (page) => page.getByRole('heading', { name: 'Activity' }).waitFor()],
  ['the site settings', paths.adminSettings, (page) => page.getByText('Nothing to publish').waitFor()],
  ['the menus of the site', paths.adminNavigation, (page) => page.getByText('Nothing to publish').waitFor()],
  ['products and plans', paths.adminPlans, (page) => page.getByText('Nothing to publish').waitFor()],
  [
    'a plan that is edited',
    paths.adminPlans,
    async (page) => {
      await page.getByRole('link', { name: 'Creator', exact: true }).click();
      await getOpenDialog(page).getByLabel('Badge').waitFor();
    },
  ],
  [
    'the server and its backups',
    paths.adminSystem,
    (page) => page.getByRole('heading', { name: 'Backups', exact: true }).first().waitFor(),
  ],
  ['changes of a release', paths.adminPublishing, chooseRowAction('release 1', 'Show changes')],
  [
    'settings',
    editLive,
    openEditorPanel(async (page) => {
      await openSettings(page);
      await button(page, 'Revisions').waitFor();
    }),
  ],
  ['more actions', editLive, openEditorPanel((page) => button(page, 'More actions').click())],
  [
    'inserted table',
    paths.addBlog,
    openEditorPanel(async (page) => {
      await contentField(page).click();
      await page.keyboard.type('/table');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Content: table' }).waitFor();
    }),
  ],
  [
    'slash menu',
    paths.addBlog,
    openEditorPanel(async (page) => {
      await contentField(page).click();
      await page.keyboard.type('/');
      await page.getByRole('listbox').getByText('Heading 2').waitFor();
    }),
  ],
  [
    'cover picker',
    editLive,
    openEditorPanel(async (page) => {
      await openSettings(page);
      await button(page, 'Choose image').click();
      await page.getByText('No images found.').waitFor();
    }),
  ],
  ...createOpenshelfStates(() => works),
];

/** Each state is reached on a desktop and stays while the window shrinks to a phone. */
test('no state of an admin screen has accessibility violations, on desktop and phone, in light and dark', async () => {
  const remaining = [...states];
  const violations: string[] = [];
  const checkRemaining = () =>
    site.open({ expected: [/500/, /400/, /404/] }, async (page) => {
      await signInAs(site, page);
      for (let state = remaining.shift(); state; state = remaining.shift()) {
        const [name, path, reachState] = state;
        await page.setViewportSize(DESKTOP);
        await page.goto(typeof path === 'string' ? path : path());
        await reachState(page);
        const found = await findAxeViolationsAtBothWidths(page);
        violations.push(...found.map((violation) => `${name} ${violation}`));
        await page.unrouteAll();
      }
    });
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, checkRemaining));
  expect(violations).toEqual([]);
});
