import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { moveToEnd, pressKeys, setHtml } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** Types with real key events at the end of the content (`\n` is Enter) and returns the HTML, which the sanitiser must not change. */
async function typeAndRead(page: Page, text: string, initialHtml = ''): Promise<string> {
  await setHtml(page, initialHtml);
  await moveToEnd(page);
  await page.keyboard.type(text);
  const html = await readEditorHtml(page);
  expect(sanitizeContent(html)).toBe(html);
  return html;
}

/** What is typed, and what it becomes. */
const TYPED: readonly (readonly [what: string, text: string, html: string])[] = [
  ['nothing', '', ''],
  ['two paragraphs', 'one\ntwo', '<p>one</p><p>two</p>'],
  ['HTML special characters', 'a < b & c > d', '<p>a &lt; b &amp; c &gt; d</p>'],
  ['quotes, apostrophes and dashes', `"Yes," it's late -- he said`, '<p>“Yes,” it’s late – he said</p>'],
  ['quotes and options in code', '`say "it"` or `run -- it`', '<p><code>say "it"</code> or <code>run -- it</code></p>'],
  ['an option of a program', 'run --help', '<p>run --help</p>'],
  ['highlight', 'a ==b== c', '<p>a <mark>b</mark> c</p>'],
  ['a heading', '## Two\ntext', '<h2>Two</h2><p>text</p>'],
  ['a heading level that is not offered', '#### Four', '<p>#### Four</p>'],
  ['a bulleted list', '- one\ntwo\n\nafter', '<ul><li>one</li><li>two</li></ul><p>after</p>'],
  ['a numbered list', '1. one\ntwo', '<ol><li>one</li><li>two</li></ol>'],
  ['a list that starts at another number', '7. seven', '<ol start="7"><li>seven</li></ol>'],
  ['a quote', '> said', '<blockquote><p>said</p></blockquote>'],
  ['code with its language', '```ts const a = 1;\nb', '<pre><code class="language-ts">const a = 1;\nb</code></pre>'],
  ['code with its language by Enter', '```js\nlet a', '<pre><code class="language-js">let a</code></pre>'],
  [
    'an image of this site',
    '![A boat](/uploads/boat.webp)below',
    '<figure><img src="/uploads/boat.webp" alt="A boat" loading="lazy" decoding="async" /></figure><p>below</p>',
  ],
  [
    'an image within a line',
    'a ![A boat](/uploads/boat.webp) b',
    '<p>a <img src="/uploads/boat.webp" alt="A boat" loading="lazy" decoding="async" /> b</p>',
  ],
  [
    'an image of another site as a link',
    '![A boat](https://example.com/boat.png)',
    '<p><a href="https://example.com/boat.png" rel="noopener noreferrer">A boat</a></p>',
  ],
  ['a divider', 'above\n---below', '<p>above</p><hr /><p>below</p>'],
  ['bold', 'a **b** c', '<p>a <strong>b</strong> c</p>'],
  ['italic', 'a *b* c _d_ e', '<p>a <em>b</em> c <em>d</em> e</p>'],
  ['code', 'run `npm test` now', '<p>run <code>npm test</code> now</p>'],
  ['strikethrough', '~~old~~ new', '<p><del>old</del> new</p>'],
  ['a link', '[us](/company) it is', '<p><a href="/company" rel="noopener noreferrer">us</a> it is</p>'],
  ['no link to a script', '[us](javascript:alert)', '<p>[us](javascript:alert)</p>'],
  ['stars and underscores without a meaning', '2 * 3 * 4 snake_case_name', '<p>2 * 3 * 4 snake_case_name</p>'],
];

describe('typing', () => {
  test('turns Markdown into what it means, and leaves everything else as it is', () =>
    site.open({}, async (page) => {
      const found: string[][] = [];
      for (const [what, text] of TYPED) found.push([what, text, await typeAndRead(page, text)]);
      expect(found).toEqual(TYPED);
      // One Backspace brings back what was typed.
      await typeAndRead(page, 'a "');
      await pressKeys(page, 'Backspace');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a "</p>');
    }));

  test('Tab indents code and Shift-Tab takes it back; what is typed next stays in the code', async () => {
    await site.open({ html: '<pre><code class="language-js">if</code></pre>' }, async (page) => {
      await moveToEnd(page);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('End');
      await page.keyboard.type('\n');
      await page.keyboard.press('Tab');
      await page.keyboard.type('let a\n');
      await page.keyboard.press('Tab');
      await page.keyboard.type('let b');
      await page.keyboard.press('Shift+Tab');
      const html = '<pre><code class="language-js">if\n  let a\nlet b</code></pre>';
      expect(await readEditorHtml(page)).toBe(html);
    });
  });

  test('leaves existing content unchanged; text without a paragraph gets one only when it is edited', () =>
    site.open({ html: 'raw<h2>A</h2><p>b</p>', headingLevels: [1, 2, 3, 4, 5, 6] }, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('x');
      expect(await readEditorHtml(page)).toBe('raw<h2>A</h2><p>bx</p>');
      expect(await typeAndRead(page, ' more', 'raw <em>text</em> and')).toBe('<p>raw <em>text</em> and more</p>');
      const html = '<h2>A</h2><ul><li>b</li></ul><table><tbody><tr><td>c</td></tr></tbody></table>';
      expect(await typeAndRead(page, 'd', html)).toBe(`${html}<p>d</p>`);
      // As in documents, which have all levels.
      expect(await typeAndRead(page, '###### Six')).toBe('<h6>Six</h6>');
    }));
});

