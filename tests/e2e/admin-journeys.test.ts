import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { chooseAction, waitForToast } from './crud-steps.ts';
import {
  button,
  call,
  contentField,
  openEditor,
  titleField,
  typeContent,
  waitForSaved,
  publishPost,
} from './editor-steps.ts';
import { signInAs } from './sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const imageFile = fileURLToPath(new URL('../../public/images/gst-flow.svg', import.meta.url));
const selectStatus = (page: Page, name: string) => page.getByRole('combobox', { name: 'Status' }).selectOption(name);

/** Confirms the publish dialog, and waits for the toast if its text is given. */
async function publishNow(page: Page, toastText = ''): Promise<void> {
  await publishPost(page);
  // The toast first: it disappears by itself while the next page loads.
  if (toastText) await waitForToast(page, toastText);
  await page.waitForURL((url) => url.pathname === paths.blogManager);
}

async function insertImage(page: Page, alt: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Image', exact: true }).click(),
  ]);
  await chooser.setFiles(imageFile);
  const image = contentField(page).locator('figure img');
  await image.waitFor();
  await image.click();
  await page.getByLabel('Alt text').fill(alt);
}

/** Status and redirect target of a path, without following the redirect. */
const fetchStatusAndLocation = async (path: string) => {
  const response = await fetch(new URL(path, site.origin), { redirect: 'manual' });
  return [response.status, response.headers.get('location')];
};

test('a post with an image is written, previewed, published, renamed, archived, deleted and restored', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).fill('How GST flows');
    await typeContent(page, '## The way of a dollar\nIt begins at the till.');
    await insertImage(page, 'Arrows from buyer to seller to Inland Revenue');
    await page.getByLabel('Description').fill('One picture of who pays what to whom.');
    await waitForSaved(page);
    const id = Number(/\d+$/.exec(page.url())?.[0]);

    await button(page, 'Preview').click();
    const preview = getOpenDialog(page).frameLocator('iframe');
    await preview.getByRole('img', { name: /^Arrows from buyer/ }).waitFor();
    await page.keyboard.press('Escape');

    await selectStatus(page, 'published');
    await publishNow(page, 'Blog created successfully');
    const row = page.locator(`[data-row="${id}"]`);
    await row.getByText(/^Live \(took /).waitFor();
    await page.goto(paths.blog('how-gst-flows'));
    const image = page.locator('main').getByRole('img', { name: /^Arrows from buyer/ });
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth > 0)).toBe(true);
    expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/);

    // Renamed twice: both earlier addresses redirect to the newest one directly.
    for (const slug of ['gst-in-one-picture', 'gst-at-a-glance']) {
      await page.goto(paths.editBlog(id));
      await contentField(page).waitFor();
      await page.getByLabel('Address').fill(slug);
      await waitForSaved(page);
      await publishNow(page, 'Blog updated successfully');
      await expect.poll(() => fetchStatusAndLocation(paths.blog(slug))).toEqual([200, null]);
    }
    expect(await fetchStatusAndLocation(paths.blog('how-gst-flows'))).toEqual([301, paths.blog('gst-at-a-glance')]);
    expect(await fetchStatusAndLocation(paths.blog('gst-in-one-picture'))).toEqual([
      301,
      paths.blog('gst-at-a-glance'),
    ]);

    await page.goto(paths.editBlog(id));
    await contentField(page).waitFor();
    await selectStatus(page, 'archived');
    await waitForSaved(page);
    await publishNow(page);
    await expect.poll(() => fetchStatusAndLocation(paths.blog('gst-at-a-glance'))).toEqual([404, null]);

    await chooseAction(page, 'How GST flows', 'Delete...');
    await getOpenDialog(page).getByText('Are you sure you want to delete this blog?').waitFor();
    await getOpenDialog(page).locator('.button-danger').click();
    await waitForToast(page, 'Blog deleted successfully');
    await call(page, 'POST', `/api/blogs/${id}/restore`);
    await page.goto(paths.editBlog(id));
    await contentField(page).waitFor();
    await expect.poll(() => contentField(page).innerText()).toContain('It begins at the till.');
    await selectStatus(page, 'published');
    await waitForSaved(page);
    await publishNow(page);
    await expect.poll(() => fetchStatusAndLocation(paths.blog('gst-at-a-glance'))).toEqual([200, null]);
  }));

test('an admin creates a product with sections and documents, and a user reads them in order', async () => {
  await site.open({}, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.productManager);
    await button(page, 'New product').click();
    await page.getByLabel('Name').fill('InkMate');
    await button(page, 'Add product').click();
    await waitForToast(page, 'Product added successfully');
    await page.goto(paths.sectionManager);
    for (const name of ['Begin', 'Go on']) {
      await button(page, 'New section').click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Product', { exact: true }).selectOption('InkMate');
      await button(page, 'Add section').click();
      await waitForToast(page, 'Section added successfully');
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
        await button(page, 'Publish...').click();
        await getOpenDialog(page).locator('.button-primary').click();
        await button(page, 'Back to documents').click();
        await page.getByText('Document created successfully').waitFor();
      }
    }
  });
  await site.open({}, async (page) => {
    await signInAs(site, page, 'user');
    await page.goto(paths.productDocuments('inkmate'));
    const titles = ['Begin, part one', 'Begin, part two', 'Go on, part one', 'Go on, part two'];
    const list = page.getByRole('navigation', { name: 'InkMate documents' });
    await list.getByRole('link').first().waitFor();
    await expect.poll(() => list.getByRole('link').allInnerTexts()).toEqual(titles);
    await list.getByRole('link').first().click();
    for (const [index, title] of titles.entries()) {
      await page.getByText(`The words of ${title}.`).waitFor();
      if (index < titles.length - 1) await page.locator('a[rel=next]').click();
    }
  });
});
