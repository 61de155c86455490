import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { button, previewWidths, writePost } from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('the preview shows the page at three widths, and its link works without signing in', () =>
  site.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await writePost(site, page, 'Seen before it is out.');
    await button(page, 'Preview').click();
    const frame = getOpenDialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Harbour notes', level: 1 }).waitFor();
    await expect.poll(() => frame.locator('main').innerText()).toContain('Seen before it is out.');
    for (const [name, width] of previewWidths) {
      await getOpenDialog(page).getByRole('radio', { name }).check();
      expect(
        await getOpenDialog(page)
          .locator('iframe')
          .evaluate((shown) => (shown as HTMLElement).offsetWidth),
      ).toBe(width);
    }
    // The framed page has its own landmarks, which axe reports as duplicates of those of the editor.
    const violations = await findAxeViolations(page);
    expect(violations.filter((violation) => !violation.includes('landmark-unique'))).toEqual([]);
    await button(page, 'Copy link').click();
    await getOpenDialog(page).getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    // Without a session.
    const response = await fetch(link);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Seen before it is out.');
    await frame.getByText('Draft. Not published yet.').waitFor();
  }));

test('the preview of search and sharing opens, and nothing is hidden by `content-visibility` while one writes', () =>
  site.open({}, async (page) => {
    await writePost(site, page, 'Seen before it is out.');
    const result = page.locator('.search-preview');
    await expect.poll(() => result.count()).toBe(1);
    expect(await result.isVisible()).toBe(false);
    // One hidden element in the page doubles what Chromium takes to read a long text, as it does after each key.
    const readHidden = () =>
      page.evaluate(() => {
        const styles = [...document.querySelectorAll('*')].flatMap((element) => [
          getComputedStyle(element),
          ...(element.matches('details') ? [getComputedStyle(element, '::details-content')] : []),
        ]);
        return styles.filter(({ contentVisibility }) => contentVisibility !== 'visible').length;
      });
    await expect.poll(readHidden).toBe(0);
    await page.getByText('Search and sharing').click();
    await result.getByText('Seen before it is out.').waitFor();
  }));
