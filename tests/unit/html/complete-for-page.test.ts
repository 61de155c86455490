import { describe, expect, test } from 'vitest';
import { completeForFeed, completeForPage } from '#src/features/blogs/public/complete-for-page.ts';

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

  test.each([
    ['of another site', paragraph('https://example.com/watch?v=dQw4w9WgXcQ')],
    ['with more than a link', '<p data-block="embed"><a href="https://youtu.be/dQw4w9WgXcQ">a</a> b</p>'],
    ['that is text', '<p>&lt;figure class="embed embed-video" data-frame="https://evil.example/"&gt;</p>'],
  ])('T20 stay as they are: one %s', (_kind, html) => {
    expect(completeForPage(html)).toMatchObject({ html, hasEmbed: false });
  });
});
