import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations, findAxeViolationsAtBothWidths } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { selectDistinctPages } from '../../support/browser/distinct-pages.ts';
import { type Site, startSite } from '../site.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

let site: Site;
let pagePaths: string[];
beforeAll(async () => {
  site = await startSite();
  pagePaths = await selectDistinctPages(site.origin, await site.listPublicPaths());
});
afterAll(() => site.close());

const PARALLEL_PAGES = 2;

test('no page has accessibility violations, on desktop and phone, in light and dark', async () => {
  const remaining = [...pagePaths];
  const violations: string[] = [];
  const checkRemaining = () =>
    site.open({ expected: [/404/] }, async (page) => {
      for (let path = remaining.shift(); path; path = remaining.shift()) {
        await page.setViewportSize(DESKTOP);
        await page.goto(path, { waitUntil: 'load' });
        if (path === paths.subscriptionSuccess) await page.getByRole('link', { name: 'Back to GenMate' }).waitFor();
        const found = await findAxeViolationsAtBothWidths(page);
        violations.push(...found.map((violation) => `${path} ${violation}`));
      }
    });
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, checkRemaining));
  expect(violations).toEqual([]);
});

type State = [name: string, path: string, viewport: typeof PHONE, reachState: (page: Page) => Promise<unknown>];

const search = (query: string) => async (page: Page) => {
  await page.keyboard.press('/');
  await page.keyboard.insertText(query);
  await page
    .locator('#site_search .status')
    .getByText(/\d posts?|No results|isn’t working/)
    .waitFor();
};

const states: State[] = [
  ['open menu', paths.home, DESKTOP, (page) => page.locator('.header-menu summary').first().press('Enter')],
  ['open drawer', paths.home, PHONE, (page) => page.getByRole('button', { name: 'Menu', exact: true }).click()],
  ['search without a query', paths.blogs, DESKTOP, (page) => page.keyboard.press('/')],
  ['search with results', paths.blogs, DESKTOP, search('invoice')],
  ['search with results', paths.blogs, PHONE, search('invoice')],
  [
    'search with a selected result',
    paths.blogs,
    DESKTOP,
    (page) => search('tax')(page).then(() => page.keyboard.press('ArrowDown')),
  ],
  ['search without results', paths.blogs, PHONE, search('zyzzyva')],
  ['expanded FAQ', demoPaths.genmatePricing, PHONE, expandFaq],
  ['expanded FAQ', demoPaths.genmateWaitingList, DESKTOP, expandFaq],
  ['copied link', paths.blog('gst-for-sole-traders'), PHONE, copyLink],
  ['processing', paths.subscriptionSuccess, PHONE, (page) => page.getByText('Processing your').waitFor()],
  [
    'welcome with session',
    `${paths.subscriptionSuccess}?session_id=cs_test_1`,
    PHONE,
    (page) => page.getByText('cs_test_1').waitFor(),
  ],
  ['chosen theme', paths.home, PHONE, (page) => page.locator('.theme-choice label', { hasText: 'Dark' }).click()],
];

test.each(states)('%s on %s has no accessibility violations', (_name, path, viewport, reachState) =>
  site.open({ viewport }, async (page) => {
    await page.goto(path);
    await reachState(page);
    expect(await findAxeViolations(page)).toEqual([]);
  }),
);

test('a failed search has no accessibility violations', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await page.goto(paths.home);
    await page.route('**/api/search*', (route) => route.fulfill({ status: 500, json: {} }));
    await search('invoice')(page);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

async function expandFaq(page: Page): Promise<void> {
  for (const summary of await page.locator('.faq summary').all()) await summary.click();
}

async function copyLink(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
}