test('keys set marks and blocks, indent and move them; undo works step by step', () =>
  site.open({}, async (page) => {
    const expectHtml = (html: string) => expect.poll(() => readEditorHtml(page)).toBe(html);
    await moveToEnd(page);
    await pressKeys(page, 'Control+b');
    await page.keyboard.type('bold');
    await pressKeys(page, 'Control+b', 'Control+i');
    await page.keyboard.type('it');
    await expectHtml('<p><strong>bold</strong><em>it</em></p>');
    await pressKeys(page, 'Control+Alt+2');
    await expectHtml('<h2><strong>bold</strong><em>it</em></h2>');
    await pressKeys(page, 'Control+z');
    await expectHtml('<p><strong>bold</strong><em>it</em></p>');
    await pressKeys(page, 'Control+Shift+z');
    await expectHtml('<h2><strong>bold</strong><em>it</em></h2>');

    await typeAndRead(page, '- one\ntwo');
    await pressKeys(page, 'Tab');
    await expectHtml('<ul><li>one<ul><li>two</li></ul></li></ul>');
    await pressKeys(page, 'Shift+Tab', 'Home', 'Backspace');
    await expectHtml('<ul><li>one</li></ul><p>two</p>');

    await typeAndRead(page, '', '<p>a</p><p>b</p>');
    await pressKeys(page, 'Alt+ArrowUp');
    await expectHtml('<p>b</p><p>a</p>');
    await pressKeys(page, 'Alt+ArrowDown');
    await expectHtml('<p>a</p><p>b</p>');

    await typeAndRead(page, 'a');
    await pressKeys(page, 'Shift+Enter');
    await page.keyboard.type('b');
    await expectHtml('<p>a<br />b</p>');

    // The list of shortcuts gives the focus back.
    await typeAndRead(page, '');
    await pressKeys(page, 'Control+/');
    await page.getByRole('dialog', { name: 'Editor shortcuts' }).waitFor();
    await pressKeys(page, 'Escape');
    await page.keyboard.type('on');
    await expectHtml('<p>on</p>');
  }));

describe('the handle', () => {
  test('reports changes and replaces the content, which one undo reverts', async () => {
    await site.open({ html: '<p>mine</p>' }, async (page) => {
      expect(await runInPage(page, (editor) => editor.changes)).toBe(0);
      await moveToEnd(page);
      await page.keyboard.type('!');
      await runInPage(page, (editor) => editor.handle.setHtml('<p>theirs</p>'));
      await expect.poll(() => readEditorHtml(page)).toBe('<p>theirs</p>');
      expect(await runInPage(page, (editor) => editor.changes)).toBe(2);
      await pressKeys(page, 'Control+z');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>mine!</p>');
    });
  });

  test('jumps to the n-th image, link and heading of the content', async () => {
    const html =
      '<h2>One</h2><p><a href="/a">first</a> <a href="/b">sec<strong>ond</strong></a></p><p><em></em><a href="/c">kept</a></p>' +
      '<figure><img src="/uploads/a.webp" alt=""></figure><h3>Two</h3>';
    await site.open({ html: sanitizeContent(html) }, async (page) => {
      const selected = () => page.evaluate(() => String(getSelection()));
      const jump = (tag: 'img' | 'a' | 'heading', index: number) =>
        runInPage(
          page,
          (editor, target: { tag: 'img' | 'a' | 'heading'; index: number }) => editor.handle.jumpTo(target),
          {
            tag,
            index,
          },
        );
      await jump('heading', 1);
      await expect.poll(() => selected()).toBe('Two');
      await jump('a', 1);
      await expect.poll(() => selected()).toBe('second');
      await jump('a', 2);
      await expect.poll(() => page.locator('.raw-html.ProseMirror-selectednode').count()).toBe(1);
      await jump('img', 0);
      await expect.poll(() => page.locator('.picture.ProseMirror-selectednode').count()).toBe(1);
    });
  });

  test('a read-only editor ignores typing and shows no toolbar', async () => {
    await site.open({ html: '<p>a</p>', isReadOnly: true }, async (page) => {
      await page.locator('.ProseMirror').click();
      await page.keyboard.type('b');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p>');
      expect(await page.getByRole('toolbar').count()).toBe(0);
    });
  });
});

test('keys that waited while the page was busy act on the selection that the one before left', () =>
  site.open({ html: '<p>See our guide to roof gardens for more</p>' }, async (page) => {
    await moveToEnd(page);
    await pressKeys(page, 'Control+Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+Shift+ArrowRight');
    await page.evaluate(() => {
      setTimeout(() => {
        for (const end = performance.now() + 500; performance.now() < end;);
      });
    });
    await Promise.all(['End', 'Enter', 'x'].map((key) => page.keyboard.press(key)));
    await expect.poll(() => readEditorHtml(page)).toBe('<p>See our guide to roof gardens for more</p><p>x</p>');
  }));
