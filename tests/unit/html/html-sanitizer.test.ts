import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { toPlainText } from '#api/adapters/html/html-text.ts';

const ALLOWED_TAGS = new Set(
  'h1 h2 h3 h4 h5 h6 p br hr strong em del sub sup kbd mark code pre blockquote aside ul ol li dl dt dd details summary input a img video figure figcaption table thead tbody tfoot tr th td caption'.split(
    ' ',
  ),
);
const ALLOWED_ATTRIBUTES = new Set(
  'href title rel src alt width height loading decoding controls preload colspan rowspan align start class open type checked disabled aria-label id data-layout data-title data-block data-callout'.split(
    ' ',
  ),
);

/** Elements, attributes and URLs that are not allowed. */
function findActive(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ALLOWED_TAGS.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!ALLOWED_ATTRIBUTES.has(attribute)) found.push(`${name} ${attribute}`);
        if (attribute === 'class' && !/^language-[a-z0-9+#-]+$/.test(value)) found.push(`class ${value}`);
        if (attribute === 'id' && !/^user-content-[\p{L}\p{N}_.:%-]{1,80}$/u.test(value)) found.push(`id ${value}`);
        if (attribute === 'type' && value !== 'checkbox') found.push(`type ${value}`);
        if (name === 'input' && !('disabled' in attributes)) found.push('a field that takes input');
        if (attribute === 'href' && !isHarmlessLink(value)) found.push(`href=${value}`);
        if (attribute === 'src' && !isHarmless(value)) found.push(`src=${value}`);
      }
    },
    oncomment: (text) => found.push(`<!--${text}`),
    onprocessinginstruction: (name) => found.push(name),
  });
  parser.end(html);
  return found;
}

const isHarmlessLink = (address: string) => /^(http:\/\/[^/\\]|tel:.)/i.test(address) || isHarmless(address);

