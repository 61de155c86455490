import { describe, expect, it } from 'vitest';
import { moveAddresses, moveStyleAddresses } from '#api/adapters/html-addresses.ts';

const move = (address: string) => (address.startsWith('/') ? `/in${address}` : address);

describe('addresses in HTML', () => {
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
    expect(moveAddresses(before, move)).toBe(after);
  });

  it('leave every other byte as it is: text, comments, scripts, styles, odd nesting', () => {
    const rest = [
      '<!doctype html><!-- <a href="/x"> -->',
      '<script>const a = \'<a href="/x">\'; if (a < 3) go("/y")</script>',
      '<style>.a::before { content: \'<a href="/x">\' }</style>',
      '<p>href="/x" <b>ä € 😀</b></p></p></br><li>a<li>b<table><p>x',
      '<title>src="/x"</title>',
      '<svg viewBox="0 0 1 1"><path d="M0"/></svg><br/><input disabled>',
    ].join('\n');
    expect(moveAddresses(rest, move)).toBe(rest);
  });
});

it('addresses in style sheets', () => {
  const css =
    '@font-face{src:url(/_astro/a.woff2)}.b{background:url("/b.png"),url( \'/c.png\' ),url(data:image/png,x)}';
  expect(moveStyleAddresses(css, move)).toBe(
    '@font-face{src:url(/in/_astro/a.woff2)}.b{background:url("/in/b.png"),url(\'/in/c.png\'),url(data:image/png,x)}',
  );
});
