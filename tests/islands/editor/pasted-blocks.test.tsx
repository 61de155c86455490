import { expect, test } from 'vitest';
import { cleanPastedHtml } from '#src/editor/paste/clean-pasted-html.ts';
import { renderMarkdown } from '#src/editor/paste/markdown.ts';

const paste = (html: string) => cleanPastedHtml(html, [2, 3]).body.innerHTML;
const callout = (kind: string, inner: string) => `<aside data-callout="${kind}">${inner}</aside>`;

test.each([
  [
    'Markdown',
    renderMarkdown('> [!NOTE]\n> One **two**\n>\n> three'),
    'note',
    '<p>One <strong>two</strong></p>\n<p>three</p>',
  ],
  ['Markdown of another name', renderMarkdown('> [!caution] One'), 'warning', '<p>One</p>'],
  [
    'a page of GitHub',
    '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>One</p></div>',
    'tip',
    '<p>One</p>',
  ],
])('a callout of %s stays one', (_source, html, kind, inner) => {
  expect(
    paste(html)
      .replaceAll(/>\s+</g, '>\n<')
      .replaceAll(/(<aside[^>]*>)\s+|\s+(?=<\/aside>)/g, '$1'),
  ).toBe(callout(kind, inner));
});

test.each([
  ['a quote', renderMarkdown('> [!] One'), '<blockquote>'],
  ['a quote of an unknown kind', renderMarkdown('> [!kettle] One'), '<blockquote>'],
  ['an aside of a page', '<aside>One</aside>', '<p>One</p>'],
])('%s becomes no callout', (_source, html, wanted) => {
  expect(paste(html)).toContain(wanted);
  expect(paste(html)).not.toContain('<aside');
});

test('code that says its language itself gets it', () => {
  expect(paste('<pre>#!/bin/sh\nls</pre>')).toBe(
    '<pre class=""><code class="language-bash">#!/bin/sh\nls</code></pre>',
  );
});
