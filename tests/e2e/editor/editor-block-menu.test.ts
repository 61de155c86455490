import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { pressKeys } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

test('a block is dragged by its handle, has a menu for mouse and keys, and a plus that adds one below', () =>
  site.open({ html: '<p>one</p><p>two</p><ul><li>three</li></ul><p>four</p>' }, async (page) => {
    // Room beside the text, as in the writing room.
    await page.evaluate(() => {
      (document.querySelector('main') as HTMLElement).style.paddingInline = '80px';
    });
    const handle = page.getByRole('button', { name: 'Block menu' });
    const menu = page.getByRole('menu');
    const item = (name: string) => page.getByRole('menuitem', { name });
    await page.getByText('two').hover();
    await handle.waitFor();
    await handle.dragTo(page.getByText('one'), { targetPosition: { x: 4, y: 2 } });
    await expect.poll(() => readEditorHtml(page)).toBe('<p>two</p><p>one</p><ul><li>three</li></ul><p>four</p>');

    await page.getByText('one').hover();
    await handle.click();
    await item('Add a block below').and(page.locator(':focus')).waitFor();
    expect(
      await findAxeViolations(page, { disabledRules: ['landmark-one-main', 'page-has-heading-one', 'region'] }),
    ).toEqual([]);
    await pressKeys(page, 'ArrowDown', 'ArrowRight');
    await page.getByRole('menuitemradio', { name: 'Text', checked: true }).waitFor();
    await page.getByRole('menuitemradio', { name: 'Quote' }).click();
    const quoted = '<p>two</p><blockquote><p>one</p></blockquote><ul><li>three</li></ul><p>four</p>';
    await expect.poll(() => readEditorHtml(page)).toBe(quoted);
    await pressKeys(page, 'Control+z');
    await expect.poll(() => readEditorHtml(page)).toBe('<p>two</p><p>one</p><ul><li>three</li></ul><p>four</p>');

    await page.getByText('three').click();
    await pressKeys(page, 'Alt+Enter', 'ArrowDown', 'Enter');
    await page.getByRole('menuitemradio', { name: 'Heading 2' }).click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>two</p><p>one</p><h2>three</h2><p>four</p>');
    await pressKeys(page, 'Alt+Enter', 'Escape');
    await menu.waitFor({ state: 'detached' });
    await pressKeys(page, 'Alt+Enter');
    await item('Delete').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>two</p><p>one</p><p>four</p>');

    await page.getByText('one').hover();
    await page.getByRole('button', { name: 'Add a block below' }).click();
    await page.getByRole('listbox', { name: 'Insert' }).waitFor();
    await page.keyboard.type('divider');
    await pressKeys(page, 'Enter');
    await expect.poll(() => readEditorHtml(page)).toBe('<p>two</p><p>one</p><hr /><p>four</p>');
  }));