function isHarmless(address: string): boolean {
  const { protocol, origin } = new URL(address, 'https://own.example/blogs/');
  return (
    protocol === 'mailto:' ||
    (protocol === 'https:' && (origin === 'https://own.example' || /^https:\/\//i.test(address)))
  );
}

const VECTORS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" style="background:url(javascript:alert(1))">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="//evil.example/pixel.gif">',
  '<img src="http://evil.example/pixel.gif">',
  '<img src="x" srcset="https://evil.example/a 1x">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="\tjavascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="blob:https://evil.example/1">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="/\t/evil.example">x</a>',
  '<a href="ftp://evil.example">x</a>',
  '<a href="x" target="_blank" rel="opener" onclick="alert(1)">x</a>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="x.swf">',
  '<form action="https://evil.example"><input name=p autofocus onfocus=alert(1)><button formaction="javascript:x">b</button></form>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:x"><link rel=stylesheet href=//e>',
  '<style>@import "https://evil.example/x.css"; p { color: red }</style>',
  '<p style="position:fixed;inset:0" id="main_content" class="site-header" data-x="1" is="x-y" slot="s">cover</p>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<title><img src=x onerror=alert(1)></title><xmp><script>alert(1)</script></xmp>',
  '<textarea><script>alert(1)</script></textarea>',
  '<select><option><script>alert(1)</script></option></select>',
  '<!--><img src=x onerror=alert(1)>--><!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]><?php echo 1 ?><!DOCTYPE html>',
  '<video src="javascript:alert(1)" onloadstart=alert(1) poster="https://evil.example/p" autoplay></video>',
  '<video><source src="https://evil.example/x" onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<code class="language-ts site-header x">x</code><code class="evil">y</code>',
  '<x-tag onclick=alert(1)>x</x-tag><marquee onstart=alert(1)>m</marquee><details ontoggle=alert(1) open>d</details>',
  '<img src=x:x onerror&#61;alert(1)><p/onmouseover=alert(1)>x',
  '<a href=`javascript:alert(1)`>x</a><img src=`x`onerror=alert(1)>',
  '<table background="javascript:alert(1)"><tr><td background="x" colspan="2">c</td></tr></table>',
  '"><script>alert(1)</script>',
  '<p title="&quot;&gt;<script>alert(1)</script>">x</p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<script>alert(1)//<</script>',
  '<plaintext><script>alert(1)</script>',
  '<frameset onload=alert(1)><frame src="javascript:x"></frameset><body onload=alert(1)>',
];

describe('sanitizeContent', () => {
  it.each(VECTORS)('T20 removes active content from %s', (html) => {
    const safe = sanitizeContent(html);
    expect(findActive(safe)).toEqual([]);
    expect(sanitizeContent(safe)).toBe(safe);
  });

  it('T20 findActive finds active content in the unsanitised vectors', () => {
    const harmless = VECTORS.filter((html) => findActive(html).length === 0);
    expect(harmless.length).toBeLessThanOrEqual(3);
  });

  it('T20 removes active content from random mixtures, and is idempotent', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...VECTORS, ...'<>"\'=/&;#`- \n\t'.split('')),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '<svg>',
        '</svg>',
        '<!--',
        '-->',
        '<code class="language-ts">',
        '<td>',
      ),
      fc.constantFrom(
        '&amp;',
        '&lt;',
        '&#x3c;',
        '&quot;',
        '<textarea>',
        '<style>',
        '</style>',
        ']]>',
        '<title>',
        '<b>',
        '<i>',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const safe = sanitizeContent(parts.join(''));
        expect(findActive(safe)).toEqual([]);
        expect(sanitizeContent(safe)).toBe(safe);
      }),
      { numRuns: 1_500 },
    );
  });

  it.each([
    '<h1>a</h1><h2>b</h2><h3>c</h3><p>d<br />e</p><hr />',
    '<p><strong>a</strong><em>b</em><del>c</del><code>d</code></p>',
    '<figure data-layout="wide"><a href="/a" rel="noopener noreferrer"><img src="/uploads/a.webp" alt="a" loading="lazy" decoding="async" /></a></figure>',
    '<aside data-callout="tip"><p>a</p></aside>',
    '<p data-block="button"><a href="/pricing" rel="noopener noreferrer">a</a></p>',
    '<pre data-title="a &quot;b&quot; &lt;c&gt;"><code>a</code></pre>',
    '<pre><code class="language-c++">a &lt; b</code></pre><blockquote><p>q</p></blockquote>',
    '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>',
    '<table><thead><tr><th align="right" colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b</td></tr></tbody></table>',
    '<p>Māori 🫖 &amp; “quotes”</p>',
    '<details open><summary>s</summary><p>H<sub>2</sub>O, 2<sup>nd</sup>, <kbd>Ctrl</kbd>, <mark>m</mark></p></details>',
    '<dl><dt>term</dt><dd>what it means</dd></dl>',
    '<ul><li><input type="checkbox" checked disabled aria-label="Done" /> a</li><li><input type="checkbox" disabled aria-label="To do" /> b</li></ul>',
    '<p>a<sup><a href="#user-content-fn-1" id="user-content-fnref-1" rel="noopener noreferrer">1</a></sup></p><ol><li id="user-content-fn-1">b <a href="#user-content-fnref-1" rel="noopener noreferrer">↩</a></li></ol>',
  ])('does not change %s', (html) => {
    expect(sanitizeContent(html)).toBe(html);
  });

  it('T26 adds rel to links, alt to images, controls to videos', () => {
    expect(sanitizeContent('<a href="https://example.com/a?b=1&amp;c=2">x</a>')).toBe(
      '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">x</a>',
    );
    expect(sanitizeContent('<a href="mailto:a@example.com">x</a><a href="/blogs">y</a><a href="#z">z</a>')).toMatch(
      /mailto:a@example\.com.*href="\/blogs".*href="#z"/,
    );
    expect(sanitizeContent('<img src="/media/a.webp" width="4" height="3">')).toBe(
      '<img src="/media/a.webp" alt="" width="4" height="3" loading="lazy" decoding="async" />',
    );
    expect(sanitizeContent('<video src="https://example.com/a.mp4" autoplay></video>')).toBe(
      '<video src="https://example.com/a.mp4" controls preload="none"></video>',
    );
  });

  it.each([
    ['its alt text', '<img src="http://a.example/b.png" alt=" A  cat ">', 'A  cat'],
    ['its address', '<img src="HTTP://a.example/b.png">', 'HTTP://a.example/b.png'],
  ])('turns an image over http, which pages do not show, into a link with %s', (_, image, text) => {
    const href = /src="([^"]*)/.exec(image)?.[1];
    expect(sanitizeContent(`<p>See ${image}.</p>`)).toBe(
      `<p>See <a href="${href}" rel="noopener noreferrer">${text}</a>.</p>`,
    );
    expect(sanitizeContent(`<a href="/b"><em>See ${image}</em></a> ${image}`)).toBe(
      `<a href="/b" rel="noopener noreferrer"><em>See ${text}</em></a> <a href="${href}" rel="noopener noreferrer">${text}</a>`,
    );
  });

  it.each([
    'http://example.com/a?b',
    'https://example.com',
    'mailto:a@example.com',
    'tel:+6491234567',
    '#a',
    '/b',
    'c/d',
  ])('keeps the address of a link to %s', (href) => {
    expect(sanitizeContent(`<a href="${href}">x</a>`)).toBe(`<a href="${href}" rel="noopener noreferrer">x</a>`);
  });

  it('T20 keeps the words of a link whose address may not be stored', () => {
    expect(
      sanitizeContent('<p><a href="javascript:x()">a <em>b</em></a> <a href="ftp://x.example">c</a></p><p>d</p>'),
    ).toBe('<p>a <em>b</em> c</p><p>d</p>');
  });

  it('T20 keeps anchors that the content links to, under names that none of the page has', () => {
    const word =
      '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><p id="main_content"><a href="#_ftnref1" name="_ftn1">[1]</a> b</p>';
    const stored = sanitizeContent(word);
    expect(stored).toBe(
      '<p>a<a href="#user-content-_ftn1" id="user-content-_ftnref1" rel="noopener noreferrer">[1]</a></p>' +
        '<p><a href="#user-content-_ftnref1" id="user-content-_ftn1" rel="noopener noreferrer">[1]</a> b</p>',
    );
    expect(sanitizeContent(stored)).toBe(stored);
    expect(sanitizeContent('<li id="search">a</li><a id="menu">b</a>')).toBe('<li>a</li>b');
  });

  it('T20 keeps a checkbox as the box of a task that takes no input, and no other field', () => {
    expect(sanitizeContent('<li><input type="CHECKBOX" checked="x" name="a" onclick="x()"> b</li>')).toBe(
      '<li><input type="checkbox" checked disabled aria-label="Done" /> b</li>',
    );
    expect(sanitizeContent('<p><input type="text" value="a"><input autofocus>b</p>')).toBe('<p>b</p>');
  });

  it.each(['language-TypeScript', 'hljs lang-typescript', 'x language-typescript y'])(
    'keeps the language of code written as %s',
    (name) => {
      expect(sanitizeContent(`<pre><code class="${name}">a</code></pre>`)).toBe(
        '<pre><code class="language-typescript">a</code></pre>',
      );
    },
  );

  it('converts b, i and s to strong, em and del', () => {
    expect(sanitizeContent('<b>a</b><i>b</i><s>c</s>')).toBe('<strong>a</strong><em>b</em><del>c</del>');
  });

  it.each([
    '<a href="/a"><a href="/b">x',
    '<a href="/a"><form><button><a href="/b">x</a></button></form>',
    '<a href="/a"><marquee><a href="/b">x</a></marquee>',
    '<a href="/">'.repeat(30),
    '<p><table><p><td><li><a><p><a>'.repeat(8),
  ])('T20 is idempotent for the malformed %s', (html) => {
    const safe = sanitizeContent(html);
    expect(findActive(safe)).toEqual([]);
    expect(sanitizeContent(safe)).toBe(safe);
  });

  it('T23 keeps the text of 1.5 MB of nested elements', () => {
    for (const tag of ['<b>', '<ul><li>', '<table><tr><td>', '<b><p><i><a href="/x">', '<blockquote>', '<x-y>']) {
      const safe = sanitizeContent(`${tag.repeat(1_500_000 / tag.length)}<script>word</b>`);
      expect(safe.trim()).toBe('word');
    }
    const deep = (levels: number) => `${'<blockquote>'.repeat(levels)}<b>x</b>${'</blockquote>'.repeat(levels)}`;
    expect(sanitizeContent(deep(199))).toBe(deep(199).replaceAll('b>', 'strong>'));
    expect(sanitizeContent(`a &lt;i&gt; < b ${deep(200)}`).trim()).toMatch(/^a &lt;i&gt; &lt; b +x$/);
  });

  it('accepts 20,000 nested elements', () => {
    const deep = `${'<blockquote>'.repeat(20_000)}x${'</blockquote>'.repeat(20_000)}`;
    expect(toPlainText(sanitizeContent(deep))).toBe('x');
  });
});

describe('toPlainText', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a b'],
    ['<p>a<strong>b</strong>c</p>', 'abc'],
    ['a<br>b', 'a b'],
    ['&amp;lt; &lt;b&gt; &#39;', "&lt; <b> '"],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['  \n ', ''],
  ])('of %s is %s', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });
});

test.each([
  ['bookmark', `/uploads/${'a'.repeat(64)}-800x600.webp`, true],
  ['embed', `/uploads/${'a'.repeat(64)}-800x600.webp`, true],
  ['button', `/uploads/${'a'.repeat(64)}-800x600.webp`, false],
  ['kettle', `/uploads/${'a'.repeat(64)}-800x600.webp`, false],
  ['bookmark', 'https://evil.example/a.webp', false],
  ['bookmark', `//evil.example/uploads/${'a'.repeat(64)}-800x600.webp`, false],
  ['bookmark', 'javascript:alert(1)', false],
])('T20 a %s with the image %j has only one of this site', (block, image, isKept) => {
  const html = sanitizeContent(`<p data-block="${block}" data-image="${image}"><a href="/a">A</a></p>`);
  expect(html.includes('data-image')).toBe(isKept);
});
