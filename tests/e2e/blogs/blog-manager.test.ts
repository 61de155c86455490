import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminLinks } from '#src/layouts/site/navigation.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { getRows, openManager, toManagerUrl } from '../manager-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('on a phone rows are cards that fit the width, with a sort select and links to the other screens', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await openManager(site, page);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: PHONE.height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
    }
    expect(await page.getByRole('columnheader', { name: 'Title' }).isVisible()).toBe(false);
    const card = getRows(page).first();
    expect(await card.locator('.thumb, .badge, .date-cell').count()).toBe(3);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Sort by').selectOption('Title, Z to A');
    await page.waitForURL(`**${toManagerUrl({ sort: { by: 'title', order: 'DESC' } })}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    for (const { label, href } of adminLinks) {
      await expect.poll(() => drawer.locator(`.side-nav a[href="${href}"]`).innerText()).toContain(label);
    }
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');
  }));

/** Other states are among those of `access/admin-accessibility.test.ts`. */
test('a selection, the result of a bulk action, the filters and the shortcuts have no accessibility violations', () =>
  site.open({}, async (page) => {
    const scan = async (name: string) => {
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        expect(await findAxeViolations(page), `${name}, ${viewport.width} px`).toEqual([]);
      }
      await page.setViewportSize(DESKTOP);
    };
    await openManager(site, page, { status: 'published' });
    // Keys of the list do nothing while the focus is in the navigation.
    await page.getByRole('link', { name: 'Media' }).focus();
    await page.keyboard.press('j');
    expect(await readFocusedText(page)).toContain('Media');
    await page.keyboard.press('?');
    await getOpenDialog(page).getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await scan('the list of shortcuts');
    await page.keyboard.press('Escape');
    for (const n of [0, 1]) await getRows(page).nth(n).getByRole('checkbox').check();
    await scan('selected rows');
    await page.locator('.bulk-bar').getByRole('button', { name: 'Publish' }).click();
    await getOpenDialog(page).getByRole('button', { name: 'Publish' }).click();
    await page.getByText('2 posts weren’t changed:').waitFor();
    await scan('the result of a bulk action');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Category').waitFor();
    expect(await findAxeViolations(page), 'the filters').toEqual([]);
  }));

const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
