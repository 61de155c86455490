import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { pressKeys, moveToEnd } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** Types with real key events (`\n` is Enter) and returns the HTML, which the sanitiser must not change. */
async function typeAndRead(
  text: string,
  initialHtml = '',
  options: { headingLevels?: number[] } = {},
): Promise<string> {
  return site.open({ html: initialHtml, ...options }, async (page) => {
    await moveToEnd(page);
    await page.keyboard.type(text);
    const html = await readEditorHtml(page);
    expect(sanitizeContent(html)).toBe(html);
    return html;
  });
}

describe('typing', () => {
  test.each([
    ['nothing', '', ''],
    ['two paragraphs', 'one\ntwo', '<p>one</p><p>two</p>'],
    ['HTML special characters', 'a < b & c > "d"', '<p>a &lt; b &amp; c &gt; "d"</p>'],
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
  ])('%s', async (_name, text, html) => {
    expect(await typeAndRead(text)).toBe(html);
  });

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

  test('all six heading levels in documents', async () => {
    expect(await typeAndRead('###### Six', '', { headingLevels: [1, 2, 3, 4, 5, 6] })).toBe('<h6>Six</h6>');
  });

  test('existing content stays unchanged around typed text', async () => {
    const html = '<h2>A</h2><ul><li>b</li></ul><table><tbody><tr><td>c</td></tr></tbody></table>';
    expect(await typeAndRead('d', html)).toBe(`${html}<p>d</p>`);
  });

  test('text without a paragraph gets one only when it is edited', async () => {
    expect(await typeAndRead(' more', 'raw <em>text</em> and')).toBe('<p>raw <em>text</em> and more</p>');
    expect(await typeAndRead('x', 'raw<h2>A</h2><p>b</p>')).toBe('raw<h2>A</h2><p>bx</p>');
  });
});

describe('keys', () => {
  test('Ctrl shortcuts set marks, and undo works step by step', async () => {
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

  test('Tab indents a list item, and Backspace turns it into a paragraph', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('- one\ntwo');
      await pressKeys(page, 'Tab');
      await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>one<ul><li>two</li></ul></li></ul>');
      await pressKeys(page, 'Shift+Tab', 'Home', 'Backspace');
      await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>one</li></ul><p>two</p>');
    });
  });

  test('Alt with an arrow key moves a block', async () => {
    await site.open({ html: '<p>a</p><p>b</p>' }, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Alt+ArrowUp');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>b</p><p>a</p>');
      await pressKeys(page, 'Alt+ArrowDown');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><p>b</p>');
    });
  });

  test('Shift with Enter inserts a line break', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('a');
      await pressKeys(page, 'Shift+Enter');
      await page.keyboard.type('b');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a<br />b</p>');
    });
  });

  test('Ctrl-/ opens the list of shortcuts, and closing it returns the focus', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+/');
      await page.getByRole('dialog', { name: 'Editor shortcuts' }).waitFor();
      await pressKeys(page, 'Escape');
      await page.keyboard.type('on');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>on</p>');
    });
  });
});

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
