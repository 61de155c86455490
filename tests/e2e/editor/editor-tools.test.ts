import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { pasteOrDrop, clickOn, pressKeys, moveToEnd } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const table = (rows: string[][], head = 0) => {
  const cells = (row: string[], tag: string) => row.map((text) => `<${tag}>${text}</${tag}>`).join('');
  const lines = (part: string[][], tag: string) => part.map((row) => `<tr>${cells(row, tag)}</tr>`).join('');
  const thead = head > 0 ? `<thead>${lines(rows.slice(0, head), 'th')}</thead>` : '';
  return `<table>${thead}<tbody>${lines(rows.slice(head), 'td')}</tbody></table>`;
};

const EMPTY_ROW = ['', '', ''];

describe('the slash menu', () => {
  test('opens by a slash, is filtered as one types, and inserts by Enter', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('/');
      const menu = page.getByRole('listbox', { name: 'Insert' });
      await expect.poll(() => menu.getByRole('option').allInnerTexts()).toContain('Picture');
      await page.keyboard.type('tab');
      await expect.poll(() => menu.getByRole('option').allInnerTexts()).toEqual(['Table']);
      const active = await page.locator('.ProseMirror').getAttribute('aria-activedescendant');
      await expect.poll(() => page.locator(`[id="${active}"]`).innerText()).toBe('Table');
      await pressKeys(page, 'Enter');
      await page.keyboard.type('Name');
      expect(await readEditorHtml(page)).toBe(table([['Name', '', ''], EMPTY_ROW, EMPTY_ROW], 1));
    });
  });

  test('is walked by the arrow keys, closed by Escape, and leaves a plain slash alone', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
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
      await expect.poll(() => readEditorHtml(page)).toBe('<h2>Two</h2><p>/etc and/or /zzz</p>');
    });
  });

  test('takes a click', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await page.keyboard.type('/');
      await page.getByRole('option', { name: 'Quote' }).click();
      await page.keyboard.type('said');
      await expect.poll(() => readEditorHtml(page)).toBe('<blockquote><p>said</p></blockquote>');
    });
  });
});

describe('the toolbar', () => {
  test('is one stop for Tab, walked by arrows, left by Escape', async () => {
    await site.open({ html: '<p>word</p>' }, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+a', 'Alt+F10');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Bold');
      await pressKeys(page, 'ArrowRight', 'Enter');
      await pressKeys(page, 'Escape');
      await expect.poll(() => readEditorHtml(page)).toBe('<p><em>word</em></p>');
      expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror');
      await expect.poll(() => tool(page, 'Italic').getAttribute('aria-pressed')).toBe('true');
      await expect.poll(() => tool(page, 'Bold').getAttribute('aria-pressed')).toBe('false');
      await pressKeys(page, 'Alt+F10', '?');
      await page.getByRole('dialog', { name: 'Keys of the editor' }).waitFor();
    });
  });

  test('makes lists of paragraphs and paragraphs of lists', async () => {
    await site.open({ html: '<p>a</p><p>b</p>' }, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+a');
      await tool(page, 'Numbered list').click();
      await expect.poll(() => readEditorHtml(page)).toBe('<ol><li>a</li><li>b</li></ol>');
      await tool(page, 'Bulleted list').click();
      await expect.poll(() => readEditorHtml(page)).toBe('<ul><li>a</li><li>b</li></ul>');
      await tool(page, 'Bulleted list').click();
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><p>b</p>');
    });
  });
});

describe('links', () => {
  test('are made, changed and removed in a dialog', async () => {
    await site.open({ html: '<p>our story</p>' }, async (page) => {
      await moveToEnd(page);
      await pressKeys(page, 'Control+Shift+ArrowLeft', 'Control+k');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('inputmode'))).toBe('url');
      await page.keyboard.type('javascript:alert(1)');
      await page.getByRole('button', { name: 'Add link' }).click();
      await page.getByText('Enter an https address').waitFor();
      await page.getByLabel('Address').fill('example.org/story');
      await pressKeys(page, 'Enter');
      const linked = '<p>our <a href="https://example.org/story" rel="noopener noreferrer">story</a></p>';
      await expect.poll(() => readEditorHtml(page)).toBe(linked);
      await page.getByText('https://example.org/story').waitFor();
      await tool(page, 'Edit link').click();
      await page.getByLabel('Address').fill('/company');
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('history');
      await pressKeys(page, 'Enter');
      await expect
        .poll(() => readEditorHtml(page))
        .toBe('<p>our <a href="/company" rel="noopener noreferrer">history</a></p>');
      await tool(page, 'Remove link').click();
      await expect.poll(() => readEditorHtml(page)).toBe('<p>our history</p>');
    });
  });
});

