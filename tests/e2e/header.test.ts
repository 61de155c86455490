import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyLinks, menus } from '#src/layouts/site/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../support/browser/browser.ts';
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
const links = menus.flatMap((menu) => menu.links.map((link) => ({ ...link, menu: menu.label })));

test('every link of the header menus can be reached by click', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    for (const link of links) {
      const menu = headerMenu(page, link.menu);
      const anchor = menu.locator(`a[href="${link.href}"]`);
      await menu.locator('summary').click();
      await anchor.waitFor();
      expect(await getVisibleText(anchor)).toContain(link.label);
      await page.locator('h1').click();
      expect(await isOpen(page, link.menu)).toBe(false);
    }
    await headerMenu(page, 'Company').locator('summary').click();
    await headerMenu(page, 'Company').getByRole('link', { name: 'Milestones' }).click();
    await page.waitForURL(`**${paths.company.milestones}`);
    const current = headerMenu(page, 'Company').locator('a[aria-current=page]');
    await expect.poll(() => current.getAttribute('href')).toBe(paths.company.milestones);
  }));

test('the keyboard opens a menu, moves through it and closes it', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
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
    await page.waitForURL(`**${paths.company.milestones}`);
  }));

test('tabbing out of a menu closes it', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await headerMenu(page, 'Blog').locator('summary').press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => isOpen(page, 'Blog')).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => readFocusedText(page)).toBe('Resources');
    expect(await isOpen(page, 'Blog')).toBe(false);
  }));

test('hovering opens a menu, leaving closes it, a click keeps it open', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const products = headerMenu(page, 'Products').locator('summary');
    await products.hover();
    await headerMenu(page, 'Products').locator('.panel').waitFor();
    await page.mouse.move(700, 700);
    await headerMenu(page, 'Products').locator('.panel').waitFor({ state: 'hidden' });
    await products.click();
    await page.mouse.move(700, 700);
    await page.waitForTimeout(400);
    await expect.poll(() => isOpen(page, 'Products')).toBe(true);
    await headerMenu(page, 'Company').locator('summary').click();
    expect(await isOpen(page, 'Products')).toBe(false);
  }));

test('Escape closes a menu that hovering has opened, wherever the focus is', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await headerMenu(page, 'Company').locator('summary').hover();
    await headerMenu(page, 'Company').locator('.panel').waitFor();
    await page.keyboard.press('Escape');
    expect(await isOpen(page, 'Company')).toBe(false);
  }));

test.each([320, 375, 390, 414, 820])('the logo keeps its size at %d px', (width) =>
  site.open({ viewport: { width, height: 800 } }, async (page) => {
    await page.goto(paths.home);
    const logo = await page.locator('.site-header .wordmark svg').boundingBox();
    expect(logo).toMatchObject({ width: 30, height: 30 });
  }),
);

test('the skip link moves the focus past the header', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.keyboard.press('Tab');
    await expect.poll(() => readFocusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main_content');
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
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await button.click();
    await drawer.getByRole('link', { name: 'About' }).click();
    await page.waitForURL(`**${paths.company.about}`);
  }));

test('the drawer closes on a tap outside', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.home);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('#site_drawer').waitFor();
    await page.mouse.click(4, 400);
    await page.locator('#site_drawer').waitFor({ state: 'hidden' });
  }));
