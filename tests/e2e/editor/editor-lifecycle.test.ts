import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveToEnd } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** A replaced editor is destroyed shortly after the new one is created. */
async function expectOneEditor(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.ProseMirror').count()).toBe(1);
}

test('an editor whose effects restart keeps the typed text and accepts more', () =>
  site.open({ html: '<p>A</p>' }, async (page) => {
    await moveToEnd(page);
    await page.keyboard.type('one');
    await page.locator('.ProseMirror').evaluate((old) => old.classList.add('old'));
    await runInPage(page, (editor) => editor.restart());
    await page.locator('.ProseMirror:not(.old)').waitFor();
    await expectOneEditor(page);
    expect(await readEditorHtml(page)).toBe('<p>Aone</p>');
    await moveToEnd(page);
    await page.keyboard.type('two');
    expect(await readEditorHtml(page)).toBe('<p>Aonetwo</p>');
  }));

test('when editors are replaced during creation, one is left and reports each change once', () =>
  site.open({ html: '<p>text</p>', restartCount: 3 }, async (page) => {
    await expectOneEditor(page);
    await page.locator('.ProseMirror').click();
    await page.keyboard.press('End');
    const before = await runInPage(page, (editor) => editor.changes);
    await page.keyboard.type('!');
    expect(await readEditorHtml(page)).toBe('<p>text!</p>');
    expect(await runInPage(page, (editor) => editor.changes)).toBe(before + 1);
  }));

test('content that is set before the editor is created becomes its initial content', () =>
  site.open({ html: '<p>old</p>', earlyHtml: '<p>new</p>' }, async (page) => {
    await expect.poll(() => page.locator('.ProseMirror').innerText()).toBe('new');
    expect(await readEditorHtml(page)).toBe('<p>new</p>');
  }));

test('React does not read the selection of the text when it renders the tools', () =>
  site.open({ html: '<p>text</p>' }, async (page) => {
    await moveToEnd(page);
    // ProseMirror asks the document; React asks the window, and counts from the start of the text.
    await page.evaluate(() => {
      const { getSelection } = window;
      const counter = Object.assign(window, { readCount: 0 });
      window.getSelection = () => {
        counter.readCount += 1;
        return getSelection.call(window);
      };
    });
    const bold = page.getByRole('button', { name: 'Bold' });
    await page.keyboard.press('Control+b');
    await expect.poll(() => bold.getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate('readCount')).toBe(0);
  }));
