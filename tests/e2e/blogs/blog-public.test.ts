import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSettings } from '#db/seed/site/settings.ts';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite, getVisibleText } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readHeading = (page: Page) => getVisibleText(page.locator('main h1'));
const getPath = (page: Page) => new URL(page.url()).pathname;
test('a visitor follows links from home to a post, its category, its neighbours and back, and copies its link', () =>
  site.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.goto(paths.home);
    expect(await readHeading(page)).toContain(demoSettings.company.greeting);

    const postLink = page.locator('.post-card h3 a').first();
    const title = await getVisibleText(postLink);
    await postLink.click();
    await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
    expect(await readHeading(page)).toBe(title);
    const postPath = getPath(page);

    const chip = page.locator('.page-head a[href^="/categories/"]').first();
    const categoryName = await getVisibleText(chip);
    await chip.click();
    await page.waitForURL(/\/categories\/[a-z-]+$/);
    expect(await readHeading(page)).toBe(categoryName);
    await page.locator('main').getByRole('link', { name: title, exact: true }).click();
    await page.waitForURL(`**${postPath}`);

    const previous = page.locator('.neighbours a[rel=prev]');
    const previousTitle = (await getVisibleText(previous)).split('\n').at(-1);
    await previous.click();
    await page.waitForURL((url) => url.pathname !== postPath);
    expect(await readHeading(page)).toBe(previousTitle);
    await page.locator('.neighbours a[rel=next]').click();
    await page.waitForURL(`**${postPath}`);
    expect(await readHeading(page)).toBe(title);

    await page.goBack();
    expect(await readHeading(page)).toBe(previousTitle);
    await page.goForward();
    expect(await readHeading(page)).toBe(title);

    await page.goto(`${postPath}#some-part`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.origin + postPath);
  }));
