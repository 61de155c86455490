import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { clickOn, moveToEnd, pasteOrDrop, pressKeys, setHtml } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** Types and presses keys at the end of the content; `{Enter}` is a key. Returns the HTML as it would be stored. */
async function write(page: Page, html: string, keys: string, selector?: string): Promise<string> {
  await setHtml(page, html);
  if (selector) await clickOn(page, selector);
  else await moveToEnd(page);
  await press(page, keys);
  const found = await readEditorHtml(page);
  expect(sanitizeContent(found)).toBe(found);
  return found;
}

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

test('a typed or pasted address becomes a link, but not in code', () =>
  site.open({}, async (page) => {
    const typed = [
      ['see https://x.example/a. x', `<p>see ${link('https://x.example/a')}. x</p>`],
      ['www.x.example/(b){Enter}next', `<p>${link('https://www.x.example/(b)', 'www.x.example/(b)')}</p><p>next</p>`],
      ['me@x.example now', `<p>${link('mailto:me@x.example', 'me@x.example')} now</p>`],
      ['`https://x.example` x', '<p><code>https://x.example</code> x</p>'],
    ] as const;
    for (const [keys, wanted] of typed) expect(await write(page, '', keys)).toBe(wanted);

    await write(page, '<p>our story</p>', '{Control+Shift+ArrowLeft}');
    await pasteOrDrop(page, { type: 'paste', text: ' http://x.example/a?b=1 ' });
    await expect.poll(() => readEditorHtml(page)).toBe(`<p>our ${link('http://x.example/a?b=1', 'story')}</p>`);

    await write(page, '', '');
    await pasteOrDrop(page, { type: 'paste', text: 'call tel:+6491234567 or see http://x.example\nsecond line' });
    // The next paste works, too.
    await pasteOrDrop(page, { type: 'paste', text: ', **bold**' });
    await expect
      .poll(() => readEditorHtml(page))
      .toBe(
        `<p>call ${link('tel:+6491234567')} or see ${link('http://x.example')}</p><p>second line, <strong>bold</strong></p>`,
      );
  }));

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

test('code, tables, callouts and toggles are left by Ctrl with Enter, and code by three times Enter without the empty lines', () =>
  site.open({}, async (page) => {
    expect(await write(page, '<pre><code>a</code></pre>', '{End}{Control+Enter}b', 'code')).toBe(
      '<pre><code>a</code></pre><p>b</p>',
    );
    expect(await write(page, '<pre><code>a</code></pre><p>c</p>', '{Home}{Control+Enter}b', 'code')).toBe(
      '<pre><code>a</code></pre><p>b</p><p>c</p>',
    );
    expect(await write(page, '<pre><code>a</code></pre><p>c</p>', '{End}{Enter}b{Enter}{Enter}{Enter}d', 'code')).toBe(
      '<pre><code>a\nb</code></pre><p>d</p><p>c</p>',
    );
    const table = '<table><tbody><tr><th>a</th></tr></tbody></table>';
    const tip = '<aside data-callout="tip"><p>a</p></aside>';
    const toggle = '<details open=""><summary>a</summary><p>c</p></details>';
    for (const block of [table, tip, toggle])
      expect(await write(page, `${block}<p>d</p>`, '{Control+Home}{Control+Enter}b')).toContain('<p>b</p><p>d</p>');
  }));

test('tasks are typed, continued by Enter, ended by Enter in an empty one, checked, and made and unmade of a list', () =>
  site.open({}, async (page) => {
    expect(await write(page, '', '- [ ] one{Enter}two{Enter}{Enter}after')).toBe(
      `<ul><li>${box()} one</li><li>${box()} two</li></ul><p>after</p>`,
    );
    await setHtml(page, `<ul><li>${box()} one</li></ul>`);
    await page.locator('.ProseMirror input[type=checkbox]').click();
    await expect.poll(() => readEditorHtml(page)).toBe(`<ul><li>${box(true)} one</li></ul>`);
    await moveToEnd(page);
    await clickOn(page, '.ProseMirror li');
    await pressKeys(page, 'Control+Shift+6');
    await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>one</li></ul>');
    await pressKeys(page, 'Control+Shift+6');
    await expect.poll(() => readEditorHtml(page)).toBe(`<ul><li>${box()} one</li></ul>`);
  }));

