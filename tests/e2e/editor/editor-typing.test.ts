import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { pressKeys, moveToEnd } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** Types with real keys; `\n` is Enter. What comes out, the server would leave as it is. */
async function typed(text: string, html = '', more: { headingLevels?: number[] } = {}): Promise<string> {
  return site.open({ html, ...more }, async (page) => {
    await moveToEnd(page);
    await page.keyboard.type(text);
    const found = await readEditorHtml(page);
    expect(sanitizeContent(found)).toBe(found);
    return found;
  });
}

describe('typing', () => {
  test.each([
    ['nothing', '', ''],
    ['two paragraphs', 'one\ntwo', '<p>one</p><p>two</p>'],
    ['signs of HTML', 'a < b & c > "d"', '<p>a &lt; b &amp; c &gt; "d"</p>'],
    ['a heading', '## Two\ntext', '<h2>Two</h2><p>text</p>'],
    ['a level that is not offered', '#### Four', '<p>#### Four</p>'],
    ['a bulleted list', '- one\ntwo\n\nafter', '<ul><li>one</li><li>two</li></ul><p>after</p>'],
    ['a numbered list', '1. one\ntwo', '<ol><li>one</li><li>two</li></ol>'],
    ['a list that begins elsewhere', '7. seven', '<ol start="7"><li>seven</li></ol>'],
    ['a quote', '> said', '<blockquote><p>said</p></blockquote>'],
    ['code with its language', '```ts const a = 1;\nb', '<pre><code class="language-ts">const a = 1;\nb</code></pre>'],
    ['a divider', 'above\n---below', '<p>above</p><hr /><p>below</p>'],
    ['bold', 'a **b** c', '<p>a <strong>b</strong> c</p>'],
    ['italic', 'a *b* c _d_ e', '<p>a <em>b</em> c <em>d</em> e</p>'],
    ['code', 'run `npm test` now', '<p>run <code>npm test</code> now</p>'],
    ['struck out', '~~old~~ new', '<p><del>old</del> new</p>'],
    ['a link', '[us](/company) it is', '<p><a href="/company" rel="noopener noreferrer">us</a> it is</p>'],
    ['no link to a script', '[us](javascript:alert)', '<p>[us](javascript:alert)</p>'],
    ['stars that mean nothing', '2 * 3 * 4 snake_case_name', '<p>2 * 3 * 4 snake_case_name</p>'],
  ])('%s', async (_name, text, html) => {
    expect(await typed(text)).toBe(html);
  });

  test('all six levels in documents', async () => {
    expect(await typed('###### Six', '', { headingLevels: [1, 2, 3, 4, 5, 6] })).toBe('<h6>Six</h6>');
  });

  test('what was there stays around what is typed', async () => {
    const html = '<h2>A</h2><ul><li>b</li></ul><table><tbody><tr><td>c</td></tr></tbody></table>';
    expect(await typed('d', html)).toBe(`${html}<p>d</p>`);
  });

  test('text that stood without a paragraph gets one when it is edited, and only then', async () => {
    expect(await typed(' more', 'raw <em>text</em> and')).toBe('<p>raw <em>text</em> and more</p>');
    expect(await typed('x', 'raw<h2>A</h2><p>b</p>')).toBe('raw<h2>A</h2><p>bx</p>');
  });
});

describe('keys', () => {
  test('marks by Ctrl, and undo by steps', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+b');
      await page.keyboard.type('bold');
      await pressKeys(page, 'Control+b', 'Control+i');
      await page.keyboard.type('it');
      await expect.poll(() => readEditorHtml(page)).toBe('<p><strong>bold</strong><em>it</em></p>');
      await pressKeys(page, 'Control+Alt+2');
      await expect.poll(() => readEditorHtml(page)).toBe('<h2><strong>bold</strong><em>it</em></h2>');
      await pressKeys(page, 'Control+z');
      await expect.poll(() => readEditorHtml(page)).toBe('<p><strong>bold</strong><em>it</em></p>');
      await pressKeys(page, 'Control+Shift+z');
      await expect.poll(() => readEditorHtml(page)).toContain('<h2>');
    });
  });

  test('lists go deeper by Tab, and Backspace leaves them', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('- one\ntwo');
      await pressKeys(page, 'Tab');
      await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>one<ul><li>two</li></ul></li></ul>');
      await pressKeys(page, 'Shift+Tab', 'Home', 'Backspace');
      await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>one</li></ul><p>two</p>');
    });
  });

  test('a block moves by Alt and arrow', async () => {
    await site.open({ html: '<p>a</p><p>b</p>' }, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Alt+ArrowUp');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>b</p><p>a</p>');
      await pressKeys(page, 'Alt+ArrowDown');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><p>b</p>');
    });
  });

  test('a line break by Shift and Enter', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('a');
      await pressKeys(page, 'Shift+Enter');
      await page.keyboard.type('b');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a<br />b</p>');
    });
  });

  test('the list of keys opens under Ctrl-/ and gives the focus back', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+/');
      await page.getByRole('dialog', { name: 'Keys of the editor' }).waitFor();
      await pressKeys(page, 'Escape');
      await page.keyboard.type('on');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>on</p>');
    });
  });
});

describe('the handle', () => {
  test('tells of changes, replaces everything, and one undo brings it back', async () => {
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

  test('jumps to the n-th picture, link and heading of the content', async () => {
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

  test('read only is only read', async () => {
    await site.open({ html: '<p>a</p>', isReadOnly: true }, async (page) => {
      await page.locator('.ProseMirror').click();
      await page.keyboard.type('b');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p>');
      expect(await page.getByRole('toolbar').count()).toBe(0);
    });
  });
});
