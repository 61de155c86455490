import { afterAll, beforeAll, expect, test } from 'vitest';
import { button, dialog, previewWidths, writePost } from '../editor-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('the preview is the page as it will be, at three widths, and its link can be shared', () =>
  site.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await writePost(site, page, 'Seen before it is out.');
    await button(page, 'Preview').click();
    const frame = dialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Harbour notes', level: 1 }).waitFor();
    await expect.poll(() => frame.locator('main').innerText()).toContain('Seen before it is out.');
    for (const [name, width] of previewWidths) {
      await dialog(page).getByRole('radio', { name }).check();
      expect(
        await dialog(page)
          .locator('iframe')
          .evaluate((shown) => (shown as HTMLElement).offsetWidth),
      ).toBe(width);
    }
    // The page inside has the landmarks of every page; they are its own, not a second set of this one's.
    const found = await violationsOf(page);
    expect(found.filter((violation) => !violation.includes('landmark-unique'))).toEqual([]);
    await button(page, 'Copy the link').click();
    await dialog(page).getByText('The link is copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    // Nobody need be signed in to follow it.
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Seen before it is out.');
  }));

test('a preview that cannot be made says why', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await writePost(site, page);
    await page.route('**/preview-link', (route) => route.fulfill({ status: 500, json: { message: 'Not just now.' } }));
    await button(page, 'Preview').click();
    await dialog(page).getByText('Not just now.').waitFor();
    await page.unroute('**/preview-link');
    await button(page, 'Retry').click();
    await dialog(page).frameLocator('iframe').getByRole('heading', { name: 'Harbour notes', level: 1 }).waitFor();
  }));