describe('tables', () => {
  test('grow, shrink, and keep their sections', async () => {
    await site.open(
      {
        html: table(
          [
            ['h', 'i'],
            ['a', 'b'],
          ],
          1,
        ),
      },
      async (page) => {
        await clickOn(page, 'th >> nth=0');
        await tool(page, 'Row below').click();
        expect(await readEditorHtml(page)).toBe(
          table(
            [
              ['h', 'i'],
              ['', ''],
              ['a', 'b'],
            ],
            1,
          ),
        );
        await clickOn(page, 'td >> nth=3');
        await tool(page, 'Column right').click();
        await tool(page, 'Align right').click();
        await expect.poll(() => readEditorHtml(page)).toContain('<td>a</td><td align="right">b</td><td></td>');
        await tool(page, 'Align left').click();
        await tool(page, 'Delete column').click();
        await tool(page, 'Head row').click();
        expect(await readEditorHtml(page)).toBe(
          table([
            ['h', ''],
            ['', ''],
            ['a', ''],
          ]),
        );
        await page.getByLabel('Caption').fill('Prices');
        await expect.poll(() => readEditorHtml(page)).toContain('<table><caption>Prices</caption>');
        await tool(page, 'Delete table').click();
        await expect.poll(() => readEditorHtml(page)).toBe('');
      },
    );
  });

  test('hold several paragraphs in a cell', async () => {
    await site.open({ html: table([['a', 'b']]) }, async (page) => {
      await clickOn(page, 'td >> nth=0');
      await pressKeys(page, 'End', 'Enter');
      await page.keyboard.type('more');
      await pressKeys(page, 'Tab');
      await page.keyboard.type('B');
      await expect.poll(() => readEditorHtml(page)).toBe(table([['<p>a</p><p>more</p>', 'B']]));
    });
  });
});

test('a block of code has its language in a field', async () => {
  await site.open({ html: '<pre><code>a</code></pre>' }, async (page) => {
    await clickOn(page, 'pre');
    await page.getByLabel('Language').fill('TypeScript!');
    await expect.poll(() => readEditorHtml(page)).toBe('<pre><code class="language-typescript">a</code></pre>');
  });
});

describe('pictures', () => {
  const figure = sanitizeContent('<figure><img src="/uploads/a.webp" alt=""></figure>');
  const open = <T>(html: string, body: (page: Page) => Promise<T>) => site.open({ html }, body);

  test('say that their alternative text is missing, until it is there or needless', async () => {
    await open(figure, async (page) => {
      await page.getByText('No alternative text').waitFor();
      await clickOn(page, '.picture');
      await pressKeys(page, 'Alt+F9');
      await page.keyboard.type('A kettle');
      await expect.poll(() => readEditorHtml(page)).toBe(figure.replace('alt=""', 'alt="A kettle"'));
      await expect.poll(() => page.getByText('No alternative text').count()).toBe(0);
      await page.getByLabel('Decorative').check();
      await expect.poll(() => readEditorHtml(page)).toBe(figure);
      await expect.poll(() => page.getByText('No alternative text').count()).toBe(0);
    });
  });

  test('get a caption, and are deleted with it', async () => {
    await open(figure, async (page) => {
      await clickOn(page, '.picture');
      await tool(page, 'Caption').click();
      await page.keyboard.type('On the bench');
      const captioned = figure.replace('</figure>', '<figcaption>On the bench</figcaption></figure>');
      await expect.poll(() => readEditorHtml(page)).toBe(captioned);
      await clickOn(page, '.picture');
      await pressKeys(page, 'Backspace');
      await expect.poll(() => readEditorHtml(page)).toBe('');
    });
  });

  test('of other sites are named, not fetched', async () => {
    await open(sanitizeContent('<p>a <img src="https://example.org/b.png" alt="b"></p>'), async (page) => {
      await page.getByText('A picture from example.org').waitFor();
    });
  });

  test('without a title do no harm (SECURITY.md M11)', async () => {
    await open('', async (page) => {
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', html: '<p>a <img src="/uploads/a.webp"> b</p>' });
      await expect.poll(() => readEditorHtml(page)).toBe(sanitizeContent('<p>a <img src="/uploads/a.webp"> b</p>'));
    });
  });
});

test('what cannot be held exactly is kept as it is, until somebody wants to edit it', async () => {
  await site.open({ html: '<p>a</p><p><em></em>odd</p>' }, async (page) => {
    await page.getByText('Kept as it is').waitFor();
    await clickOn(page, '.raw-html-label');
    await tool(page, 'Move up').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p><em></em>odd</p><p>a</p>');
    await tool(page, 'Make it editable').click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>odd</p><p>a</p>');
  });
});

test('breaks no rule of accessibility, light or dark', async () => {
  const html = `<h2>A</h2>${table([['h'], ['a']], 1)}<pre><code>b</code></pre><p><em></em>odd</p>${sanitizeContent('<figure><img src="https://example.org/a.png" alt=""></figure>')}`;
  const scan = async (page: Page) =>
    expect(await findAxeViolations(page, ['landmark-one-main', 'page-has-heading-one', 'region'])).toEqual([]);
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
  });
});

test('on a phone nothing is wider than the screen, in full height neither', async () => {
  const code = `<pre><code>${'wide '.repeat(40)}</code></pre>`;
  await site.open(
    { html: `<p>a</p>${code}${table([['h'], ['a']], 1)}` },
    async (page) => {
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await clickOn(page, 'td >> nth=0');
      expect(await width()).toBeLessThanOrEqual(PHONE.width);
      await tool(page, 'Full height').click();
      await page.locator('.editor-tall').waitFor();
      expect(await width()).toBeLessThanOrEqual(PHONE.width);
    },
    { viewport: PHONE },
  );
});
