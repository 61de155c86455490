import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright';
import {
  button,
  contentField,
  fetchDraft,
  openEditor,
  titleField,
  typeContent,
  waitForSaved,
} from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const imageFile = fileURLToPath(new URL('../../../public/images/gst-flow.svg', import.meta.url));

async function insertImage(page: Page): Promise<Locator> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Image', exact: true }).click(),
  ]);
  await chooser.setFiles(imageFile);
  const image = contentField(page).locator('figure img');
  await image.waitFor();
  return image;
}

test('an uploaded image is inserted into the text and saved in the draft', async () => {
  await site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('A picture of GST');
    await typeContent(page, 'Look:');
    const image = await insertImage(page);
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    await image.click();
    await page.getByLabel('Alt text').fill('How GST flows');
    await waitForSaved(page);
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    const expected =
      /^<p>Look:<\/p><figure><img src="\/uploads\/[0-9a-f]+-\d+x\d+\.webp" alt="How GST flows" width="\d+" height="\d+" loading="lazy" decoding="async" \/><\/figure>$/;
    await expect.poll(async () => (await fetchDraft(page, id)).content).toMatch(expected);
  });
});

test('an image marked as decorative gives no warning about alternative text, after a reload and before publishing', async () => {
  await site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('A border of ferns');
    await typeContent(page, 'Ferns:');
    const image = await insertImage(page);
    const badge = contentField(page).getByText('No alt text');
    const warning = getOpenDialog(page).getByText('An image has no alt text', { exact: false });
    const openPublishDialog = async () => {
      await button(page, 'Publish...').click();
      await getOpenDialog(page).getByRole('button', { name: 'Publish now' }).waitFor();
    };
    await badge.waitFor();
    await openPublishDialog();
    await warning.waitFor();
    await button(page, 'Keep editing').click();
    await image.click();
    await page.getByLabel('Decorative').check();
    await waitForSaved(page);
    await page.reload();
    await image.click();
    await expect.poll(() => page.getByLabel('Decorative').isChecked()).toBe(true);
    expect(await badge.count()).toBe(0);
    await openPublishDialog();
    expect(await warning.count()).toBe(0);
    await button(page, 'Keep editing').click();
    await page.getByLabel('Decorative').uncheck();
    await badge.waitFor();
  });
});
