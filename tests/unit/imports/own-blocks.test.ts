import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { placeHtml } from '#api/adapters/site-readers/placed-html.ts';
import { toPlainHtml } from '#api/adapters/site-readers/plain-html.ts';
import { toMarkdown } from '#api/adapters/site-writers/markdown-text.ts';

const image = (name: string) => `<img src="https://site.example/${name}.webp" alt="${name}">`;

test.each([
  ['code with a title', '<pre data-title="a.sh"><code class="language-bash">ls\n\npwd</code></pre>'],
  ['a callout', '<aside data-callout="tip"><p>One</p><ul><li>two</li></ul></aside>'],
  ['a button', '<p data-block="quiet-button"><a href="https://site.example/plans">Join</a></p>'],
  ['an embed', '<p data-block="embed"><a href="https://youtu.be/dQw4w9WgXcQ">A talk</a></p>'],
  [
    'a bookmark',
    '<p data-block="bookmark"><a href="https://x.example/">X &amp; Y</a><br />What it is<br /><em>The X</em></p>',
  ],
  ['a wide image', `<figure data-layout="wide">${image('a')}<figcaption>c</figcaption></figure>`],
  ['a gallery', `<figure data-layout="gallery">${image('a')}${image('b')}<figcaption>c</figcaption></figure>`],
])('%s goes out as Markdown and comes in again', (_block, html) => {
  const stored = sanitizeContent(html);
  const lost: string[] = [];
  const markdown = toMarkdown(stored);
  const read = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const plain = toPlainHtml(read, { base: 'https://site.example/', lose: (kind) => lost.push(kind) });
  expect(sanitizeContent(plain.html)).toBe(stored);
  expect(lost).toEqual([]);
});

test('the image of a bookmark goes out with it and comes in again', () => {
  const name = `${'a'.repeat(64)}-800x600.webp`;
  const stored = sanitizeContent(
    `<p data-block="bookmark" data-image="/uploads/${name}"><a href="https://x.example/">X</a></p>`,
  );
  const markdown = toMarkdown(stored, (url) => url.replace('/uploads/', '/media/'));
  expect(markdown).toContain(`data-image="/media/${name}"`);
  const plain = toPlainHtml(markdown, { base: 'https://site.example/', lose: () => undefined });
  const old = `https://site.example/media/${name}`;
  expect(plain.images).toEqual([old]);
  const image = { url: `/uploads/${name}`, width: 800, height: 600, alt: '' };
  const place = (found: typeof image | null) =>
    placeHtml(plain.html, { findImage: (url) => (url === old ? found : null), findLink: () => undefined }).html;
  expect(sanitizeContent(place(image))).toBe(stored);
  expect(place(null)).not.toContain('data-image');
});