test('callouts and buttons are made by keys, changed by their tools, and left as they are stored', () =>
  site.open({}, async (page) => {
    const callout = (kind: string, inner: string) => `<aside data-callout="${kind}">${inner}</aside>`;
    expect(await write(page, '', '> [!tip]Say the name.{Enter}{Enter}after')).toBe(
      `${callout('tip', '<p>Say the name.</p>')}<p>after</p>`,
    );
    await clickOn(page, 'aside p');
    await page.getByRole('button', { name: 'Warning' }).click();
    await expect.poll(() => readEditorHtml(page)).toContain(callout('warning', '<p>Say the name.</p>'));
    await page.getByRole('button', { name: 'Remove callout' }).click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>Say the name.</p><p>after</p>');

    await write(page, '<p>Before</p>', '{Enter}/button{Enter}');
    await page.getByRole('textbox', { name: 'Text' }).fill('Join & save');
    await pressKeys(page, 'Enter');
    await page.keyboard.type('example.com/join');
    await pressKeys(page, 'Enter');
    await page.getByRole('button', { name: 'Quiet' }).click();
    const button = `<p data-block="quiet-button">${link('https://example.com/join', 'Join &amp; save')}</p>`;
    await expect.poll(() => readEditorHtml(page)).toBe(`<p>Before</p>${button}`);
    expect(sanitizeContent(await readEditorHtml(page))).toBe(await readEditorHtml(page));
    await setHtml(page, button);
    await clickOn(page, 'p[data-block]');
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toBe('https://example.com/join');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => readEditorHtml(page)).toBe('');
  }));

test('a pasted address of a video stays a link or becomes an embed, which is named and turned back', () =>
  site.open(
    {},
    async (page) => {
      const address = 'https://youtu.be/dQw4w9WgXcQ';
      const embed = (title: string) => `<p data-block="embed">${link(address, title)}</p>`;
      const offer = page.getByRole('toolbar', { name: 'Show this address as' });
      const paste = async (text: string) => {
        await setHtml(page, '');
        await moveToEnd(page);
        await pasteOrDrop(page, { type: 'paste', text });
      };
      const card = page.getByRole('region', { name: 'link' });
      await paste(address);
      await offer.waitFor();
      expect(await card.count(), 'what can be done with a link doesn’t lie over the offer').toBe(0);
      await pressKeys(page, 'Escape');
      await offer.waitFor({ state: 'detached' });
      expect(await card.count()).toBe(0);
      expect(await readEditorHtml(page)).toBe(`<p>${link(address)}</p>`);

      await paste(address);
      await offer.waitFor();
      await page.route('**/api/uploads/link-preview', (route) =>
        route.fulfill({ status: 400, json: { error: 'No.' } }),
      );
      await pressKeys(page, '3');
      await expect.poll(() => readEditorHtml(page)).toBe(embed(address));
      await page.getByRole('textbox', { name: 'Title' }).fill('A talk');
      await expect.poll(() => readEditorHtml(page)).toBe(embed('A talk'));
      expect(sanitizeContent(embed('A talk'))).toBe(embed('A talk'));
      expect(await page.locator('iframe').count()).toBe(0);
      await page.getByRole('button', { name: 'Convert to link' }).click();
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>${link(address, 'A talk')}</p>`);
    },
    { expected: [/link-preview/] },
  ));

test('a pasted address becomes a bookmark with what its page says, which is tried again, changed and undone', () =>
  site.open(
    {},
    async (page) => {
      const address = 'https://sound.example/wind';
      const image = `/uploads/${'a'.repeat(64)}-800x600.webp`;
      const bookmark = (title: string, rest = '', attributes = '') =>
        `<p data-block="bookmark"${attributes}>${link(address, title)}${rest}</p>`;
      let isDown = true;
      await page.route('**/api/uploads/link-preview', (route) => {
        expect(route.request().postDataJSON()).toEqual({ url: address });
        const found = { url: address, title: 'Wind & wool', description: 'Where', site_name: 'Sound', image };
        return route.fulfill(isDown ? { status: 400, json: { error: 'The page is away.' } } : { json: found });
      });
      await setHtml(page, '');
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', text: address });
      await page.getByRole('toolbar', { name: 'Show this address as' }).waitFor();
      await pressKeys(page, '2');
      await page.getByText('The page is away.').waitFor();
      expect(await readEditorHtml(page)).toBe(bookmark(address));
      isDown = false;
      await page.getByRole('button', { name: 'Retry' }).click();
      const full = bookmark('Wind &amp; wool', '<br />Where<br /><em>Sound</em>', ` data-image="${image}"`);
      await expect.poll(() => readEditorHtml(page)).toBe(full);
      expect(sanitizeContent(full)).toBe(full);
      await page.getByRole('textbox', { name: 'Description' }).fill('');
      await expect.poll(() => readEditorHtml(page)).toBe(full.replace('<br />Where', ''));

      await setHtml(page, full);
      await clickOn(page, '.bookmark-block');
      await page.getByRole('button', { name: 'Convert to link' }).click();
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>${link(address, 'Wind &amp; wool')}</p>`);
      await pressKeys(page, 'Control+z');
      await expect.poll(() => readEditorHtml(page)).toBe(full);
    },
    { expected: [/link-preview/] },
  ));

