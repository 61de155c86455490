import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright';
import {
  button,
  contentField,
  dialog,
  draftOf,
  openEditor,
  titleField,
  typeContent,
  waitForSaved,
} from '../editor-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const picture = fileURLToPath(new URL('../../../public/images/gst-flow.svg', import.meta.url));

async function insertPicture(page: Page): Promise<Locator> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Picture', exact: true }).click(),
  ]);
  await chooser.setFiles(picture);
  const shown = contentField(page).locator('figure img');
  await shown.waitFor();
  return shown;
}

test('a picture goes through the real server into the text and into the draft', async () => {
  await site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('A picture of GST');
    await typeContent(page, 'Look:');
    const shown = await insertPicture(page);
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

test('a picture that is decoration is not asked about again, after a reload and before publishing', async () => {
  await site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('A border of ferns');
    await typeContent(page, 'Ferns:');
    const shown = await insertPicture(page);
    const badge = contentField(page).getByText('No alternative text');
    const warning = dialog(page).getByText('A picture has no alternative text', { exact: false });
    const askToPublish = async () => {
      await page.getByLabel('Status').selectOption('published');
      await button(page, 'Publish').click();
      await dialog(page).locator('.button-primary').waitFor();
    };
    await badge.waitFor();
    await askToPublish();
    await warning.waitFor();
    await button(page, 'Keep writing').click();
    await shown.click();
    await page.getByLabel('Decorative').check();
    await waitForSaved(page);
    await page.reload();
    await shown.click();
    await expect.poll(() => page.getByLabel('Decorative').isChecked()).toBe(true);
    expect(await badge.count()).toBe(0);
    await askToPublish();
    expect(await warning.count()).toBe(0);
    await button(page, 'Keep writing').click();
    await page.getByLabel('Decorative').uncheck();
    await badge.waitFor();
  });
});
