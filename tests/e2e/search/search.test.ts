import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { waitForPaint } from '../../support/browser/wait-for-paint.ts';
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

test('keys open the search, arrow keys select a result and Enter opens it; a click does the same', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const field = searchDialog(page).getByRole('combobox');
    for (const key of ['Control+k', 'Meta+k', '/']) {
      await page.keyboard.press(key);
      await searchDialog(page).waitFor();
      // A slash in the field is text.
      await page.keyboard.type('a/b');
      await expect.poll(() => field.inputValue(), { message: key }).toBe('a/b');
      await page.keyboard.press('Escape');
      await searchDialog(page).waitFor({ state: 'hidden' });
      await page.reload();
    }
    await search(page, 'invoice');
    await searchOptions(page).first().waitFor();
    const count = await searchOptions(page).count();
    expect(await getVisibleText(searchStatus(page))).toMatch(/^\d posts? and \d pages?$/);
    expect(count).toBeGreaterThan(2);
    const selected = () => searchDialog(page).locator('[aria-selected=true]');
    await page.keyboard.press('ArrowDown');
    expect(await selected().getAttribute('id')).toBe(await searchOptions(page).first().getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    expect(await selected().getAttribute('id')).toBe(await searchOptions(page).last().getAttribute('id'));
    expect(await field.getAttribute('aria-activedescendant')).toBe(await selected().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    const target = await selected().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    expect(target).toMatch(/^\/blogs\/[a-z0-9-]+$/);

    await search(page, 'invocies');
    await searchStatus(page)
      .getByText(/^No results for ‘invocies’\. Showing results for ‘invoices?’.*: \d post/)
      .waitFor();
    expect(await searchOptions(page).locator('mark').first().textContent()).toMatch(/^invoice/i);
    // Whatever stands between the words is no part of them.
    await searchDialog(page).getByRole('combobox').fill('code, (password)');
    await searchOptions(page).locator('mark', { hasText: 'code' }).first().waitFor();
    await searchDialog(page).getByRole('combobox').fill('epub');
    await searchOptions(page).locator('mark', { hasText: /epub/i }).first().waitFor();
    const clicked = await searchOptions(page).first().getAttribute('href');
    await searchOptions(page).first().click();
    await page.waitForURL(`**${clicked}`);
  }));

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

test('no results, a server error and a late response are told apart, and HTML in a query stays text', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await page.goto(paths.home);
    await search(page, '<img src=x onerror=alert(1)> zyzzyva');
    await searchStatus(page).getByText('No results for ‘<img src=x onerror=alert(1)> zyzzyva’').waitFor();
    expect(await searchDialog(page).locator('img').count()).toBe(0);
    expect(await searchOptions(page).count()).toBe(0);

    await page.route('**/api/search*', (route) => route.fulfill({ status: 500, json: { message: 'Down' } }), {
      times: 1,
    });
    // As one input event: on a slow machine a part of the query would already get the one failure.
    const field = searchDialog(page).getByRole('combobox');
    await field.fill('invoice');
    await searchStatus(page).getByText('Search isn’t working right now.').waitFor();
    expect(await searchOptions(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await searchOptions(page).first().waitFor();

    const mayRespond = Promise.withResolvers<void>();
    const responded = Promise.withResolvers<void>();
    await page.route('**/api/search*q=inv', async (route) => {
      await mayRespond.promise;
      await route.continue().catch(() => undefined);
      responded.resolve();
    });
    const requestSent = page.waitForRequest('**/api/search*q=inv');
    await field.fill('inv');
    await requestSent;
    await field.fill('zyzzyva');
    await searchStatus(page).getByText('No results for').waitFor();
    mayRespond.resolve();
    await responded.promise;
    await waitForPaint(page);
    expect(await searchOptions(page).count(), 'a late response replaces no newer one').toBe(0);
  }));
