import { describe, expect, test } from 'vitest';
import { completeForFeed, completeForPage } from '#api/domain/complete-for-page.ts';

const complete = (html: string) => completeForPage(html).html;
const COPY = '<button type="button" class="code-copy no-print" data-copy-code>Copy</button>';

test('a table gets a focusable scroll container', () => {
  expect(complete('<p>a</p><table><tbody><tr><td>1</td></tr></tbody></table><p>b</p>')).toBe(
    '<p>a</p><div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>1</td></tr></tbody></table></div><p>b</p>',
  );
});

test('other elements are unchanged, and nothing is loaded for them', () => {
  const html = '<pretty></pretty><em>table</em>';
  expect(completeForPage(html)).toEqual({ html, hasCode: false, hasEmbed: false, hasBlocks: false });
});

describe('code', () => {
  test('becomes focusable, with a button that copies it', () => {
    expect(completeForPage('<pre><code>&lt;table&gt;</code></pre>')).toEqual({
      html: `<div class="code"><div class="code-head">${COPY}</div><pre tabindex="0"><code>&lt;table&gt;</code></pre></div>`,
      hasCode: true,
      hasEmbed: false,
      hasBlocks: true,
    });
  });

  test('names its title and its language as people write it', () => {
    expect(complete('<pre data-title="a &quot;b&quot;"><code class="language-ts">x</code></pre>')).toBe(
      `<div class="code"><div class="code-head"><span class="code-title">a &quot;b&quot;</span><span class="code-language">TypeScript</span>${COPY}</div><pre tabindex="0"><code class="language-ts">x</code></pre></div>`,
    );
    expect(complete('<pre><code class="language-text">x</code></pre>')).not.toContain('code-language');
  });

  test('has its title above it in feeds', () => {
    expect(completeForFeed('<pre data-title="a.sh"><code>x</code></pre>')).toBe(
      '<p><strong>a.sh</strong></p><pre><code>x</code></pre>',
    );
  });
});

test('callouts and buttons load the style sheet of blocks; feeds name the kind of a callout', () => {
  const callout = '<aside data-callout="tip"><p>a</p></aside>';
  expect(completeForPage(callout)).toEqual({
    html: callout.replace('<aside', '<aside role="note"'),
    hasCode: false,
    hasEmbed: false,
    hasBlocks: true,
  });
  expect(completeForPage('<p data-block="quiet-button"><a href="/a">a</a></p>').hasBlocks).toBe(true);
  expect(completeForFeed(callout)).toBe('<aside data-callout="tip"><p><strong>Tip</strong></p><p>a</p></aside>');
});

describe('embeds', () => {
  const paragraph = (href: string, title = 'A talk') =>
    `<p data-block="embed"><a href="${href}" rel="noopener noreferrer">${title}</a></p>`;

  test('become a card that names the frame, which the script of the page loads', () => {
    const { html, hasEmbed, hasBlocks } = completeForPage(
      paragraph('https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=3'),
    );
    expect([hasEmbed, hasBlocks]).toEqual([true, true]);
    expect(html).toMatch(
      /^<figure class="embed embed-video" data-frame="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?autoplay=1"><button /,
    );
    expect(html).toContain('aria-label="Play A talk"');
    expect(html).toContain(
      '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=3" rel="noopener noreferrer">A talk</a>',
    );
    expect(html).not.toMatch(/<iframe|src=/);
  });

  test('open their site in a new tab where the page allows no frames', () => {
    const html = completeForPage(paragraph('https://vimeo.com/76979871', 'A "film"'), { hasFrames: false }).html;
    expect(html).toContain(
      '<a class="embed-play no-print" href="https://vimeo.com/76979871" rel="noopener noreferrer" target="_blank" aria-label="Open A &quot;film&quot; at Vimeo, in a new tab">',
    );
    expect(html).not.toMatch(/data-frame|data-play|until you press play/);
  });

  test.each([
    ['of another site', paragraph('https://example.com/watch?v=dQw4w9WgXcQ')],
    ['with more than a link', '<p data-block="embed"><a href="https://youtu.be/dQw4w9WgXcQ">a</a> b</p>'],
    ['that is text', '<p>&lt;figure class="embed embed-video" data-frame="https://evil.example/"&gt;</p>'],
  ])('T20 stay as they are: one %s', (_kind, html) => {
    expect(completeForPage(html)).toMatchObject({ html, hasEmbed: false });
  });
});

