import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE, TABLET } from '../../support/browser/browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

async function openStartPage(page: Page): Promise<void> {
  await signInAs(site, page);
  await page.goto(paths.admin);
  await page.getByRole('heading', { name: 'Recently published' }).waitFor();
}

const menu = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or go to' });

/** Opens the menu by its keys, and waits for its field: its code is loaded at the first use. */
async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

const NARROW = { width: 320, height: 640 };

test('the start page breaks no rule of accessibility in any state of its frame, and fits at 1440, 820, 390 and 320 px', () =>
  site.open({}, async (page) => {
    await openStartPage(page);
    for (const viewport of [DESKTOP, TABLET, PHONE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('link', { name: 'Subscriptions' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    // Closes the menu of the account, then the drawer.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Subscriptions' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });

    await page.setViewportSize(DESKTOP);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('link', { name: 'Subscriptions' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openMenu(page);
    await page.keyboard.insertText('draft');
    await menu(page).getByRole('group', { name: 'Posts' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    // The browser takes the focus from the field of the closed menu with its next frame; until then '?' is text.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('input'))).toBe(false);
    await page.keyboard.press('?');
    await getOpenDialog(page).getByText('Go to: Blog manager').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('by keyboard alone: skip link, screens by G and a letter, a post by its title, the theme, sign-out', () =>
  site.open({}, async (page) => {
    await openStartPage(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main_content');

    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.waitForURL(`**${paths.blogManager}`);
    await page.locator('.row-title').first().waitFor();
    // A letter after `G` is no key of the screen: `X` selects here.
    await page.keyboard.press('j');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.waitForURL(`**${paths.documentManager}`);
    await page.locator('.row-title').first().waitFor();

    // What is typed while the menu loads, at its first use, is its text.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme dark');
    await menu(page).getByRole('option', { name: 'Theme: dark', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await menu(page).waitFor({ state: 'detached' });

    await openMenu(page);
    await page.keyboard.insertText('dictating a first');
    await menu(page)
      .getByRole('option', { name: /^Dictating a first draft/, selected: true })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/edit-blog/*');

    await page.goto(paths.admin);
    await page.getByRole('heading', { name: 'Recently published' }).waitFor();
    await openMenu(page);
    await page.keyboard.insertText('sign out');
    await menu(page).getByRole('option', { name: 'Sign Out', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await page.getByText('You’re signed out.').waitFor();
  }));

test('on a phone the Search button opens the menu, and a closed menu gives the focus back', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await openStartPage(page);
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.click();
    await menu(page).getByRole('option', { name: 'Media' }).waitFor();
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('button', { name: 'Search or go to' }).click();
    await menu(page).getByRole('option', { name: 'Media' }).click();
    await page.waitForURL(`**${paths.adminMedia}`);
  }));

test('the navigation marks the screen and shows counts that follow the acts on it, without another request', () =>
  site.open({}, async (page) => {
    let requestCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/overview/counts')) requestCount += 1;
    });
    await openStartPage(page);
    const nav = page.getByRole('navigation', { name: 'Admin' });
    await nav.getByRole('link', { name: 'Blog manager 22' }).click();
    await page.waitForURL(`**${paths.blogManager}`);
    await expect.poll(() => nav.locator('[aria-current]').getAttribute('href')).toBe(paths.blogManager);
    // No entry is cut off on a laptop.
    expect(await nav.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
    expect(await page.locator('.site-header, footer').count()).toBe(0);
    const readCount = async (name: string) => Number(await page.locator(`[data-count="${name}"]`).innerText());
    const chooseDelete = async (row: string) => {
      await page.getByRole('button', { name: `Actions for ${row}` }).click();
      await page.getByRole('menuitem', { name: 'Delete...' }).click();
    };

    await page.locator('[data-count="posts"]:not(:empty)').waitFor();
    const posts = await readCount('posts');
    const title = await page.locator('.row-title').first().innerText();
    await chooseDelete(title);
    await getOpenDialog(page).locator('.button-danger').click();
    await expect.poll(() => readCount('posts')).toBe(posts - 1);
    await page.goto(paths.blogTrash);
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect.poll(() => readCount('posts')).toBe(posts);

    await page.goto(paths.sectionManager);
    await page.locator('[data-count="sections"]:not(:empty)').waitFor();
    const sections = await readCount('sections');
    await page.getByRole('button', { name: 'New section' }).click();
    await getOpenDialog(page).getByLabel('Name').fill('Soon gone');
    await getOpenDialog(page).getByRole('button', { name: 'Add section' }).click();
    await expect.poll(() => readCount('sections')).toBe(sections + 1);
    await chooseDelete('Soon gone');
    await getOpenDialog(page).getByRole('button', { name: 'Delete section' }).click();
    await expect.poll(() => readCount('sections')).toBe(sections);
    // Once for each page.
    expect(requestCount).toBe(4);

    await page.goto(paths.addBlog);
    await page.locator('.ProseMirror').waitFor();
    expect(await page.locator('.site-header, footer, .side-nav').count()).toBe(0);
  }));
