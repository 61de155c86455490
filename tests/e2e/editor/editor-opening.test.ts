import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';
import { waitForPaint } from '../../support/browser/wait-for-paint.ts';

const BLOCKS = 240;
const WORDS = 'The boats lay at their moorings, and nobody asked why the lamp was still burning. '.repeat(4).trim();

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

const writeBlocks = (typed: Record<number, string> = {}) =>
  Array.from({ length: BLOCKS }, (_, n) => {
    const text = `Part ${n}. ${typed[n] ?? ''}${WORDS}`;
    return n % 6 === 3 ? `<ul><li>${text}</li></ul>` : `<p>${text}</p>`;
  }).join('');

/** Opens a long text, and keeps it as it is when only the blocks in the window are laid out: the browser is never idle. */
function openUnused(body: (page: Page) => Promise<void>): Promise<void> {
  return site.open({ html: writeBlocks() }, async (page) => {
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    await page.reload();
    await page.locator('.ProseMirror').waitFor();
    await waitForPaint(page);
    expect(await isPartial(page)).toBe(true);
    await body(page);
  });
}

const isPartial = async (page: Page) => (await page.locator('[data-partial-layout]').count()) > 0;

/** Where the text of a block begins, behind 'Part n. ', in the window. */
const measureStart = (page: Page, block: number) =>
  page.evaluate((index) => {
    const element = document.querySelectorAll('.ProseMirror > *')[index] as Element;
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    range.setStart(text, `Part ${index}. `.length);
    range.collapse(true);
    const { x, y, height } = range.getBoundingClientRect();
    return { x, y: y + height / 2 };
  }, block);

test.each([0, 3, 57, 144, 239])('a click into block %i of a text just opened puts the cursor there', (block) =>
  openUnused(async (page) => {
    await page.evaluate(
      (index) => document.querySelectorAll('.ProseMirror > *')[index]?.scrollIntoView({ block: 'center' }),
      block,
    );
    await waitForPaint(page);
    const { x, y } = await measureStart(page, block);
    await page.mouse.click(x, y);
    expect(await isPartial(page)).toBe(false);
    await page.keyboard.type('typed here, at once. ');
    expect(await readEditorHtml(page)).toBe(writeBlocks({ [block]: 'typed here, at once. ' }));
  }),
);

test('what is typed into a text just opened that got the focus from a script arrives, also in new paragraphs', () =>
  openUnused(async (page) => {
    await runInPage(page, (editor) => editor.handle.focus());
    await page.keyboard.type('text\ntext\n');
    expect(await isPartial(page)).toBe(false);
    expect(await readEditorHtml(page)).toBe(`<p>text</p><p>text</p>${writeBlocks()}`);
  }));

test('the end of a text just opened is reached by keyboard', () =>
  openUnused(async (page) => {
    await runInPage(page, (editor) => editor.handle.focus());
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\ntext');
    expect(await readEditorHtml(page)).toBe(`${writeBlocks()}<p>text</p>`);
    expect(await page.locator('.ProseMirror > p').last().isVisible()).toBe(true);
  }));

test('the blocks in the window stay where they are when the rest is laid out', () =>
  openUnused(async (page) => {
    const before = await Promise.all([0, 1, 2, 3, 4].map((block) => measureStart(page, block)));
    await page.keyboard.press('Shift');
    expect(await isPartial(page)).toBe(false);
    expect(await Promise.all([0, 1, 2, 3, 4].map((block) => measureStart(page, block)))).toEqual(before);
  }));

test('a text is laid out whole without any use, once the browser is idle', () =>
  site.open({ html: writeBlocks() }, async (page) => {
    await expect.poll(() => isPartial(page)).toBe(false);
  }));
