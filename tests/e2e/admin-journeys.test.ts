import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { toast } from './crud-steps.ts';
import {
  button,
  call,
  contentField,
  dialog,
  openEditor,
  titleField,
  typeContent,
  waitForSaved,
} from './editor-steps.ts';
import { signInAs } from './sign-in-as.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const picture = fileURLToPath(new URL('../../public/images/gst-flow.svg', import.meta.url));
const chooseStatus = (page: Page, name: string) => page.getByRole('combobox', { name: 'Status' }).selectOption(name);

/** With the notice that is said, where one is. */
async function publishNow(page: Page, said = ''): Promise<void> {
  await page.locator('.drafting-actions .button-primary').click();
  await dialog(page).locator('.button-primary').click();
  // First what goes by itself: the page may still be loading then.
  if (said) await toast(page, said);
  await page.waitForURL((url) => url.pathname === paths.blogManager);
}

async function putPicture(page: Page, alt: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Picture', exact: true }).click(),
  ]);
  await chooser.setFiles(picture);
  const shown = contentField(page).locator('figure img');
  await shown.waitFor();
  await shown.click();
  await page.getByLabel('Alternative text').fill(alt);
}

/** Where the answer of an address leads, without following it. */
const answerOf = async (path: string) => {
  const response = await fetch(new URL(path, site.origin), { redirect: 'manual' });
  return [response.status, response.headers.get('location')];
};

test('a post with a picture: written, looked at, published with the proof, renamed, archived, thrown away, brought back', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('How GST flows');
    await typeContent(page, '## The way of a dollar\nIt begins at the till.');
    await putPicture(page, 'Arrows from buyer to seller to Inland Revenue');
    await page.getByLabel('Description').fill('One picture of who pays what to whom.');
    await waitForSaved(page);
    const id = Number(/\d+$/.exec(page.url())?.[0]);

    await button(page, 'Preview').click();
    const preview = dialog(page).frameLocator('iframe');
    await preview.getByRole('img', { name: /^Arrows from buyer/ }).waitFor();
    await page.keyboard.press('Escape');

    await chooseStatus(page, 'published');
    await publishNow(page, 'Blog created successfully');
    const row = page.locator(`[data-post="${id}"]`);
    await row.getByText(/Live in \d/).waitFor();
    await page.goto(paths.blog('how-gst-flows'));
    const image = page.locator('main').getByRole('img', { name: /^Arrows from buyer/ });
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth > 0)).toBe(true);
    expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/);

    // Renamed: the old address leads on, and from the address before that at once.
    for (const slug of ['gst-in-one-picture', 'gst-at-a-glance']) {
      await page.goto(paths.editBlog(id));
      await contentField(page).waitFor();
      await page.getByLabel('Address').fill(slug);
      await waitForSaved(page);
      await publishNow(page, 'Blog updated successfully');
      await expect.poll(() => answerOf(paths.blog(slug))).toEqual([200, null]);
    }
    expect(await answerOf(paths.blog('how-gst-flows'))).toEqual([301, paths.blog('gst-at-a-glance')]);
    expect(await answerOf(paths.blog('gst-in-one-picture'))).toEqual([301, paths.blog('gst-at-a-glance')]);

    await page.goto(paths.editBlog(id));
    await contentField(page).waitFor();
    await chooseStatus(page, 'archived');
    await waitForSaved(page);
    await publishNow(page);
    await expect.poll(() => answerOf(paths.blog('gst-at-a-glance'))).toEqual([404, null]);

    await page
      .locator(`[data-post="${id}"]`)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await dialog(page).getByText('Are you sure you want to delete this blog?').waitFor();
    await dialog(page).locator('.button-danger').click();
    await toast(page, 'Blog deleted successfully');
    await call(page, 'POST', `/api/blogs/${id}/restore`);
    await page.goto(paths.editBlog(id));
    await contentField(page).waitFor();
    await expect.poll(() => contentField(page).innerText()).toContain('It begins at the till.');
    await chooseStatus(page, 'published');
    await waitForSaved(page);
    await publishNow(page);
    await expect.poll(() => answerOf(paths.blog('gst-at-a-glance'))).toEqual([200, null]);
  }));

test('a whole tree of documents is built from nothing and read by a user', async () => {
  await site.open({}, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.productManager);
    await button(page, 'Add Product').click();
    await page.getByLabel('Name').fill('InkMate');
    await button(page, 'Add product').click();
    await toast(page, 'Product added successfully');
    await page.goto(paths.sectionManager);
    for (const name of ['Begin', 'Go on']) {
      await button(page, 'Add Section').click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Product', { exact: true }).selectOption('InkMate');
      await button(page, 'Add section').click();
      await toast(page, 'Section added successfully');
      await page.locator('.admin-table tbody tr', { hasText: name }).filter({ hasText: 'InkMate' }).waitFor();
    }
    const sections: { id: number; name: string; product_name: string }[] = await call(page, 'GET', '/api/sections');
    const own = sections.filter((section) => section.product_name === 'InkMate');
    for (const section of own) {
      for (const part of ['one', 'two']) {
        await openEditor(site, page, paths.newDocument);
        await titleField(page).fill(`${section.name}, part ${part}`);
        await typeContent(page, `## Part ${part}\nThe words of ${section.name}, part ${part}.`);
        await page.getByRole('combobox', { name: 'Section' }).selectOption(String(section.id));
        await waitForSaved(page);
        await button(page, 'Publish').click();
        await dialog(page).locator('.button-primary').click();
        await page.getByText('Document created successfully').waitFor();
      }
    }
  });
  await site.open({}, async (page) => {
    await signInAs(site, page, 'user');
    await page.goto(paths.productDocuments('inkmate'));
    const titles = ['Begin, part one', 'Begin, part two', 'Go on, part one', 'Go on, part two'];
    const list = page.getByRole('navigation', { name: 'Documents of InkMate' });
    await list.getByRole('link').first().waitFor();
    await expect.poll(() => list.getByRole('link').allInnerTexts()).toEqual(titles);
    await list.getByRole('link').first().click();
    for (const [at, title] of titles.entries()) {
      await page.getByText(`The words of ${title}.`).waitFor();
      if (at < titles.length - 1) await page.locator('a[rel=next]').click();
    }
  });
});
