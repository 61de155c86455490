import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { type Site, startSite, getVisibleText } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const searchDialog = (page: Page) => page.locator('#site_search');
const searchStatus = (page: Page) => searchDialog(page).getByRole('status');
const searchOptions = (page: Page) => searchDialog(page).getByRole('option');

/** Enters the query as one input event: typed letters could send a request each. */
async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.insertText(query);
}

test.each(['/', 'Control+k', 'Meta+k'])('the key %s opens the search with the focus in its field', (key) =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.keyboard.press(key);
    await searchDialog(page).waitFor();
    await page.keyboard.type('tax');
    await expect.poll(() => searchDialog(page).getByRole('combobox').inputValue()).toBe('tax');
    await page.keyboard.press('Escape');
    await searchDialog(page).waitFor({ state: 'hidden' });
  }),
);

test('the button opens the search on a phone, and has the focus again after closing', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.blogs);
    await page.getByRole('button', { name: /^Search/ }).click();
    await searchDialog(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    await searchDialog(page).getByRole('button', { name: 'Close search' }).click();
    await searchDialog(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('search-button');
  }));

test('arrow keys select a result, and Enter opens it', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await search(page, 'invoice');
    await searchOptions(page).first().waitFor();
    const count = await searchOptions(page).count();
    expect(await getVisibleText(searchStatus(page))).toMatch(new RegExp(`^${count} stor(y|ies)$`));
    const selected = () => searchDialog(page).locator('[aria-selected=true]');
    await page.keyboard.press('ArrowDown');
    expect(await selected().getAttribute('id')).toBe(await searchOptions(page).first().getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    expect(await selected().getAttribute('id')).toBe(await searchOptions(page).last().getAttribute('id'));
    const field = searchDialog(page).getByRole('combobox');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await selected().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    const target = await selected().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    expect(target).toMatch(/^\/blogs\/[a-z0-9-]+$/);
  }));

test('a click opens a result', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await search(page, 'epub');
    const target = await searchOptions(page).first().getAttribute('href');
    await searchOptions(page).first().click();
    await page.waitForURL(`**${target}`);
  }));

test('a query without results shows a message, and HTML in it stays text', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await search(page, '<img src=x onerror=alert(1)> zyzzyva');
    await searchStatus(page).getByText('No results for ‘<img src=x onerror=alert(1)> zyzzyva’').waitFor();
    expect(await searchDialog(page).locator('img').count()).toBe(0);
    expect(await searchOptions(page).count()).toBe(0);
  }));

test('a server error shows a message, and Enter retries', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await page.goto(paths.home);
    await page.route('**/api/search*', (route) => route.fulfill({ status: 500, json: { message: 'Down' } }), {
      times: 1,
    });
    await page.keyboard.press('/');
    // As one input event: on a slow machine a part of the query would already get the one failure.
    await searchDialog(page).getByRole('combobox').fill('invoice');
    await searchStatus(page).getByText('Search does not answer just now.').waitFor();
    expect(await searchOptions(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await searchOptions(page).first().waitFor();
  }));

test('a late response to an old query never replaces the newer one', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.route('**/api/search*q=inv', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => undefined);
    });
    const requestSent = page.waitForRequest('**/api/search*q=inv');
    await search(page, 'inv');
    await requestSent;
    await searchDialog(page).getByRole('combobox').fill('zyzzyva');
    await searchStatus(page).getByText('No results for').waitFor();
    await page.waitForTimeout(700);
    expect(await searchOptions(page).count()).toBe(0);
  }));

test('a slash typed into the field is entered as text', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    await expect.poll(() => searchDialog(page).getByRole('combobox').inputValue()).toBe('a/b');
  }));
