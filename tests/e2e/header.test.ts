import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../support/browser/browser.ts';
import { demoMenu } from '../support/site/demo-content.ts';
import { type Site, startSite, getVisibleText } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const headerMenu = (page: Page, label: string) => page.locator('.header-menu', { hasText: label });
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const isOpen = (page: Page, label: string) =>
  headerMenu(page, label).evaluate((menu) => (menu as HTMLDetailsElement).open);
const menus = demoMenu.filter((entry) => entry.links.length > 0);
const companyLinks = menus.at(-1)?.links ?? [];
const links = menus.flatMap((menu) => menu.links);

test('a click opens a menu, keeps it open and closes it, hovering only shows it, and a link leads to its page', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const products = headerMenu(page, 'Products').locator('summary');
    const panel = headerMenu(page, 'Products').locator('.panel');
    await products.hover();
    await panel.waitFor();
    await page.mouse.move(700, 700);
    await panel.waitFor({ state: 'hidden' });
    await products.click();
    await page.mouse.move(700, 700);
    await page.waitForTimeout(400);
    await expect.poll(() => isOpen(page, 'Products')).toBe(true);
    await page.locator('h1').click();
    expect(await isOpen(page, 'Products')).toBe(false);
    for (const { label, links } of menus) {
      await headerMenu(page, label).locator('summary').click();
      for (const link of links) {
        const anchor = headerMenu(page, label).locator(`a[href="${link.href}"]`);
        expect(await getVisibleText(anchor)).toContain(link.label);
      }
    }
    const [first, last] = [menus[0]?.label ?? '', menus.at(-1)?.label ?? ''];
    expect([await isOpen(page, first), await isOpen(page, last)]).toEqual([false, true]);
    await page.mouse.move(700, 700);
    await headerMenu(page, 'Company').locator('summary').hover();
    await headerMenu(page, 'Company').locator('.panel').waitFor();
    await page.keyboard.press('Escape');
    expect(await isOpen(page, 'Company')).toBe(false);

    await headerMenu(page, 'Company').locator('summary').click();
    await headerMenu(page, 'Company').getByRole('link', { name: 'Milestones' }).click();
    await page.waitForURL('**/company/milestones');
    const current = headerMenu(page, 'Company').locator('a[aria-current=page]');
    await expect.poll(() => current.getAttribute('href')).toBe('/company/milestones');
  }));

test('the keyboard skips the header, opens a menu, moves through it and closes it, also by Tab', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.keyboard.press('Tab');
    await expect.poll(() => readFocusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main_content');

    await headerMenu(page, 'Blog').locator('summary').press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => isOpen(page, 'Blog')).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => readFocusedText(page)).toBe('Resources');
    expect(await isOpen(page, 'Blog')).toBe(false);

    const [first, second] = companyLinks.map((link) => link.label);
    const last = companyLinks.at(-1)?.label;
    const summary = headerMenu(page, 'Company').locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isOpen(page, 'Company')).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => readFocusedText(page)).toBe(first);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => readFocusedText(page)).toBe(second);
    await page.keyboard.press('End');
    await expect.poll(() => readFocusedText(page)).toBe(last);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => readFocusedText(page)).toBe(first);
    await page.keyboard.press('Escape');
    expect(await isOpen(page, 'Company')).toBe(false);
    await expect.poll(() => readFocusedText(page)).toBe('Company');

    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readFocusedText(page)).toBe('Resources');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => readFocusedText(page)).toBe(last);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/company/milestones');
  }));

test('the mobile drawer contains every link, traps the focus, and returns it when closed', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.home);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    const drawer = page.locator('#site_drawer');
    await button.focus();
    await page.keyboard.press('Enter');
    await drawer.waitFor();
    expect(await drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    for (const link of [{ href: paths.home, label: 'Home' }, ...links, { href: paths.login, label: 'Sign In' }]) {
      expect(await getVisibleText(drawer.locator(`a[href="${link.href}"]`))).toBe(link.label);
    }
    const tabStopCount = (await drawer.locator('a, button').count()) + 2;
    for (let step = 0; step < tabStopCount; step += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() =>
        Boolean(document.activeElement?.closest('main, footer, .site-header')),
      );
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');

    await button.click();
    await drawer.waitFor();
    await page.mouse.click(4, 400);
    await drawer.waitFor({ state: 'hidden' });
    await button.click();
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await button.click();
    await drawer.getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/company/about');
  }));

test('the logo keeps its size from 320 to 820 px', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    for (const width of [320, 375, 390, 414, 820]) {
      await page.setViewportSize({ width, height: 800 });
      const logo = await page.locator('.site-header .wordmark svg').boundingBox();
      expect(logo, `${width} px`).toMatchObject({ width: 30, height: 30 });
    }
  }));
