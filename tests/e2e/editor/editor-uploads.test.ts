import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { pasteOrDrop, clickOn, pressKeys, moveToEnd, setHtml } from '../../support/editor/editor-keys.ts';
import { createdResponse, mockUploads, rejectedResponse, toUploadJson } from '../../support/editor/mock-uploads.ts';
import { type EditorSite, readEditorHtml, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const png = (name = 'kettle.png') => ({ name, type: 'image/png', base64: PNG });
const videoFile = { name: 'film.mp4', type: 'video/mp4', base64: 'AAAA' };
const renderFigure = (name: string) =>
  sanitizeContent(`<figure><img src="/uploads/${name}" alt="" width="400" height="200"></figure>`);

const isUploading = (page: Page) => runInPage(page, (editor) => editor.handle.isUploading());
const findPlaceholder = (page: Page, name = 'kettle.png') => page.getByRole('group', { name: `Uploading ${name}` });

describe('uploads', () => {
  test('a dropped image is inserted once it is stored; its placeholder is not part of the HTML', async () => {
    await site.open({ html: '<p>a</p><p>b</p>' }, async (page) => {
      const server = await mockUploads(page, [createdResponse('one.webp', { isPending: true })]);
      await pasteOrDrop(page, { type: 'drop', files: [png()] });
      await findPlaceholder(page).waitFor();
      await expect.poll(() => server.sent).toEqual(['kettle.png']);
      expect(await isUploading(page)).toBe(true);
      await moveToEnd(page);
      await page.keyboard.type('!');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p><p>b!</p>');
      const done = runInPage(page, async (editor) => {
        await editor.handle.whenUploaded();
        return editor.handle.getHtml();
      });
      server.release();
      expect(await done).toBe(`<p>a</p><p>b!</p>${renderFigure('one.webp')}`);
      expect(await findPlaceholder(page).count()).toBe(0);
      expect(await isUploading(page)).toBe(false);
    });
  });

  test('undo removes the image and restores no placeholder', async () => {
    await site.open({ html: '<p>a</p>' }, async (page) => {
      await mockUploads(page, [createdResponse('one.webp')]);
      await moveToEnd(page);
      await page.keyboard.type('b');
      await pasteOrDrop(page, { type: 'paste', files: [png()] });
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>ab</p>${renderFigure('one.webp')}`);
      await pressKeys(page, 'Control+z');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>ab</p>');
      await pressKeys(page, 'Control+z');
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p>');
      expect(await page.locator('.upload').count()).toBe(0);
    });
  });

  test('a failed upload shows the reason and can be retried or removed', async () => {
    await site.open(
      { html: '<p>a</p>' },
      async (page) => {
        await mockUploads(page, [rejectedResponse, createdResponse('one.webp'), rejectedResponse]);
        await pasteOrDrop(page, { type: 'drop', files: [png()] });
        await page.getByText('This file is no picture.').waitFor();
        expect(await isUploading(page)).toBe(false);
        await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p>');
        await moveToEnd(page);
        await page.getByRole('button', { name: 'Retry' }).press('Enter');
        await page.keyboard.type('b');
        await expect.poll(() => readEditorHtml(page)).toBe(`<p>ab</p>${renderFigure('one.webp')}`);
        await pasteOrDrop(page, { type: 'drop', files: [png('second.png')] });
        await findPlaceholder(page, 'second.png').getByRole('button', { name: 'Remove' }).click();
        await expect.poll(() => page.locator('.upload').count()).toBe(0);
      },
      { expected: [/422/] },
    );
  });

  test('deleting, cutting, typing or pasting over the selected text cancels its uploads and takes their cards along', async () => {
    const acts: [act: (page: Page) => Promise<void>, left: string][] = [
      [(page) => page.keyboard.press('Delete'), '<p></p>'],
      [(page) => page.keyboard.press('Control+x'), '<p></p>'],
      [(page) => page.keyboard.type('b'), '<p>b</p>'],
      [(page) => pasteOrDrop(page, { type: 'paste', text: 'b' }), '<p>b</p>'],
    ];
    await site.open(
      {},
      async (page) => {
        for (const [act, left] of acts) {
          await setHtml(page, '<p>a</p>');
          const server = await mockUploads(page, [rejectedResponse, createdResponse('one.webp', { isPending: true })]);
          await pasteOrDrop(page, { type: 'drop', files: [png()] });
          await page.getByText('This file is no picture.').waitFor();
          await pasteOrDrop(page, { type: 'drop', files: [png()] });
          await expect.poll(() => page.locator('.upload').count()).toBe(2);
          await moveToEnd(page);
          await page.keyboard.press('Control+a');
          await act(page);
          await expect.poll(() => page.locator('.upload').count()).toBe(0);
          server.release();
          await expect.poll(() => readEditorHtml(page)).toBe(left);
        }
      },
      { expected: [/422/] },
    );
  });

  test('a letter typed into an empty text leaves the upload that it waits for', async () => {
    await site.open({ html: '' }, async (page) => {
      const server = await mockUploads(page, [createdResponse('one.webp', { isPending: true })]);
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', files: [png()] });
      await findPlaceholder(page).waitFor();
      await moveToEnd(page);
      await page.keyboard.type('b');
      expect(await page.locator('.upload').count()).toBe(1);
      server.release();
      await expect.poll(() => readEditorHtml(page)).toContain('one.webp');
    });
  });

  test('an upload that ends while its Cancel has the focus gives it back to the text', async () => {
    await site.open({ html: '<p>a</p>' }, async (page) => {
      const server = await mockUploads(page, [createdResponse('one.webp', { isPending: true })]);
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', files: [png()] });
      await findPlaceholder(page).getByRole('button', { name: 'Cancel' }).focus();
      server.release();
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>a</p>${renderFigure('one.webp')}`);
      await page.keyboard.type('b');
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>ab</p>${renderFigure('one.webp')}`);
    });
  });

  test('Cancel aborts one upload, and the others continue', async () => {
    await site.open({}, async (page) => {
      const server = await mockUploads(page, [
        createdResponse('kept.webp', { isPending: true }),
        createdResponse('kept.webp', { isPending: true }),
      ]);
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', files: [png('one.png'), png('two.png')] });
      // Both are sent at once, and either may come first.
      await expect.poll(() => [...server.sent].sort()).toEqual(['one.png', 'two.png']);
      await findPlaceholder(page, 'one.png').getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => findPlaceholder(page, 'one.png').count()).toBe(0);
      server.release();
      await expect.poll(() => readEditorHtml(page)).toBe(renderFigure('kept.webp'));
    });
  });

  test('several uploads keep their order whichever finishes first, and a video becomes a video element', async () => {
    await site.open({ html: '<p>a</p>' }, async (page) => {
      await page.route('**/api/uploads', async (route) => {
        const name = /filename="([^"]*)"/.exec(route.request().postData() ?? '')?.[1] ?? '';
        if (name === 'one.png') await new Promise((resolve) => setTimeout(resolve, 300));
        await route.fulfill({
          status: 201,
          json: toUploadJson(name, name.endsWith('mp4') ? 'video/mp4' : 'image/webp'),
        });
      });
      await pasteOrDrop(page, { type: 'drop', files: [png('one.png'), videoFile] });
      const video = sanitizeContent(
        '<figure><video src="/uploads/film.mp4" width="400" height="200"></video></figure>',
      );
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>a</p>${renderFigure('one.png')}${video}`);
    });
  });

  test('the file picker accepts the file types of its button, and images of other types are not pasted', async () => {
    await site.open({}, async (page) => {
      await mockUploads(page, [createdResponse('one.webp')]);
      await moveToEnd(page);
      // Another program's kind of image is not taken.
      await pasteOrDrop(page, { type: 'paste', files: [{ ...png('kettle.tiff'), type: 'image/tiff' }] });
      expect(await page.locator('.upload').count()).toBe(0);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Image', exact: true }).click(),
      ]);
      await expect.poll(() => chooser.element().getAttribute('accept')).toBe('image/*');
      await chooser.setFiles({ name: 'kettle.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
      await expect.poll(() => readEditorHtml(page)).toBe(renderFigure('one.webp'));
      await page.keyboard.type('behind');
      await expect.poll(() => readEditorHtml(page)).toBe(`${renderFigure('one.webp')}<p>behind</p>`);
    });
  });
});

