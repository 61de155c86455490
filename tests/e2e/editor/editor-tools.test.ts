import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { pasteOrDrop, clickOn, pressKeys, moveToEnd, setHtml } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

/** In the bar above the text, where the one over selected words has it too. */
const toolButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const renderTable = (rows: string[][], head = 0) => {
  const renderCells = (row: string[], tag: string) => row.map((text) => `<${tag}>${text}</${tag}>`).join('');
  const renderRows = (part: string[][], tag: string) => part.map((row) => `<tr>${renderCells(row, tag)}</tr>`).join('');
  const thead = head > 0 ? `<thead>${renderRows(rows.slice(0, head), 'th')}</thead>` : '';
  return `<table>${thead}<tbody>${renderRows(rows.slice(head), 'td')}</tbody></table>`;
};

const EMPTY_ROW = ['', '', ''];

async function openEmpty(page: Page): Promise<void> {
  await setHtml(page, '');
  await moveToEnd(page);
}

test('the slash menu filters while typing, moves by arrow keys, inserts on Enter and click, and closes on Escape and without a match', () =>
  site.open({}, async (page) => {
    await moveToEnd(page);
    await page.keyboard.type('/');
    const menu = page.getByRole('listbox', { name: 'Insert' });
    await expect.poll(() => menu.getByRole('option').allInnerTexts()).toContain('Image\nUpload an image');
    await page.keyboard.type('tab');
    await expect.poll(() => menu.getByRole('option').allInnerTexts()).toEqual(['Table\nRows and columns']);
    const active = await page.locator('.ProseMirror').getAttribute('aria-activedescendant');
    await expect.poll(() => page.locator(`[id="${active}"]`).innerText()).toBe('Table\nRows and columns');
    await pressKeys(page, 'Enter');
    await page.keyboard.type('Name');
    expect(await readEditorHtml(page)).toBe(renderTable([['Name', '', ''], EMPTY_ROW, EMPTY_ROW], 1));

    await openEmpty(page);
    await page.keyboard.type('/h');
    await pressKeys(page, 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter');
    await page.keyboard.type('Two');
    await expect.poll(() => readEditorHtml(page)).toBe('<h2>Two</h2>');
    await pressKeys(page, 'Enter');
    await page.keyboard.type('/');
    await pressKeys(page, 'Escape');
    await page.keyboard.type('etc and/or /');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(1);
    await page.keyboard.type('zzz');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    await page.getByText('No blocks match').waitFor();
    await pressKeys(page, 'Escape');
    await page.getByText('No blocks match').waitFor({ state: 'detached' });
    await expect.poll(() => readEditorHtml(page)).toBe('<h2>Two</h2><p>/etc and/or /zzz</p>');

    await openEmpty(page);
    await page.keyboard.type('/');
    await page.getByRole('option', { name: 'Quote' }).click();
    await page.keyboard.type('said');
    await expect.poll(() => readEditorHtml(page)).toBe('<blockquote><p>said</p></blockquote>');
  }));

test('the toolbar is one tab stop, moves by arrow keys, returns to the text on Escape, and turns paragraphs into lists and back', () =>
  site.open({ html: '<p>word</p>' }, async (page) => {
    await moveToEnd(page);
    await pressKeys(page, 'Control+a', 'Alt+F10');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Bold');
    await pressKeys(page, 'ArrowRight', 'Enter');
    await pressKeys(page, 'Escape');
    await expect.poll(() => readEditorHtml(page)).toBe('<p><em>word</em></p>');
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror');
    await expect.poll(() => toolButton(page, 'Italic').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => toolButton(page, 'Bold').getAttribute('aria-pressed')).toBe('false');
    await pressKeys(page, 'Alt+F10', '?');
    await page.getByRole('dialog', { name: 'Editor shortcuts' }).waitFor();
    await pressKeys(page, 'Escape');

    await setHtml(page, '<p>a</p><p>b</p>');
    await moveToEnd(page);
    await pressKeys(page, 'Control+a');
    await toolButton(page, 'Numbered list').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<ol><li>a</li><li>b</li></ol>');
    await toolButton(page, 'Bulleted list').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>a</li><li>b</li></ul>');
    await toolButton(page, 'Bulleted list').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><p>b</p>');
  }));

test('over selected words stands a bar with arrow keys and Escape, which keeps the selection; a bare cursor and code have none', () =>
  site.open({ html: '<p>It took a wet winter</p><pre><code>let a</code></pre>' }, async (page) => {
    const bar = page.getByRole('toolbar', { name: 'Content: selected words' });
    await runInPage(page, (editor) => editor.handle.focus());
    await pressKeys(page, 'Control+Home', 'ArrowRight');
    await pressKeys(page, 'Control+Shift+ArrowRight', 'Control+Shift+ArrowRight');
    await bar.waitFor();
    expect(await bar.getByRole('button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
      'Bold',
      'Italic',
      'Strikethrough',
      'Code',
      'Highlight',
      'Link',
      'Heading 2',
      'Heading 3',
      'Quote',
    ]);
    const [words, place] = [await page.getByText('It took a wet winter').boundingBox(), await bar.boundingBox()];
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0);
    await pressKeys(page, 'Alt+F10', 'End', 'ArrowLeft', 'ArrowLeft', 'Enter');
    await expect.poll(() => readEditorHtml(page)).toMatch(/^<h2>It took a wet winter<\/h2>/);
    await pressKeys(page, 'Escape');
    await bar.waitFor({ state: 'detached' });
    await pressKeys(page, 'Control+b');
    await expect.poll(() => readEditorHtml(page)).toMatch(/^<h2>I<strong>t took<\/strong> a wet/);
    await pressKeys(page, 'Shift+ArrowLeft');
    await bar.waitFor();
    await bar.getByRole('button', { name: 'Highlight' }).click();
    await expect.poll(() => readEditorHtml(page)).toContain('<mark>');
    await pressKeys(page, 'ArrowRight');
    await bar.waitFor({ state: 'detached' });
    await clickOn(page, '.ProseMirror > pre');
    await pressKeys(page, 'Home', 'Shift+End');
    // As long as it would take to appear.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await bar.count()).toBe(0);
  }));

