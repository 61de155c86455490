import { describe, expect, it } from 'vitest';
import { rewriteHtmlUrls } from '#api/adapters/html/html-url-rewriter.ts';
import { rewriteCssUrls } from '#api/adapters/html/release-urls.ts';

const addPrefix = (address: string) => (address.startsWith('/') ? `/in${address}` : address);

describe('URLs in HTML', () => {
  it.each([
    ['<a href="/blogs">x</a>', '<a href="/in/blogs">x</a>'],
    ["<a href='/blogs'>x</a>", '<a href="/in/blogs">x</a>'],
    ['<a href=/blogs>x</a>', '<a href="/in/blogs">x</a>'],
    ['<a class="b" href="/a?b=1&amp;c=2#d" rel="x">', '<a class="b" href="/in/a?b=1&amp;c=2#d" rel="x">'],
    ['<a href="https://x.example/">', '<a href="https://x.example/">'],
    [
      '<img src="/a.webp" srcset="/a.webp 1x, /b.webp 2x">',
      '<img src="/in/a.webp" srcset="/in/a.webp 1x, /in/b.webp 2x">',
    ],
    [
      '<source srcset="/a-480x270.avif 480w,/b-960x540.avif 960w">',
      '<source srcset="/in/a-480x270.avif 480w,/in/b-960x540.avif 960w">',
    ],
    ['<form action="/api/x"><video poster="/p.jpg">', '<form action="/in/api/x"><video poster="/in/p.jpg">'],
    [
      '<astro-island component-url="/_astro/a.js" renderer-url="/_astro/r.js">',
      '<astro-island component-url="/in/_astro/a.js" renderer-url="/in/_astro/r.js">',
    ],
  ])('%s', (before, after) => {
    expect(rewriteHtmlUrls(before, addPrefix)).toBe(after);
  });

  it.each([
    [
      'an attribute inside the value of another',
      `<p title="x href=/a src='/b'" href="/c">`,
      `<p title="x href=/a src='/b'" href="/in/c">`,
    ],
    ['a greater-than sign inside a value', '<a title="a > b" href="/c">', '<a title="a > b" href="/in/c">'],
    ['the first of two attributes of one name', '<a href="/a" href="/b">', '<a href="/in/a" href="/b">'],
    ['a value that holds quotes', `<a href='/a"b<c>'>`, '<a href="/in/a&quot;b&lt;c&gt;">'],
    ['a path that is written in entities', '<a href="&#47;a&amp;b">', '<a href="/in/a&amp;b">'],
    ['an element that the parser repeats', '<a href="/a"><p>x</a><p>y', '<a href="/in/a"><p>x</a><p>y'],
    ['the content of a template', '<template><a href=/a></template>', '<template><a href="/in/a"></template>'],
  ])('T35 are rewritten by the positions of a parser: %s', (_case, before, after) => {
    expect(rewriteHtmlUrls(before, addPrefix)).toBe(after);
  });

  it('T35 are rewritten on a page with 300,000 sibling elements', () => {
    const page = (path: string) => `<a href="${path}">x</a>${'<br>'.repeat(300_000)}<a href="${path}">x</a>`;
    expect(rewriteHtmlUrls(page('/a'), addPrefix) === page('/in/a')).toBe(true);
  });

  it('are the only change: text, comments, scripts, styles and malformed nesting stay as they are', () => {
    const rest = [
      '<!doctype html><!-- <a href="/x"> -->',
      '<script>const a = \'<a href="/x">\'; if (a < 3) go("/y")</script>',
      '<style>.a::before { content: \'<a href="/x">\' }</style>',
      '<p>href="/x" <b>ä € 😀</b></p></p></br><li>a<li>b<table><p>x',
      '<title>src="/x"</title>',
      '<svg viewBox="0 0 1 1"><path d="M0"/></svg><br/><input disabled>',
    ].join('\n');
    expect(rewriteHtmlUrls(rest, addPrefix)).toBe(rest);
  });
});

it('URLs in style sheets are rewritten', () => {
  const css =
    '@font-face{src:url(/_astro/a.woff2)}.b{background:url("/b.png"),url( \'/c.png\' ),url(data:image/png,x)}';
  expect(rewriteCssUrls(css, addPrefix)).toBe(
    '@font-face{src:url(/in/_astro/a.woff2)}.b{background:url("/in/b.png"),url(\'/in/c.png\'),url(data:image/png,x)}',
  );
});