test('a card of this site shows what its page says now, and where there is none; what is stored stays', () =>
  site.open(
    {},
    async (page) => {
      const asked: string[] = [];
      await page.route('**/api/uploads/link-preview', (route) => {
        const { url } = route.request().postDataJSON();
        asked.push(url);
        const found = { url, title: 'Wind now', description: 'Where', site_name: '', image: null };
        const nothing = { status: url === '/openshelf' ? 400 : 404, json: { error: 'No.' } };
        return route.fulfill(url === '/blogs/wind' ? { json: found } : nothing);
      });
      const card = (path: string) => `<p data-block="bookmark">${link(path, 'Stored')}<br />Words</p>`;
      const html = `${card('/blogs/wind')}${card('/company/gone')}${card('/openshelf')}<p>after</p>`;
      await setHtml(page, html);
      const texts = page.locator('.bookmark-block');
      await expect
        .poll(() => texts.allTextContents())
        .toEqual(['Wind nowWhere', 'StoredNot on the page: nothing is published at this address', 'StoredWords']);
      expect(await readEditorHtml(page)).toBe(html);
      expect(sanitizeContent(html)).toBe(html);
      await clickOn(page, '.bookmark-block >> nth=0');
      await page.getByText('Its title, description and image follow the page.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Move down' }).click();
      await expect.poll(() => texts.first().textContent()).toContain('Not on the page');
      expect(asked.sort()).toEqual(['/blogs/wind', '/company/gone', '/openshelf']);
    },
    { expected: [/link-preview/] },
  ));

test('a toggle is inserted, written in and left by keyboard, unwrapped by Backspace, and opens at first when asked to', () =>
  site.open({}, async (page) => {
    expect(await write(page, '', '/toggle{Enter}More{Enter}hidden{Enter}{Enter}after')).toBe(
      '<details><summary>More</summary><p>hidden</p></details><p>after</p>',
    );
    // Where text follows, too.
    expect(await write(page, '<p>before</p><p>after</p>', '{End} /toggle{Enter}More', 'p >> nth=0')).toBe(
      '<p>before </p><details><summary>More</summary><p></p></details><p>after</p>',
    );
    const html = '<p>a</p><details><summary>b</summary>c</details>';
    expect(await write(page, html, '{Home}{Backspace}', 'summary')).toBe('<p>a</p><p>b</p><p>c</p>');
    await write(page, html, '', 'summary');
    await page.getByRole('button', { name: 'Open at first' }).click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><details open><summary>b</summary>c</details>');
  }));

test('keys lead through a table and a definition list, and set superscript, subscript, highlight and keys', () =>
  site.open({}, async (page) => {
    const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`;
    const table = `<table><tbody>${row('a', 'b')}</tbody></table>`;
    expect(await write(page, table, '{End}{Tab}c{Tab}d{Tab}e', 'td >> nth=1')).toBe(
      `<table><tbody>${row('a', 'b')}${row('c', 'd')}${row('e', '')}</tbody></table>`,
    );
    expect(await write(page, '', '/definition{Enter}GST{Enter}a tax{Enter}PAYE{Enter}another{Enter}{Enter}after')).toBe(
      '<dl><dt>GST</dt><dd>a tax</dd><dt>PAYE</dt><dd>another</dd></dl><p>after</p>',
    );
    const marks =
      'x{Control+.}2{Control+.} {Control+,}n{Control+,} {Control+Shift+h}m{Control+Shift+h} {Control+Alt+k}k';
    expect(await write(page, '', marks)).toBe('<p>x<sup>2</sup> <sub>n</sub> <mark>m</mark> <kbd>k</kbd></p>');
  }));

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
