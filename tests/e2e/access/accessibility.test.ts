import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
let addresses: string[];
beforeAll(async () => {
  site = await startSite();
  addresses = await site.allAddresses();
});
afterAll(() => site.close());

const ABREAST = 2;

/** As it stands in `state`, in light and dark. */
const violationsIn = async (page: Page, state: string) =>
  (await findAxeViolations(page)).map((violation) => `${state} ${violation}`);

test('no page breaks a rule of accessibility, wide or narrow, light or dark', async () => {
  const open = [...addresses];
  const found: string[] = [];
  const walk = () =>
    site.open({ expected: [/404/] }, async (page) => {
      for (let path = open.shift(); path; path = open.shift()) {
        await page.setViewportSize(DESKTOP);
        await page.goto(path, { waitUntil: 'load' });
        if (path === paths.subscriptionSuccess) await page.getByRole('link', { name: 'Back to GenMate' }).waitFor();
        found.push(...(await violationsIn(page, `${path} ${DESKTOP.width}`)));
        await page.setViewportSize(PHONE);
        found.push(...(await violationsIn(page, `${path} ${PHONE.width}`)));
      }
    });
  await Promise.all(Array.from({ length: ABREAST }, walk));
  expect(found).toEqual([]);
});

type State = [name: string, path: string, viewport: typeof PHONE, bring: (page: Page) => Promise<unknown>];

const search = (words: string) => async (page: Page) => {
  await page.keyboard.press('/');
  await page.keyboard.insertText(words);
  await page
    .locator('#site_search .status')
    .getByText(/stor(y|ies)|does not answer/)
    .waitFor();
};

const states: State[] = [
  ['open menu', paths.home, DESKTOP, (page) => page.locator('.header-menu summary').first().press('Enter')],
  ['open drawer', paths.home, PHONE, (page) => page.getByRole('button', { name: 'Menu', exact: true }).click()],
  ['search before a word', paths.blogs, DESKTOP, (page) => page.keyboard.press('/')],
  ['search with results', paths.blogs, DESKTOP, search('invoice')],
  ['search with results', paths.blogs, PHONE, search('invoice')],
  [
    'search with a choice',
    paths.blogs,
    DESKTOP,
    (page) => search('tax')(page).then(() => page.keyboard.press('ArrowDown')),
  ],
  ['search without results', paths.blogs, PHONE, search('zyzzyva')],
  ['open questions', paths.genmatePricing, PHONE, openQuestions],
  ['open questions', paths.genmateWaitingList, DESKTOP, openQuestions],
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

test.each(states)('%s of %s breaks no rule of accessibility', (name, path, viewport, bring) =>
  site.open({ viewport }, async (page) => {
    await page.goto(path);
    await bring(page);
    expect(await violationsIn(page, name)).toEqual([]);
  }),
);

test('an answer of the search that went wrong breaks no rule of accessibility', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await page.goto(paths.home);
    await page.route('**/api/search*', (route) => route.fulfill({ status: 500, json: {} }));
    await search('invoice')(page);
    expect(await violationsIn(page, 'failed search')).toEqual([]);
  }));

async function openQuestions(page: Page): Promise<void> {
  for (const summary of await page.locator('.faq summary').all()) await summary.click();
}

async function copyLink(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
}
