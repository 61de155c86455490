import { afterAll, beforeAll, expect, test } from 'vitest';
import { menus } from '#src/layouts/site/navigation.ts';
import { pricingFaq } from '#src/marketing/genmate/pricing-copy.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE, TABLET } from '../support/browser/browser.ts';
import { type Site, startSite, wordsOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const plain = { javaScriptEnabled: false } as const;
const menuLinks = menus.flatMap((menu) => menu.links.map((link) => ({ ...link, menu: menu.label })));

test.each([DESKTOP, TABLET, PHONE])('without scripts every menu link can be followed at $width px', (viewport) =>
  site.open({ ...plain, viewport }, async (page) => {
    await page.goto(paths.home);
    const isWide = await page.locator('.main-nav').isVisible();
    for (const link of menuLinks) {
      const menu = page.locator('.header-menu', { hasText: link.menu });
      if (isWide && !(await menu.locator('.panel').isVisible())) await menu.locator('summary').click();
      if (!isWide && !(await page.locator('#site_drawer').isVisible())) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
      }
      const found = page.locator(`${isWide ? '.main-nav' : '#site_drawer'} a[href="${link.href}"]`);
      await found.waitFor();
      expect(await wordsOf(found)).toContain(link.label);
    }
    await page.locator(`a[href="${paths.company.milestones}"]:visible`).first().click();
    await page.waitForURL(`**${paths.company.milestones}`);
  }),
);

test('without scripts a visitor reads on from home to a story and its neighbours', () =>
  site.open(plain, async (page) => {
    await page.goto(paths.home);
    await page.locator('.post-card h3 a').first().click();
    await page.waitForURL('**/blogs/*');
    const first = page.url();
    await page.locator('.neighbours a').first().click();
    await page.waitForURL((url) => url.href !== first);
    expect(await wordsOf(page.locator('main h1'))).not.toBe('');
  }));

test('without scripts questions open, and nothing is shown that cannot work', () =>
  site.open(plain, async (page) => {
    await page.goto(paths.genmatePricing);
    const [first] = pricingFaq;
    await page.locator('.faq summary').first().click();
    await page.getByText(first?.answer ?? '').waitFor();
    expect(await page.locator('.search-button').isVisible()).toBe(false);
    expect(await page.locator('.theme-choice').isVisible()).toBe(false);
  }));

test('without scripts the page after checkout welcomes at once', () =>
  site.open(plain, async (page) => {
    await page.goto(`${paths.subscriptionSuccess}?session_id=cs_test_a1`);
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    expect(await page.getByText('Processing your subscription').isVisible()).toBe(false);
    expect(await page.locator('checkout-welcome .session').isVisible()).toBe(false);
  }));

test('without scripts every page of the sitemap has its heading and its words', async () => {
  const addresses = await site.addresses();
  expect(addresses.length).toBeGreaterThan(30);
  await site.open(plain, async (page) => {
    for (const path of addresses) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect((await wordsOf(page.locator('main'))).length, path).toBeGreaterThan(150);
      expect(await page.locator('main h1').count(), path).toBe(1);
    }
  });
});