test('on touch the bar above the text begins with what is done with selected words, and nothing floats over them', () =>
  site.open(
    { html: '<p>word</p>' },
    async (page) => {
      const first = page.getByRole('toolbar', { name: 'Content: formatting' }).getByRole('button');
      await moveToEnd(page);
      expect(await first.nth(5).getAttribute('aria-label')).toBe('Link');
      await pressKeys(page, 'Control+a');
      await expect.poll(() => first.nth(5).getAttribute('aria-label')).toBe('Highlight');
      await first.nth(5).click();
      await expect.poll(() => readEditorHtml(page)).toBe('<p><mark>word</mark></p>');
      expect(await page.getByRole('toolbar', { name: 'Content: selected words' }).count()).toBe(0);
    },
    { viewport: PHONE, hasTouch: true },
  ));

test('links are added and edited at their words, and removed; a page without a match says so', () =>
  site.open({ html: '<p>our story</p>' }, async (page) => {
    const targets = [{ kind: 'page', title: 'About us', path: '/company' }];
    await page.route('**/api/admin/link-targets?*', (route) => {
      const isFound = new URL(route.request().url()).searchParams.get('q') === 'about';
      return route.fulfill({ json: { targets: isFound ? targets : [] } });
    });
    const target = { kind: 'blog', title: 'A style sheet for one', path: '/blogs/style', is_public: false };
    await page.route('**/api/admin/link-targets/at?*', (route) => route.fulfill({ json: { target } }));
    const field = page.getByRole('combobox', { name: /^Link/ });
    const card = page.getByRole('region', { name: 'Content: link' });
    await moveToEnd(page);
    await pressKeys(page, 'Control+Shift+ArrowLeft', 'Control+Shift+k');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('javascript:alert(1)');
    await page.getByText('No pages match').waitFor();
    await field.fill('example.org/story');
    await page.getByRole('option', { name: /Another site/ }).waitFor();
    await pressKeys(page, 'Enter');
    const linked = '<p>our <a href="https://example.org/story" rel="noopener noreferrer">story</a></p>';
    await expect.poll(() => readEditorHtml(page)).toBe(linked);
    await card.getByText('example.org/story', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Edit link' }).click();
    // Enter waits for what is found.
    await field.fill('about');
    await pressKeys(page, 'Enter');
    const own = '<p>our <a href="/company" rel="noopener noreferrer">story</a></p>';
    await expect.poll(() => readEditorHtml(page)).toBe(own);
    await pressKeys(page, 'ArrowLeft');
    await card.getByText('A style sheet for one').waitFor();
    await card.getByText('Draft. Readers can’t open it yet.').waitFor();
    await pressKeys(page, 'Escape');
    await card.waitFor({ state: 'detached' });
    await pressKeys(page, 'Control+k', 'Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => readEditorHtml(page)).toBe(own);
    await card.getByRole('button', { name: 'Remove link' }).click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>our story</p>');
    // At a bare cursor the page's title becomes the words.
    await pressKeys(page, 'Control+End', 'Control+k');
    await page.keyboard.type('about');
    await page.getByRole('option', { name: /About us/ }).click();
    const named = '<p>our story<a href="/company" rel="noopener noreferrer">About us</a></p>';
    await expect.poll(() => readEditorHtml(page)).toBe(named);
    // Typing in the link closes the card, the next move of the cursor shows it.
    await pressKeys(page, 'ArrowLeft');
    await card.waitFor();
    await page.keyboard.type('m');
    await card.waitFor({ state: 'detached' });
    await pressKeys(page, 'ArrowLeft');
    await card.waitFor();
  }));

test('tables gain and lose rows and columns, keep head and body, and have cells of several paragraphs', async () => {
  await site.open(
    {
      html: renderTable(
        [
          ['h', 'i'],
          ['a', 'b'],
        ],
        1,
      ),
    },
    async (page) => {
      await clickOn(page, 'th >> nth=0');
      await toolButton(page, 'Insert row below').click();
      expect(await readEditorHtml(page)).toBe(
        renderTable(
          [
            ['h', 'i'],
            ['', ''],
            ['a', 'b'],
          ],
          1,
        ),
      );
      await clickOn(page, 'td >> nth=3');
      await toolButton(page, 'Insert column right').click();
      await toolButton(page, 'Align right').click();
      await expect.poll(() => readEditorHtml(page)).toContain('<td>a</td><td align="right">b</td><td></td>');
      await toolButton(page, 'Align left').click();
      await toolButton(page, 'Delete column').click();
      await toolButton(page, 'Header row').click();
      expect(await readEditorHtml(page)).toBe(
        renderTable([
          ['h', ''],
          ['', ''],
          ['a', ''],
        ]),
      );
      await page.getByLabel('Caption').fill('Prices');
      await expect.poll(() => readEditorHtml(page)).toContain('<table><caption>Prices</caption>');
      await toolButton(page, 'Delete table').click();
      await expect.poll(() => readEditorHtml(page)).toBe('');
      await setHtml(page, renderTable([['a', 'b']]));
      await clickOn(page, 'td >> nth=0');
      await pressKeys(page, 'End', 'Enter');
      await page.keyboard.type('more');
      await pressKeys(page, 'Tab');
      await page.keyboard.type('B');
      await expect.poll(() => readEditorHtml(page)).toBe(renderTable([['<p>a</p><p>more</p>', 'B']]));
    },
  );
});

test('the language of a code block is chosen from a list, found by its alias, and the cursor is back in the code', async () => {
  await site.open({ html: '<pre><code>a</code></pre>' }, async (page) => {
    await clickOn(page, 'pre');
    await toolButton(page, 'Language: Plain text').click();
    await page.getByRole('combobox', { name: 'Find a language' }).waitFor();
    await page.keyboard.type('ts');
    await page.keyboard.press('Enter');
    await expect.poll(() => readEditorHtml(page)).toBe('<pre><code class="language-typescript">a</code></pre>');
    await toolButton(page, 'Language: TypeScript').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('.ProseMirror'));
    await page.keyboard.press('End');
    await page.keyboard.type('b');
    await expect.poll(() => readEditorHtml(page)).toContain('>ab<');
  });
});

test('images show a missing alt text until it is entered or they are decorative, get a caption, and are not fetched from other sites', () => {
  const figure = sanitizeContent('<figure><img src="/uploads/a.webp" alt=""></figure>');
  const missing = (page: Page) => page.getByText('No alt text').count();
  return site.open({ html: figure }, async (page) => {
    await page.getByText('No alt text').waitFor();
    await clickOn(page, '.picture');
    await pressKeys(page, 'Alt+F9');
    await page.keyboard.type('A kettle');
    await expect.poll(() => readEditorHtml(page)).toBe(figure.replace('alt=""', 'alt="A kettle"'));
    await expect.poll(() => missing(page)).toBe(0);
    await page.getByLabel('Decorative').check();
    await expect.poll(() => readEditorHtml(page)).toBe(figure);
    await expect.poll(() => missing(page)).toBe(0);

    await toolButton(page, 'Caption').click();
    await page.keyboard.type('On the bench');
    const captioned = figure.replace('</figure>', '<figcaption>On the bench</figcaption></figure>');
    await expect.poll(() => readEditorHtml(page)).toBe(captioned);
    await clickOn(page, '.picture');
    await pressKeys(page, 'Backspace');
    await expect.poll(() => readEditorHtml(page)).toBe('');

    await setHtml(page, sanitizeContent('<p>a <img src="https://example.org/b.png" alt="b"></p>'));
    await page.getByText('Image from example.org').waitFor();

    // SECURITY.md M11: without a title attribute, too.
    await openEmpty(page);
    await pasteOrDrop(page, { type: 'paste', html: '<p>a <img src="/uploads/a.webp"> b</p>' });
    await expect.poll(() => readEditorHtml(page)).toBe(sanitizeContent('<p>a <img src="/uploads/a.webp"> b</p>'));
  });
});

test('HTML that the editor cannot represent stays unchanged until it is made editable', async () => {
  await site.open({ html: '<p>a</p><p><em></em>odd</p>' }, async (page) => {
    await page.getByText('Can’t be edited here').waitFor();
    await clickOn(page, '.raw-html-label');
    await toolButton(page, 'Move up').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p><em></em>odd</p><p>a</p>');
    await toolButton(page, 'Convert to editable text').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>odd</p><p>a</p>');
  });
});

test('the editor has no accessibility violations, light or dark', async () => {
  const html = `<h2>A</h2>${renderTable([['h'], ['a']], 1)}<pre><code>b</code></pre><p><em></em>odd</p>${sanitizeContent('<figure><img src="https://example.org/a.png" alt=""></figure>')}`;
  const scan = async (page: Page) =>
    expect(
      await findAxeViolations(page, { disabledRules: ['landmark-one-main', 'page-has-heading-one', 'region'] }),
    ).toEqual([]);
  await site.open({ html }, async (page) => {
    await scan(page);
    await clickOn(page, 'td >> nth=0');
    await scan(page);
    await clickOn(page, '.picture');
    await scan(page);
    await moveToEnd(page);
    await page.keyboard.type('/');
    await page.getByRole('listbox').waitFor();
    await scan(page);
    await pressKeys(page, 'Escape', 'Control+/');
    await page.getByRole('dialog').waitFor();
    await scan(page);
    await pressKeys(page, 'Escape', 'Control+a');
    await page.getByRole('toolbar', { name: 'Content: selected words' }).waitFor();
    await scan(page);
  });
});

test('on a phone nothing is wider than the screen, also in full height', async () => {
  const code = `<pre><code>${'wide '.repeat(40)}</code></pre>`;
  await site.open(
    { html: `<p>a</p>${code}${renderTable([['h'], ['a']], 1)}` },
    async (page) => {
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await clickOn(page, 'td >> nth=0');
      expect(await width()).toBeLessThanOrEqual(PHONE.width);
      await toolButton(page, 'Full height').click();
      await page.locator('.editor-tall').waitFor();
      expect(await width()).toBeLessThanOrEqual(PHONE.width);
    },
    { viewport: PHONE },
  );
});
