import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { button, contentField, openEditor, titleField, waitForSaved } from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const focused = (page: Page) => page.locator(':focus');

/** Presses Escape: what is open closes, and the focus is where it was before. */
async function escapeTo(page: Page, before: ReturnType<Page['locator']>): Promise<void> {
  await page.keyboard.press('Escape');
  await expect.poll(() => getOpenDialog(page).count()).toBe(0);
  await before.and(focused(page)).waitFor();
}

test('Enter in the title leads into the text while the editor is still loading, and what is typed there arrives', () =>
  site.open({}, async (page) => {
    await signInAs(site, page);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/RichTextEditor.*.js', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(paths.addBlog);
    await titleField(page).and(focused(page)).waitFor();
    await page.keyboard.type('Harbour notes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The water');
    await page.keyboard.press('Enter');
    await page.keyboard.type('was ');
    release();
    await contentField(page).and(focused(page)).waitFor();
    await page.keyboard.type('still.');
    expect(await titleField(page).inputValue()).toBe('Harbour notes');
    expect(await contentField(page).locator('p').allInnerTexts()).toEqual(['The water', 'was still.']);
    await waitForSaved(page);
    await page.reload();
    await expect.poll(() => contentField(page).locator('p').allInnerTexts()).toEqual(['The water', 'was still.']);
  }));

test('by keyboard alone: Escape closes menus, dialogs and tools, and never leaves the text', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await page.keyboard.type('Harbour notes');
    await page.keyboard.press('Enter');
    const text = contentField(page);
    await text.and(focused(page)).waitFor();

    await page.keyboard.type('/');
    await page.getByRole('listbox', { name: 'Insert' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.type(' and/or');

    for (const [keys, name] of [
      ['Control+k', 'Add link'],
      ['Control+/', 'Editor shortcuts'],
    ] as const) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog', { name }).waitFor();
      await escapeTo(page, text);
    }
    await page.keyboard.press('Alt+F10');
    await page.getByRole('button', { name: 'Bold' }).and(focused(page)).waitFor();
    await escapeTo(page, text);

    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await page.getByRole('listbox', { name: 'Insert' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Content: table' }).waitFor();
    await page.keyboard.type('cell');
    await page.keyboard.press('Alt+F9');
    await page.getByRole('region', { name: 'Content: table' }).locator(':focus').waitFor();
    await escapeTo(page, text);
    await page.keyboard.press('Escape');
    await page.keyboard.type('!');

    await waitForSaved(page);
    const address = page.url();
    for (const name of ['Choose image', 'Preview']) {
      await button(page, name).focus();
      await page.keyboard.press('Enter');
      await getOpenDialog(page).waitFor();
      await escapeTo(page, button(page, name));
    }
    await text.focus();
    // Out of the table first: what is typed then is in the text, and no question has come.
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('below');
    await expect.poll(() => text.locator('> p').last().innerText()).toBe('below');
    await page.keyboard.press('Control+Enter');
    await getOpenDialog(page).getByRole('button', { name: 'Publish now' }).waitFor();
    await escapeTo(page, text);
    expect(page.url()).toBe(address);
    expect(await text.innerText()).toContain('/ and/or');
    expect(await text.innerText()).toContain('cell!');
  }));
