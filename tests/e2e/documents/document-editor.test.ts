import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { button, openEditor, previewWidths, titleField, typeContent } from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('the document preview renders unsaved content at three widths, and its links do not leave the editor', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await openEditor(site, page, paths.newDocument);
    await page.route('**/api/documents/drafts', (route) => route.fulfill({ status: 500, json: {} }));
    await titleField(page).fill('Three ways to look');
    await typeContent(page, '## One\nFirst.\n## Two\nSecond.\n## Three\nThird.');
    await button(page, 'Preview').click();
    const frame = getOpenDialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Three ways to look', level: 1 }).waitFor();
    const contents = frame.getByRole('navigation', { name: 'On this page' });
    const readContentsX = async () => (await contents.boundingBox())?.x ?? 0;
    const contentsX: number[] = [];
    for (const [name, width] of previewWidths) {
      await getOpenDialog(page).getByRole('radio', { name }).check();
      expect(await frame.locator('body').evaluate((body) => body.ownerDocument.defaultView?.innerWidth)).toBe(width);
      contentsX.push(await readContentsX());
    }
    expect(await findAxeViolations(page)).toEqual([]);
    // The style sheets follow the width of the frame: only on a desktop is the table of contents beside the text.
    expect(Math.max(...contentsX)).toBe(contentsX[2]);
    await contents.getByRole('link', { name: 'Three' }).click();
    await frame.getByText('Third.').waitFor();
    expect(page.url()).toMatch(/\/documents\/new$/);
  }));
