import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { type PlacedFile, placeHtml } from '#api/adapters/site-readers/placed-html.ts';
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
  ['a file', '<p data-block="file"><a href="https://site.example/a.pdf">A plan</a><br /><em>PDF · 2 KB</em></p>'],
  [
    'a recording',
    '<p data-block="audio"><a href="https://site.example/a.mp3">A talk</a><br /><em>MP3 · 2.1 MB</em></p>',
  ],
  ['a video', '<figure><video src="https://site.example/a.mp4"></video><figcaption>c</figcaption></figure>'],
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
  expect(plain.media).toEqual([old]);
  const image = { url: `/uploads/${name}`, width: 800, height: 600, alt: '' };
  const place = (found: typeof image | null) =>
    placeHtml(plain.html, {
      findImage: (url) => (url === old ? found : null),
      findFile: () => undefined,
      findLink: () => undefined,
    }).html;
  expect(sanitizeContent(place(image))).toBe(stored);
  expect(place(null)).not.toContain('data-image');
});

describe('files', () => {
  const old = (name: string) => `https://old.example/files/${name}`;
  const files: Record<string, PlacedFile | null> = {
    [old('a.mp3')]: { kind: 'audio', url: '/uploads/a.mp3', note: 'MP3 · 2 KB', width: 0, height: 0 },
    [old('a.mp4')]: { kind: 'video', url: '/uploads/a.mp4', note: '', width: 640, height: 360 },
    [old('gone.pdf')]: null,
  };
  const bringIn = (html: string) => {
    const lost: string[] = [];
    const plain = toPlainHtml(html, { base: 'https://old.example/', lose: (kind) => lost.push(kind) });
    const placed = placeHtml(plain.html, {
      findImage: () => null,
      findFile: (url) => files[url],
      findLink: () => undefined,
    });
    return { html: placed.html, media: plain.media, lost: [...lost, ...placed.losses.map(({ kind }) => kind)] };
  };

  it.each([
    [
      'a player, under its caption',
      `<figure><audio src="${old('a.mp3')}"></audio><figcaption>A <b>talk</b></figcaption></figure>`,
      '<p data-block="audio"><a href="/uploads/a.mp3">A talk</a><br><em>MP3 · 2 KB</em></p>',
      [],
    ],
    [
      'a player inside a paragraph',
      `<p>Hear <audio><source src="${old('a.mp3')}"></audio></p>`,
      '<p>Hear </p><p data-block="audio"><a href="/uploads/a.mp3">a</a><br><em>MP3 · 2 KB</em></p>',
      [],
    ],
    [
      'a video with its size',
      `<figure><video src="${old('a.mp4')}" poster="/p.jpg"></video><figcaption>c</figcaption></figure>`,
      '<figure><video src="/uploads/a.mp4" width="640" height="360"></video><figcaption>c</figcaption></figure>',
      [],
    ],
    ['a link to a file', `<p><a href="/files/a.mp3">Hear</a></p>`, '<p><a href="/uploads/a.mp3">Hear</a></p>', []],
    [
      'a file that is gone',
      `<p data-block="file"><a href="${old('gone.pdf')}">Plan</a></p>`,
      `<p><a href="${old('gone.pdf')}">Plan</a></p>`,
      ['file_missing'],
    ],
    [
      'a link to a file elsewhere',
      '<p><a href="https://x.example/a.pdf">x</a></p>',
      '<p><a href="https://x.example/a.pdf">x</a></p>',
      [],
    ],
    [
      'a type that isn’t kept',
      `<video src="${old('a.mov')}"></video>`,
      `<p><a href="${old('a.mov')}">${old('a.mov')}</a></p>`,
      ['file'],
    ],
  ])('%s', (_name, html, expected, lost) => {
    const result = bringIn(html);
    expect(result.html).toBe(expected);
    expect(result.lost).toEqual(lost);
  });
});