test('an image that is dragged to another place leaves no empty figure behind', async () => {
  const [text, figure] = ['<p>One</p>', renderFigure('one.webp')];
  await site.open({ html: `${text}${figure}<p>Two</p>` }, async (page) => {
    const [from, to] = await Promise.all(
      ['.picture', '.ProseMirror > p'].map((selector) => page.locator(selector).first().boundingBox()),
    );
    if (!from || !to) throw new Error('Not shown.');
    await page.mouse.move(from.x + 30, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
    await page.mouse.move(to.x + 20, to.y + 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => readEditorHtml(page)).toBe(`${figure}${text}<p>Two</p>`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => readEditorHtml(page)).toBe(`${text}${figure}<p>Two</p>`);
  });
});

/** A list item as Word puts it on the clipboard. */
const renderWordListItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol;mso-list:Ignore'>${marker}<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
const AROUND_TABLE = '<p>a<br />b</p><table><tbody><tr><td>c</td></tr></tbody></table>';

/** What is pasted, and what it becomes. */
const PASTED: readonly (readonly [what: string, given: string, html: string])[] = [
  [
    'a page',
    '<div class="x"><h1 onclick="x()">A</h1><p style="color:red">b <span>c</span></p></div>',
    '<h1>A</h1><p>b c</p>',
  ],
  ['heading levels that are not offered', '<h5>A</h5><p>b</p>', '<h3>A</h3><p>b</p>'],
  [
    'Google Docs',
    '<b style="font-weight:normal"><p><span style="font-weight:700">bold</span> <span style="font-style:italic">it</span></p></b>',
    '<p><strong>bold</strong> <em>it</em></p>',
  ],
  [
    'lists from Word',
    [
      renderWordListItem(1, '·', 'a'),
      renderWordListItem(2, 'o', 'b'),
      renderWordListItem(1, '·', 'c'),
      '<p>d</p>',
      renderWordListItem(1, '1.', 'e'),
      renderWordListItem(1, '2.', 'f'),
    ].join('\n'),
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p><ol><li>e</li><li>f</li></ol>',
  ],
  ['line breaks that only separate blocks', '<p>a<br>b</p><br><table><tr><td>c</td></tr></table>\n<br>', AROUND_TABLE],
  ['a list', '<ul><li>a</li><li><p>b</p></li></ul>', '<ul><li>a</li><li><p>b</p></li></ul>'],
  [
    'a table from a spreadsheet',
    '<table><colgroup><col></colgroup><tr><td style="text-align:right">1</td><td>b</td></tr></table>',
    '<table><tbody><tr><td align="right">1</td><td>b</td></tr></tbody></table>',
  ],
  ['scripts and frames', '<p>a<script>alert(1)</script><iframe src="https://x.example"></iframe>b</p>', '<p>ab</p>'],
  [
    'unsafe links',
    '<p><a href="javascript:x()">a</a> <a href="http://x.example/b">b</a></p>',
    '<p>a <a href="http://x.example/b" rel="noopener noreferrer">b</a></p>',
  ],
  [
    'images of other sites',
    '<p>a <img src="https://x.example/b.png" alt="A boat" onerror="x()"></p>',
    '<p>a <a href="https://x.example/b.png" rel="noopener noreferrer">A boat</a></p>',
  ],
];

describe('paste', () => {
  test('keeps what the text may have, and drops scripts, styles and foreign images', async () => {
    const pasted = await site.open({}, (page) =>
      runInPage(
        page,
        (editor, texts: string[]) => editor.paste(texts.map((html) => ({ html, text: 'x' }))),
        PASTED.map(([, given]) => given),
      ),
    );
    expect(PASTED.map(([what, given], at) => [what, given, pasted[at]])).toEqual(PASTED);
    expect(pasted.map(sanitizeContent)).toEqual(pasted);
  });

  test('images embedded in the HTML are uploaded', async () => {
    await site.open({}, async (page) => {
      await mockUploads(page, [createdResponse('one.webp')]);
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', html: `<p>a</p><img src="data:image/png;base64,${PNG}">`, text: 'a' });
      await expect.poll(() => readEditorHtml(page)).toBe(`<p>a</p>${renderFigure('one.webp')}`);
    });
  });

  test('Markdown text is converted; other text becomes one paragraph per line', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', text: '## A\n\n- b **c**\n\n| d | e |\n|---|--:|\n| 1 | 2 |' });
      expect(await readEditorHtml(page)).toBe(
        '<h2>A</h2><ul><li>b <strong>c</strong></li></ul><table><thead><tr><th>d</th><th align="right">e</th></tr></thead>' +
          '<tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
      );
      await setHtml(page, '');
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', text: 'a < b\nsnake_case * 2' });
      await expect.poll(() => readEditorHtml(page)).toBe('<p>a &lt; b</p><p>snake_case * 2</p>');
    });
  });

  test('T20 character references in Markdown, and HTML pasted into code, are parsed without running anything', async () => {
    await site.open({}, async (page) => {
      await moveToEnd(page);
      await pasteOrDrop(page, { type: 'paste', text: '**a** &copy; &notit; &nope; &amp;lt;' });
      await expect.poll(() => readEditorHtml(page)).toBe('<p><strong>a</strong> © &amp;notit; &amp;nope; &amp;lt;</p>');
      await setHtml(page, '<pre><code>a</code></pre>');
      await clickOn(page, '.ProseMirror code');
      await pressKeys(page, 'End');
      await pasteOrDrop(page, {
        type: 'paste',
        html: '<p>b<img src="x" onerror="alert(1)"></p><script>c</script><p>d</p>',
      });
      await expect.poll(() => readEditorHtml(page)).toBe('<pre><code>ab\nd</code></pre>');
    });
  });

  test('content copied from the editor is pasted unchanged', async () => {
    const html = sanitizeContent(
      '<ul><li>a <em><a href="/x" title="t">b</a></em></li></ul><p><em></em>kept</p><p>c</p>',
    );
    await site.open({ html }, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await moveToEnd(page);
      await pressKeys(page, 'Control+a', 'Control+c', 'ArrowRight', 'Enter', 'Control+v');
      await expect.poll(() => readEditorHtml(page)).toBe(`${html}${html}`);
    });
  });
});

