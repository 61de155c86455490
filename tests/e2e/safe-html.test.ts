import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getWorkerBrowser } from '../support/browser/worker-browser.ts';
import { bundleClientSanitizer } from '../support/xss/xss-oracle.ts';

type Heading = { id: string; text: string; level: number };
type Wall = { parseSafeHtml(html: string, options?: object): { nodes: DocumentFragment; headings: Heading[] } };

let page: Page;
beforeAll(async () => {
  page = await (await getWorkerBrowser()).newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
  await page.goto('https://own.example/documents/1');
  await page.evaluate(await bundleClientSanitizer());
});
afterAll(() => page.close());

/** What the islands make of content: its HTML, and its headings. */
const read = (html: string, hasAnchors = false) =>
  page.evaluate(
    ([given, anchors]) => {
      const { nodes, headings } = (globalThis as unknown as { wall: Wall }).wall.parseSafeHtml(given, {
        hasAnchors: anchors,
      });
      const place = document.createElement('div');
      place.append(nodes);
      return { html: place.innerHTML, headings };
    },
    [html, hasAnchors] as const,
  );

test('headings get anchors of their own, when asked for', async () => {
  const content = '<h2>Tēnā koe!</h2><h3>Tena koe</h3><h2></h2><h2>漢字</h2>';
  expect(await read(content, true)).toEqual({
    html: '<h2 id="tena-koe">Tēnā koe!</h2><h3 id="tena-koe-2">Tena koe</h3><h2 id="section"></h2><h2 id="漢字">漢字</h2>',
    headings: [
      { id: 'tena-koe', text: 'Tēnā koe!', level: 2 },
      { id: 'tena-koe-2', text: 'Tena koe', level: 3 },
      { id: '漢字', text: '漢字', level: 2 },
    ],
  });
  expect((await read(content)).html).toBe('<h2>Tēnā koe!</h2><h3>Tena koe</h3><h2></h2><h2>漢字</h2>');
});

test('tables scroll in a frame, and code takes the focus', async () => {
  expect((await read('<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>')).html).toBe(
    '<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table><tbody><tr><td colspan="2">1</td></tr></tbody></table></div>',
  );
  expect((await read('<pre><code class="language-ts">a</code></pre>')).html).toBe(
    '<pre tabindex="0"><code class="language-ts">a</code></pre>',
  );
});

test('our own pictures come in the size that fits, and take their place before they come', async () => {
  const hash = 'a'.repeat(64);
  const { html } = await read(`<img src="/uploads/${hash}-900x600.webp" alt="Tea">`);
  expect(html).toContain(`srcset="/uploads/${hash}-480x320.webp 480w, /uploads/${hash}-900x600.webp 900w"`);
  expect(html).toContain('width="900" height="600"');
  expect(html).toContain('loading="lazy"');
  expect((await read('<img src="https://else.example/a.png">')).html).not.toContain('srcset');
});

test.each([
  ['<a href="/a" onclick="x" target="_blank">a</a>', '<a rel="noopener noreferrer" href="/a">a</a>'],
  ['<a href="javascript:x">a</a>', '<a rel="noopener noreferrer">a</a>'],
  ['<a href="blob:https://own.example/1">a</a>', '<a rel="noopener noreferrer">a</a>'],
  ['<a href="http://else.example">a</a>', '<a rel="noopener noreferrer">a</a>'],
  ['<p style="color:red" id="x" class="y">a</p>', '<p>a</p>'],
  ['<x-y>a <span>b</span></x-y>', 'a b'],
  ['<svg><p>a</p></svg><style>b</style><template>c</template>', '<p>a</p>'],
  ['<form><input name="childNodes"><input name="localName">a</form>b', 'b'],
  ['<img name="body" src="/a.png"><img name="body" src="/b.png">', null],
  [
    '<video src="/uploads/a.mp4" autoplay poster="/x"></video>',
    '<video controls="" preload="none" src="/uploads/a.mp4"></video>',
  ],
])('T20 of %s nothing else is left', async (given, left) => {
  const { html } = await read(given);
  if (left === null) expect(html.match(/<img/g)).toHaveLength(2);
  else expect(html).toBe(left);
});

test('the text of what is nested beyond all measure is still there', async () => {
  const { html } = await read(`${'<blockquote>'.repeat(20_000)}deep`);
  expect(html).toContain('deep');
});
