import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { clickOn, pasteOrDrop, pressKeys } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** `name` is that of the ids, `number` what is shown. */
const reference = (name: string, number: number, place = name) =>
  `<sup><a href="#user-content-fn-${name}" id="user-content-fnref-${place}" rel="noopener noreferrer">${number}</a></sup>`;
const note = (name: string, number: number, text: string) =>
  `<li id="user-content-fn-${name}">${text} <a href="#user-content-fnref-${name}" title="Back to reference ${number}" rel="noopener noreferrer">↩</a></li>`;
const TWO = `<p>one${reference('1', 1)}</p><p>two${reference('2', 2)}</p><hr /><ol>${note('1', 1, 'first')}${note('2', 2, 'second')}</ol>`;

/** Waits until the editor holds this HTML, and checks that it is saved and published unchanged. */
async function expectHtml(page: Page, html: string): Promise<void> {
  await expect.poll(() => readEditorHtml(page)).toBe(html);
  expect(sanitizeContent(html)).toBe(html);
  expect((await runInPage(page, (editor, text) => editor.roundTrip(text), html)).html).toBe(html);
}

/** Selects the last characters of the paragraph that the cursor is in. */
async function selectBack(page: Page, count: number): Promise<void> {
  await pressKeys(page, 'End', ...Array.from({ length: count }, () => 'Shift+ArrowLeft'));
}

test('a footnote inserted before others is the first one, and the others are renumbered', () =>
  site.open({ html: TWO }, async (page) => {
    await clickOn(page, '.ProseMirror > p >> nth=0');
    await pressKeys(page, 'Home');
    await page.keyboard.type('/footnote');
    await pressKeys(page, 'Enter');
    await page.keyboard.type('new');
    await expectHtml(
      page,
      `<p>${reference('3', 1)}one${reference('1', 2)}</p><p>two${reference('2', 3)}</p><hr />` +
        `<ol>${note('3', 1, 'new')}${note('1', 2, 'first')}${note('2', 3, 'second')}</ol>`,
    );
  }));

test('deleting a reference closes the gap, its note stays behind the others, and undo brings all back', () =>
  site.open({ html: TWO }, async (page) => {
    await clickOn(page, '.ProseMirror > p >> nth=0');
    await selectBack(page, 1);
    await pressKeys(page, 'Delete');
    await expectHtml(
      page,
      `<p>one</p><p>two${reference('2', 1)}</p><hr /><ol>${note('2', 1, 'second')}${note('1', 1, 'first')}</ol>`,
    );
    await pressKeys(page, 'Control+z');
    await expectHtml(page, TWO);
  }));

test('a deleted note takes its reference along, and the others are renumbered', () =>
  site.open({ html: TWO }, async (page) => {
    await clickOn(page, '.ProseMirror li >> nth=0');
    await pressKeys(page, 'Home', 'Shift+End', 'Backspace', 'Backspace');
    await expectHtml(page, `<p>one</p><p>two${reference('2', 1)}</p><hr /><p></p><ol>${note('2', 1, 'second')}</ol>`);
  }));

test('a moved block takes its footnote along', () =>
  site.open({ html: TWO }, async (page) => {
    await clickOn(page, '.ProseMirror > p >> nth=0');
    await pressKeys(page, 'Alt+ArrowDown');
    await expectHtml(
      page,
      `<p>two${reference('2', 1)}</p><p>one${reference('1', 2)}</p><hr /><ol>${note('2', 1, 'second')}${note('1', 2, 'first')}</ol>`,
    );
  }));

const WORD_NOTE =
  '<p class=MsoNormal>More.<a href="#_ftn1" name="_ftnref1">[1]</a></p><hr>' +
  '<div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> pasted</p></div>';

test.each([
  ['Markdown', { text: 'More.[^1]\n\n[^1]: pasted\n' }],
  ['Word', { html: WORD_NOTE }],
])('a footnote pasted from %s whose number is taken gets a name of its own, and its note joins the list', (_, data) =>
  site.open({ html: TWO }, async (page) => {
    await clickOn(page, '.ProseMirror > p >> nth=1');
    await pressKeys(page, 'End');
    await pasteOrDrop(page, { type: 'paste', ...data });
    await expect.poll(() => page.locator('.ProseMirror > ol > li').count()).toBe(3);
    const html = await readEditorHtml(page);
    const targets = [...html.matchAll(/href="#(user-content-[^"]+)"/g)].map(([, id]) => id);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect(await page.locator('.ProseMirror sup').allInnerTexts()).toEqual(['1', '2', '3']);
    expect(await page.locator('.ProseMirror > ol > li').last().innerText()).toContain('pasted');
    expect(await page.locator('.ProseMirror > hr').count()).toBe(1);
    expect(sanitizeContent(html)).toBe(html);
  }),
);

test('a text with other numbers is opened and edited elsewhere without a change of them', () => {
  const html = `<p>one${reference('7', 7)}</p><p>two</p><ol>${note('7', 7, 'seventh')}</ol><p>end</p>`;
  return site.open({ html }, async (page) => {
    await clickOn(page, '.ProseMirror > p >> nth=1');
    await pressKeys(page, 'End');
    await page.keyboard.type('!');
    await expectHtml(page, html.replace('<p>two</p>', '<p>two!</p>'));
  });
});
