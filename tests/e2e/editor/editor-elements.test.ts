import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { clickOn, moveToEnd, pasteOrDrop, pressKeys } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** Types and presses keys at the end of the content; `{Enter}` is a key. Returns the HTML as it would be stored. */
const write = (html: string, keys: string, selector?: string) =>
  site.open({ html }, async (page) => {
    if (selector) await clickOn(page, selector);
    else await moveToEnd(page);
    await press(page, keys);
    const found = await readEditorHtml(page);
    expect(sanitizeContent(found)).toBe(found);
    return found;
  });

async function press(page: Page, keys: string): Promise<void> {
  for (const part of keys.split(/(\{[^}]+\})/)) {
    if (part.startsWith('{')) await pressKeys(page, part.slice(1, -1));
    else if (part !== '') await page.keyboard.type(part);
  }
}

const link = (href: string, text = href) => `<a href="${href}" rel="noopener noreferrer">${text}</a>`;
const box = (isDone = false) =>
  isDone
    ? '<input type="checkbox" checked disabled aria-label="Done" />'
    : '<input type="checkbox" disabled aria-label="To do" />';

describe('links', () => {
  test.each([
    ['a space', 'see https://x.example/a. x', `<p>see ${link('https://x.example/a')}. x</p>`],
    [
      'Enter',
      'www.x.example/(b){Enter}next',
      `<p>${link('https://www.x.example/(b)', 'www.x.example/(b)')}</p><p>next</p>`,
    ],
    ['a space, for email', 'me@x.example now', `<p>${link('mailto:me@x.example', 'me@x.example')} now</p>`],
    ['nothing in code', '`https://x.example` x', '<p><code>https://x.example</code> x</p>'],
  ])('a typed address becomes a link on %s', async (_name, keys, wanted) => {
    expect(await write('', keys)).toBe(wanted);
  });

  test('an address that is pasted over selected words links them', async () => {
    await site.open({ html: '<p>our story</p>' }, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+Shift+ArrowLeft');
      await pasteOrDrop(page, { type: 'paste', text: ' http://x.example/a?b=1 ' });
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>our ${link('http://x.example/a?b=1', 'story')}</p>`);
    });
  });

  test('addresses in pasted plain text are links; the next paste works too', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', text: 'call tel:+6491234567 or see http://x.example\nsecond line' });
      await pasteOrDrop(page, { type: 'paste', text: ', **bold**' });
      await expect
        .poll(() => readEditorHtml(page))
        .toBe(
          `<p>call ${link('tel:+6491234567')} or see ${link('http://x.example')}</p><p>second line, <strong>bold</strong></p>`,
        );
    });
  });
});

test('when the formatting cannot be read, the text is pasted as paragraphs, with a notice, and the next paste works', async () => {
  await site.open({}, async (page) => {
    await moveToEnd(page);
    await page.evaluate(() => {
      document.addEventListener('toast', (event) => document.body.append((event as CustomEvent).detail.message));
      const { querySelectorAll } = Element.prototype;
      Element.prototype.querySelectorAll = () => {
        Element.prototype.querySelectorAll = querySelectorAll;
        throw new Error('A fault of the parser');
      };
    });
    await pasteOrDrop(page, { type: 'paste', text: '# One\n\nTwo **three**' });
    await expect.poll(() => readEditorHtml(page)).toBe('<p># One</p><p>Two **three**</p>');
    await page.getByText('Couldn’t read the formatting. The text was pasted without it.').waitFor();
    await pasteOrDrop(page, { type: 'paste', text: ', **four**' });
    await expect.poll(() => readEditorHtml(page)).toBe('<p># One</p><p>Two **three**, <strong>four</strong></p>');
  });
});

describe('code', () => {
  test('Ctrl with Enter leaves the block, at the end and between other blocks', async () => {
    expect(await write('<pre><code>a</code></pre>', '{End}{Control+Enter}b', 'code')).toBe(
      '<pre><code>a</code></pre><p>b</p>',
    );
    expect(await write('<pre><code>a</code></pre><p>c</p>', '{Home}{Control+Enter}b', 'code')).toBe(
      '<pre><code>a</code></pre><p>b</p><p>c</p>',
    );
  });

  test('three times Enter leaves the block without the empty lines', async () => {
    expect(await write('<pre><code>a</code></pre><p>c</p>', '{End}{Enter}b{Enter}{Enter}{Enter}d', 'code')).toBe(
      '<pre><code>a\nb</code></pre><p>d</p><p>c</p>',
    );
  });
});

test('Tab in the last cell of a table adds a row', async () => {
  const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  expect(await write(`<table><tbody>${row('a', 'b')}</tbody></table>`, '{End}{Tab}c{Tab}d{Tab}e', 'td >> nth=1')).toBe(
    `<table><tbody>${row('a', 'b')}${row('c', 'd')}${row('e', '')}</tbody></table>`,
  );
});

describe('tasks', () => {
  test('are typed, continued by Enter and ended by Enter in an empty one', async () => {
    expect(await write('', '- [ ] one{Enter}two{Enter}{Enter}after')).toBe(
      `<ul><li>${box()} one</li><li>${box()} two</li></ul><p>after</p>`,
    );
  });

  test('are checked by a press, and made and unmade of a list', async () => {
    await site.open({ html: `<ul><li>${box()} one</li></ul>` }, async (page) => {
      await page.locator('.ProseMirror input[type=checkbox]').click();
      await expect.poll(() => readEditorHtml(page)).toBe(`<ul><li>${box(true)} one</li></ul>`);
      await moveToEnd(page);
      await clickOn(page, '.ProseMirror li');
      await pressKeys(page, 'Control+Shift+6');
      await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>one</li></ul>');
      await pressKeys(page, 'Control+Shift+6');
      await expect.poll(() => readEditorHtml(page)).toBe(`<ul><li>${box()} one</li></ul>`);
    });
  });
});

describe('a toggle', () => {
  test('is inserted, written in and left by keyboard', async () => {
    expect(await write('', '/toggle{Enter}More{Enter}hidden{Enter}{Enter}after')).toBe(
      '<details><summary>More</summary><p>hidden</p></details><p>after</p>',
    );
  });

  test('is written in where text follows, too', async () => {
    expect(await write('<p>before</p><p>after</p>', '{End} /toggle{Enter}More', 'p >> nth=0')).toBe(
      '<p>before </p><details><summary>More</summary><p></p></details><p>after</p>',
    );
  });

  test('is unwrapped by Backspace at the start of its summary, and opens at first when asked to', async () => {
    const html = '<p>a</p><details><summary>b</summary>c</details>';
    expect(await write(html, '{Home}{Backspace}', 'summary')).toBe('<p>a</p><p>b</p><p>c</p>');
    await site.open({ html }, async (page) => {
      await clickOn(page, 'summary');
      await page.getByRole('button', { name: 'Open at first' }).click();
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><details open><summary>b</summary>c</details>');
    });
  });
});

test('a definition list goes from term to description to term, and ends at an empty term', async () => {
  expect(await write('', '/definition{Enter}GST{Enter}a tax{Enter}PAYE{Enter}another{Enter}{Enter}after')).toBe(
    '<dl><dt>GST</dt><dd>a tax</dd><dt>PAYE</dt><dd>another</dd></dl><p>after</p>',
  );
});

test('footnotes are numbered, and lead there and back', async () => {
  const reference = (n: number) =>
    `<sup><a href="#user-content-fn-${n}" id="user-content-fnref-${n}" rel="noopener noreferrer">${n}</a></sup>`;
  const note = (n: number, text: string) =>
    `<li id="user-content-fn-${n}">${text} <a href="#user-content-fnref-${n}" title="Back to reference ${n}" rel="noopener noreferrer">↩</a></li>`;
  await site.open({ html: '<p>claim</p><p>other</p>' }, async (page) => {
    await clickOn(page, '.ProseMirror p >> nth=0');
    await press(page, '{End} /footnote{Enter}first');
    await clickOn(page, '.ProseMirror p >> nth=1');
    await press(page, '{End} /footnote{Enter}second');
    const wanted = `<p>claim ${reference(1)}</p><p>other ${reference(2)}</p><hr /><ol>${note(1, 'first')}${note(2, 'second')}</ol>`;
    await expect.poll(() => readEditorHtml(page)).toBe(wanted);
    expect(sanitizeContent(wanted)).toBe(wanted);
  });
});

test('keys set superscript, subscript, highlight and keys', async () => {
  expect(
    await write(
      '',
      'x{Control+.}2{Control+.} {Control+,}n{Control+,} {Control+Shift+h}m{Control+Shift+h} {Control+Alt+k}k',
    ),
  ).toBe('<p>x<sup>2</sup> <sub>n</sub> <mark>m</mark> <kbd>k</kbd></p>');
});
