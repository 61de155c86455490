import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { type Site, startSite, wordsOf } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const dialogOf = (page: Page) => page.locator('#site_search');
const statusOf = (page: Page) => dialogOf(page).getByRole('status');
const optionsOf = (page: Page) => dialogOf(page).getByRole('option');

/** Asks once for these words: what is typed letter by letter may be asked for letter by letter. */
async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.insertText(words);
}

test.each(['/', 'Control+k', 'Meta+k'])('the key %s opens the search, ready to type', (key) =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.keyboard.press(key);
    await dialogOf(page).waitFor();
    await page.keyboard.type('tax');
    await expect.poll(() => dialogOf(page).getByRole('combobox').inputValue()).toBe('tax');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
  }),
);

test('the button opens the search on a phone, and gets the focus back', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.blogs);
    await page.getByRole('button', { name: /^Search/ }).click();
    await dialogOf(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    await dialogOf(page).getByRole('button', { name: 'Close search' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('search-button');
  }));

test('results are chosen by arrows and opened by Enter', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await search(page, 'invoice');
    await optionsOf(page).first().waitFor();
    const count = await optionsOf(page).count();
    expect(await wordsOf(statusOf(page))).toMatch(new RegExp(`^${count} stor(y|ies)$`));
    const selected = () => dialogOf(page).locator('[aria-selected=true]');
    await page.keyboard.press('ArrowDown');
    expect(await selected().getAttribute('id')).toBe(await optionsOf(page).first().getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    expect(await selected().getAttribute('id')).toBe(await optionsOf(page).last().getAttribute('id'));
    const field = dialogOf(page).getByRole('combobox');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await selected().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    const target = await selected().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    expect(target).toMatch(/^\/blogs\/[a-z0-9-]+$/);
  }));

test('a result opens by click', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await search(page, 'epub');
    const target = await optionsOf(page).first().getAttribute('href');
    await optionsOf(page).first().click();
    await page.waitForURL(`**${target}`);
  }));

test('no result is said in words, and what was typed stays text', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await search(page, '<img src=x onerror=alert(1)> zyzzyva');
    await statusOf(page).getByText('No results for ‘<img src=x onerror=alert(1)> zyzzyva’').waitFor();
    expect(await dialogOf(page).locator('img').count()).toBe(0);
    expect(await optionsOf(page).count()).toBe(0);
  }));

test('an error of the server is said in words, and Enter tries again', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await page.goto(paths.home);
    await page.route('**/api/search*', (route) => route.fulfill({ status: 500, json: { message: 'Down' } }), {
      times: 1,
    });
    await page.keyboard.press('/');
    // At once: typed by a slow machine, a part of the word would use the one fault up.
    await dialogOf(page).getByRole('combobox').fill('invoice');
    await statusOf(page).getByText('Search does not answer just now.').waitFor();
    expect(await optionsOf(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await optionsOf(page).first().waitFor();
  }));

test('a slow answer to an old question never replaces the newer one', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.route('**/api/search*q=inv', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/api/search*q=inv');
    await search(page, 'inv');
    await asked;
    await dialogOf(page).getByRole('combobox').fill('zyzzyva');
    await statusOf(page).getByText('No results for').waitFor();
    await page.waitForTimeout(700);
    expect(await optionsOf(page).count()).toBe(0);
  }));

test('a slash typed into the field is a slash', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    await expect.poll(() => dialogOf(page).getByRole('combobox').inputValue()).toBe('a/b');
  }));
