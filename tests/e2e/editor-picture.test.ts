import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentField, draftOf, openEditor, typeContent, waitForSaved, titleField } from './editor-steps.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const picture = fileURLToPath(new URL('../../public/pictures/gst-flow.svg', import.meta.url));

test('a picture goes through the real server into the text and into the draft', async () => {
  await site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('A picture of GST');
    await typeContent(page, 'Look:');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Picture', exact: true }).click(),
    ]);
    await chooser.setFiles(picture);
    const shown = contentField(page).locator('figure img');
    await shown.waitFor();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    await shown.click();
    await page.getByLabel('Alternative text').fill('How GST flows');
    await waitForSaved(page);
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    const wanted =
      /^<p>Look:<\/p><figure><img src="\/uploads\/[0-9a-f]+-\d+x\d+\.webp" alt="How GST flows" width="\d+" height="\d+" loading="lazy" decoding="async" \/><\/figure>$/;
    await expect.poll(async () => (await draftOf(page, id)).content).toMatch(wanted);
  });
});
