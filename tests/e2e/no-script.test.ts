import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMenu, listDemoQuestions } from '../support/site/demo-content.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { type Site, startSite, getVisibleText } from './site.ts';
import { demoPaths } from '../support/site/demo-paths.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const menus = demoMenu.filter((entry) => entry.links.length > 0);
const WITHOUT_SCRIPTS = { javaScriptEnabled: false } as const;

test.each([DESKTOP, PHONE])('without scripts every menu link is reached at $width px', (viewport) =>
  site.open({ ...WITHOUT_SCRIPTS, viewport }, async (page) => {
    await page.goto(paths.home);
    const isWide = await page.locator('.main-nav').isVisible();
    if (!isWide) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    for (const { label, links } of menus) {
      if (isWide) await page.locator('.header-menu', { hasText: label }).locator('summary').click();
      for (const link of links) {
        const anchor = page.locator(`${isWide ? '.main-nav' : '#site_drawer'} a[href="${link.href}"]`);
        expect(await getVisibleText(anchor)).toContain(link.label);
      }
    }
    await page.locator('a[href="/company/milestones"]:visible').first().click();
    await page.waitForURL('**/company/milestones');
  }),
);

test('without scripts the links from home to a post and its neighbours work', () =>
  site.open(WITHOUT_SCRIPTS, async (page) => {
    await page.goto(paths.home);
    await page.locator('.post-card h3 a').first().click();
    await page.waitForURL('**/blogs/*');
    const first = page.url();
    await page.locator('.neighbours a').first().click();
    await page.waitForURL((url) => url.href !== first);
    expect(await getVisibleText(page.locator('main h1'))).not.toBe('');
  }));

test('without scripts the FAQ opens, and controls that need scripts are hidden', () =>
  site.open(WITHOUT_SCRIPTS, async (page) => {
    await page.goto(demoPaths.genmatePricing);
    const [first] = listDemoQuestions(demoPaths.genmatePricing);
    await page.locator('.faq summary').first().click();
    await page.getByText(first?.answer ?? '').waitFor();
    expect(await page.locator('.search-button').isVisible()).toBe(false);
    expect(await page.locator('.theme-choice').isVisible()).toBe(false);
  }));

test('without scripts the page after checkout shows the welcome at once', () =>
  site.open(WITHOUT_SCRIPTS, async (page) => {
    await page.goto(`${paths.subscriptionSuccess}?session_id=cs_test_a1`);
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    expect(await page.getByText('Processing your subscription').isVisible()).toBe(false);
    expect(await page.locator('checkout-welcome .session').isVisible()).toBe(false);
  }));
