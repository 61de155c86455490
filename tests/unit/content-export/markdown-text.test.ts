import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { toMarkdown, toReadableMarkdown } from '#api/adapters/site-writers/markdown-text.ts';

const render = (markdown: string) =>
  sanitizeContent(micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }))
    .replace(/>\s+</g, '><')
    .replace(/\n<\/code><\/pre>/g, '</code></pre>')
    .trim();

it.each([
  ['<p>One <strong>two</strong> and <em>three</em>.</p><p>Four</p>', 'One **two** and *three*.\n\nFour\n'],
  ['<h2>Head</h2><hr><blockquote><p>a</p><p>b</p></blockquote>', '## Head\n\n***\n\n> a\n>\n> b\n'],
  ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c\n'],
  ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b\n'],
  ['<pre><code class="language-ts">a\n\n`b`</code></pre>', '```ts\na\n\n`b`\n```\n'],
  [
    '<p><a href="https://x.example/">x</a> <img src="/uploads/a.webp" alt="A"></p>',
    '[x](<https://x.example/>) ![A](</moved/a.webp>)\n',
  ],
])('writes %s as Markdown', (html, markdown) => {
  expect(toMarkdown(html, (url) => url.replace('/uploads/', '/moved/'))).toBe(markdown);
  expect(toReadableMarkdown(html)).toBe(markdown.replace('/moved/', '/uploads/'));
});

it.each([
  '<p>* no list</p><p># no heading</p><p>1. no number</p><p>a_b_c &lt;b&gt; &amp;amp; [x](y) `z` \\ | ~~n~~</p>',
  '<p>a<br>b <mark>m</mark><sup>2</sup> <kbd>K</kbd></p>',
  '<figure><img src="/a.webp" alt="A"><figcaption>A <em>b</em></figcaption></figure>',
  '<details><summary>More</summary><p>Text</p><pre><code>a\n\nb</code></pre></details>',
  '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b|c</td></tr></tbody></table>',
  '<ul><li><input type="checkbox" checked disabled> done</li></ul>',
  '<p>a<strong>b</strong>c<em>d</em>e <strong> f </strong></p>',
  '<blockquote><p>a</p><ul><li>b</li></ul><pre><code>c\n\nd</code></pre></blockquote>',
  '<p>+1 is more</p><p>- is less</p><h3>1. One</h3>',
  '<p><code>a`b</code> and <a href="/x" title="T">t</a></p>',
])('loses nothing of %s', (html) => {
  expect(render(toMarkdown(html))).toBe(sanitizeContent(html).replace(/>\s+</g, '><'));
});
