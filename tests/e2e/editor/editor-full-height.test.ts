import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, visitPage } from '../../support/browser/browser.ts';
import { openEditor, titleField } from '../editor-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test.each([
  ['a phone', PHONE],
  ['a desktop', { width: 1280, height: 800 }],
])('at full height the toolbar is never covered by the bar above it: on %s', async (_name, viewport) => {
  await visitPage(site.browser, { origin: site.origin, viewport }, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('A long text');
    await page.locator('.ProseMirror').click();
    for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Full height' }).click();
    await page.locator('.editor-tall').waitFor();
    const isToolbarOnTop = () =>
      page.evaluate(() => {
        window.scrollTo(0, 700);
        const toolbar = document.querySelector('.editor-toolbar') as HTMLElement;
        const { left, top, height } = toolbar.getBoundingClientRect();
        return toolbar.contains(document.elementFromPoint(left + 20, top + height / 2)) && window.scrollY > 300;
      });
    await expect.poll(isToolbarOnTop).toBe(true);
  });
});
