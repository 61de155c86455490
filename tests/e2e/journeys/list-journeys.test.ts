import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { openAsAdmin, waitForToast } from '../crud-steps.ts';
import { button, call, contentField, startPublish, titleField, waitForSaved } from '../editor-steps.ts';
import { INPUTS } from '../input-steps.ts';
import { signInAs } from '../sign-in-as.ts';
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

  /** Adds a row in the dialog of its list, and renames it. `fillIn` writes into the other fields. */
  async function addAndRename(
    page: Page,
    kind: string,
    label: string,
    name: string,
    fillIn = async () => {},
  ): Promise<void> {
    await press(page, button(page, `New ${kind}`));
    await write(page, getOpenDialog(page).getByLabel('Name'), 'Lantern');
    await fillIn();
    await press(page, button(page, `Add ${kind}`));
    await waitForToast(page, `${label} added successfully`);
    await press(page, findActions(page, 'Lantern'));
    await press(page, page.getByRole('menuitem', { name: 'Edit' }));
    await write(page, getOpenDialog(page).getByLabel('Name'), name);
    await press(page, button(page, `Update ${kind}`));
    await waitForToast(page, `${label} updated successfully`);
    await findActions(page, name).waitFor();
  }

  test('a product gets a section and a document, which a user reads; all three are changed and deleted', () =>
    site.open(options, async (page) => {
      await openAsAdmin(site, page, paths.productManager);
      await addAndRename(page, 'product', 'Product', 'InkMate');
      await page.goto(paths.sectionManager);
      await addAndRename(page, 'section', 'Section', 'Begin', async () => {
        await getOpenDialog(page).getByLabel('Product', { exact: true }).selectOption('InkMate');
      });
      const sections: { id: number; name: string }[] = await call(page, 'GET', '/api/sections');
      const section = sections.find((each) => each.name === 'Begin');
      await page.goto(`${paths.newDocument}?section=${section?.id}`);
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

      await site.open(options, async (reader) => {
        await signInAs(site, reader, 'user');
        await reader.goto(paths.productDocuments('InkMate'));
        await reader.getByRole('heading', { name: 'How lamps work', exact: true, level: 2 }).waitFor();
        await reader.getByText('They burn.').waitFor();
      });

      await deleteRow(page, 'How lamps work');
      await page.goto(paths.sectionManager);
      await deleteRow(page, 'Begin');
      await page.goto(paths.productManager);
      await deleteRow(page, 'InkMate');
    }));
});
