import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { openAsAdmin, waitForToast } from '../crud-steps.ts';
import { button, contentField, startPublish, titleField, waitForSaved } from '../editor-steps.ts';
import { INPUTS } from '../input-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const findActions = (page: Page, name: string) => button(page, `Actions for ${name}`);

describe.each(INPUTS)('%s', (_name, input) => {
  const { options, press, write } = input;

  /** Deletes a row by its menu. */
  async function deleteRow(page: Page, name: string): Promise<void> {
    await press(page, findActions(page, name));
    await press(page, page.getByRole('menuitem', { name: 'Delete...' }));
    await press(page, getOpenDialog(page).locator('.button-danger'));
    await findActions(page, name).waitFor({ state: 'detached' });
  }

  test.each([
    ['product', 'Product', paths.productManager],
    ['section', 'Section', paths.sectionManager],
  ])('a %s is added, renamed and deleted', (kind, label, path) =>
    site.open(options, async (page) => {
      await openAsAdmin(site, page, path);
      await press(page, button(page, `New ${kind}`));
      await write(page, getOpenDialog(page).getByLabel('Name'), 'Lantern');
      await press(page, button(page, `Add ${kind}`));
      await waitForToast(page, `${label} added successfully`);
      await press(page, findActions(page, 'Lantern'));
      await press(page, page.getByRole('menuitem', { name: 'Edit' }));
      await write(page, getOpenDialog(page).getByLabel('Name'), 'Lighthouse');
      await press(page, button(page, `Update ${kind}`));
      await waitForToast(page, `${label} updated successfully`);
      await deleteRow(page, 'Lighthouse');
    }),
  );

  test('a category is added, renamed and deleted', () =>
    site.open(options, async (page) => {
      await openAsAdmin(site, page, paths.categoryManager);
      await press(page, button(page, 'New category'));
      await write(page, page.getByLabel('Name'), 'Lantern');
      await press(page, button(page, 'Add category'));
      await waitForToast(page, 'Category created successfully');
      await press(page, findActions(page, 'Lantern'));
      await press(page, page.getByRole('menuitem', { name: 'Edit' }));
      await page.getByRole('heading', { name: 'Edit category' }).waitFor();
      await write(page, page.getByLabel('Name'), 'Lighthouse');
      await press(page, button(page, 'Update category'));
      await waitForToast(page, 'Category updated successfully');
      await deleteRow(page, 'Lighthouse');
    }));

  test('a document is written, published, changed and deleted', () =>
    site.open(options, async (page) => {
      await openAsAdmin(site, page, paths.documentManager);
      await press(page, page.getByRole('link', { name: 'New document' }));
      await titleField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('How lanterns work');
      await page.keyboard.press('Enter');
      await contentField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('They burn.');
      await waitForSaved(page);
      await startPublish(page, input, 'Publish...');
      await press(page, getOpenDialog(page).locator('.button-primary'));
      await press(page, button(page, 'Back to documents'));
      await page.getByText('Document created successfully').waitFor();
      await press(page, findActions(page, 'How lanterns work'));
      await press(page, page.getByRole('menuitem', { name: 'Edit' }));
      await write(page, titleField(page), 'How lamps work');
      await waitForSaved(page);
      await startPublish(page, input, 'Update');
      await press(page, button(page, 'Back to documents'));
      await page.getByText('Document updated successfully').waitFor();
      await deleteRow(page, 'How lamps work');
    }));
});