describe('bookmarks and posters', () => {
  const image = `/uploads/${'a'.repeat(64)}-800x600.webp`;
  const link = '<a href="https://x.example/a?b=1&amp;c" rel="noopener noreferrer">X &lt;Y&gt;</a>';

  test('a bookmark becomes a link as a whole, with the image of this site beside its words', () => {
    const { html, hasBlocks, hasEmbed } = completeForPage(
      `<p data-block="bookmark" data-image="${image}">${link}<br />What it is<br /><em>x.example</em></p><p>b</p>`,
    );
    expect([hasBlocks, hasEmbed]).toEqual([true, false]);
    expect(html).toContain(
      '<a class="bookmark" href="https://x.example/a?b=1&amp;c" rel="noopener noreferrer"><span class="bookmark-text"><span class="bookmark-title">X &lt;Y&gt;</span><span class="bookmark-words">What it is</span><span class="bookmark-site">x.example</span></span><img class="bookmark-image" src="/uploads/',
    );
    expect(html).toMatch(/alt="" width="800" height="600" loading="lazy" decoding="async"><\/a><p>b<\/p>$/);
  });

  test('a bookmark that says only where it leads is a card all the same', () => {
    expect(complete(`<p data-block="bookmark">${link}</p>`)).toMatch(
      /^<a class="bookmark" [^>]*><span class="bookmark-text"><span class="bookmark-title">[^<]*<\/span><\/span><\/a>$/,
    );
    expect(complete(`<p data-block="bookmark">${link}<br /><em>x.example</em></p>`)).toContain(
      '>x.example</span></span></a>',
    );
  });

  test('T20 what isn’t written as a bookmark stays a paragraph', () => {
    const html = `<p data-block="bookmark">${link} and <strong>more</strong></p>`;
    expect(complete(html)).toBe(html);
  });

  test('the poster of an embed is behind its button', () => {
    const html = complete(
      `<p data-block="embed" data-image="${image}"><a href="https://vimeo.com/76979871">A film</a></p>`,
    );
    expect(html).toMatch(
      /data-play aria-label="Play A film"><img class="embed-poster" src="\/uploads\/[^>]*alt=""[^>]*><span class="embed-icon">/,
    );
  });
});

describe('files and recordings', () => {
  const url = (extension: string) => `/uploads/${'a'.repeat(64)}.${extension}`;
  const card = (kind: string, href: string) =>
    `<p data-block="${kind}"><a href="${href}" rel="noopener noreferrer">A "list"</a><br /><em>PDF · 2 KB</em></p>`;

  test('a file is a link that downloads it under its title', () => {
    expect(complete(card('file', url('pdf')))).toMatch(
      /^<a class="file-card" href="\/uploads\/a{64}\.pdf" download="A &quot;list&quot;\.pdf"><span class="file-title">A "list"<\/span><span>PDF · 2 KB<\/span><span class="file-icon">/,
    );
  });

  test('a recording loads nothing before it is played', () => {
    expect(complete(card('audio', url('mp3')))).toBe(
      `<figure class="file-card"><figcaption class="file-caption"><span class="file-title">A "list"</span><span>PDF · 2 KB</span></figcaption><audio src="${url('mp3')}" controls preload="none" aria-label="A &quot;list&quot;"></audio></figure>`,
    );
  });

  test('T20 a file of another site stays a link', () => {
    for (const href of ['https://evil.example/a.mp3', '/uploads/a.mp3', '//evil.example/a.pdf'])
      for (const kind of ['file', 'audio']) expect(complete(card(kind, href))).toBe(card(kind, href));
  });
});