test('dropped files and recordings become cards, which are named, undone and moved', async () => {
  const name = (extension: string) => `${'a'.repeat(64)}.${extension}`;
  const card = (kind: string, extension: string, title: string, note: string) =>
    sanitizeContent(
      `<p data-block="${kind}"><a href="/uploads/${name(extension)}">${title}</a><br><em>${note}</em></p>`,
    );
  const response = (extension: string, type: string) => ({
    status: 201,
    json: { ...toUploadJson(name(extension), type), name: `Field list.${extension}`, size: 2048 },
  });
  await site.open({ html: '<p>a</p>' }, async (page) => {
    await mockUploads(page, [response('pdf', 'application/pdf'), response('mp3', 'audio/mpeg')]);
    const drop = (extension: string, type: string) =>
      pasteOrDrop(page, { type: 'drop', files: [{ name: `x.${extension}`, type, base64: 'AAAA' }] });
    await drop('pdf', 'application/pdf');
    const file = card('file', 'pdf', 'Field list', 'PDF · 2 KB');
    await expect.poll(() => readEditorHtml(page)).toContain(file);
    await clickOn(page, '.file-block');
    await page.getByRole('textbox', { name: 'Title' }).fill('Checklist');
    await expect.poll(() => readEditorHtml(page)).toContain(card('file', 'pdf', 'Checklist', 'PDF · 2 KB'));
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => readEditorHtml(page)).toBe('<p>a</p>');
    await pressKeys(page, 'Control+z');
    await expect.poll(() => readEditorHtml(page)).toContain('data-block="file"');
    await drop('mp3', 'audio/mpeg');
    await expect.poll(() => readEditorHtml(page)).toContain(card('audio', 'mp3', 'Field list', 'MP3 · 2 KB'));
    expect(await page.locator('.file-block audio[preload="none"]').count()).toBe(1);
  });
});
