import type { Fragment } from './paste-corpus.ts';

/** Pieces of README files. `§` is a word that differs from text to text. */
export const README_FRAGMENTS: readonly Fragment[] = [
  ['# Kettle §\n', '<h1>Kettle §</h1>'],
  ['Setup §\n=======\n', '<h1>Setup §</h1>'],
  ['Options §\n---\n', '<h2>Options §</h2>'],
  ['### `kettle §` ###\n', '<h3><code>kettle §</code></h3>'],
  [
    '[![Build §](https://img.example/b.svg)](https://ci.example/§) ![Size](https://img.example/s.svg "Size")\n',
    '<p><a href="https://ci.example/§">Build §</a> <a href="https://img.example/s.svg">Size</a></p>',
  ],
  [
    '<p align="center">\n  <b>Fast §</b> and <sub>small</sub>,<br>by <a href="https://x.example/§">us</a>\n</p>\n',
    '<p><strong>Fast §</strong> and <sub>small</sub>,<br />by <a href="https://x.example/§">us</a></p>',
  ],
  [
    '- [Install §](#install)\n- [Use](#use)\n  - [By hand](#by-hand)\n- [Licence](LICENSE.md)\n',
    '<ul><li><a href="#install">Install §</a></li><li><a href="#use">Use</a><ul><li><a href="#by-hand">By hand</a></li></ul></li><li><a href="LICENSE.md">Licence</a></li></ul>',
  ],
  [
    '```bash title="a"\n$ npm install § # <not> a tag\n\n  two\n```\n',
    '<pre><code class="language-bash">$ npm install § # &lt;not&gt; a tag\n\n  two</code></pre>',
  ],
  ['~~~C++\nint §;\n~~~\n', '<pre><code class="language-c++">int §;</code></pre>'],
  ['    indented §\n\n    more\n', '<pre><code>indented §\n\nmore</code></pre>'],
  [
    '| Name | Size | Note |\n|:-----|-----:|:----:|\n| `a\\|b` § | 12 | **x** |\n| c | | [d](https://d.example) |\n',
    '<table><thead><tr><th>Name</th><th align="right">Size</th><th align="center">Note</th></tr></thead><tbody><tr><td><code>a|b</code> §</td><td align="right">12</td><td align="center"><strong>x</strong></td></tr><tr><td>c</td><td align="right"></td><td align="center"><a href="https://d.example">d</a></td></tr></tbody></table>',
  ],
  [
    '- [x] Write §\n- [ ] Test\n  - [ ] by **hand**\n',
    '<ul><li><input type="checkbox" checked> Write §</li><li><input type="checkbox"> Test<ul><li><input type="checkbox"> by <strong>hand</strong></li></ul></li></ul>',
  ],
  [
    'See [the guide][g§], [g§] and <https://auto.example/§>.\n\n[g§]: http://guide.example/§?a=1&b=2 "The guide"\n',
    '<p>See <a href="http://guide.example/§?a=1&amp;b=2" title="The guide">the guide</a>, <a href="http://guide.example/§?a=1&amp;b=2" title="The guide">g§</a> and <a href="https://auto.example/§">https://auto.example/§</a>.</p>',
  ],
  [
    'Call [us](tel:+6491234567) or mail@x.example, see www.x.example/§(a). Not `https://code.example`.\n',
    '<p>Call <a href="tel:+6491234567">us</a> or <a href="mailto:mail@x.example">mail@x.example</a>, see <a href="http://www.x.example/§(a)">www.x.example/§(a)</a>. Not <code>https://code.example</code>.</p>',
  ],
  [
    '<details>\n<summary>More <b>about</b> §</summary>\n\nHidden *text*\n\n- one\n\n</details>\n',
    '<details><summary>More <strong>about</strong> §</summary><p>Hidden <em>text</em></p><ul><li>one</li></ul></details>',
  ],
  [
    '<details open><summary><h3>Open §</h3></summary>\n\n```js\nx()\n```\n</details>\n',
    '<details open><summary>Open §</summary><pre><code class="language-js">x()</code></pre></details>',
  ],
  [
    'Press <kbd>Ctrl</kbd>+<kbd>§</kbd>, H<sub>2</sub>O, 2<sup>nd</sup>, <mark>new</mark>.\n',
    '<p>Press <kbd>Ctrl</kbd>+<kbd>§</kbd>, H<sub>2</sub>O, 2<sup>nd</sup>, <mark>new</mark>.</p>',
  ],
  [
    '> Quote §\n> goes on\n>\n> > nested\n',
    '<blockquote><p>Quote § goes on</p><blockquote><p>nested</p></blockquote></blockquote>',
  ],
  [
    '1. First §\n\n   ```sh\n   run\n   ```\n\n2. Second\n   * deep\n     1. deeper\n',
    '<ol><li><p>First §</p><pre><code class="language-sh">run</code></pre></li><li><p>Second</p><ul><li>deep<ol><li>deeper</li></ol></li></ul></li></ol>',
  ],
  ['7) seven §\n8) eight\n', '<ol start="7"><li>seven §</li><li>eight</li></ol>'],
  ['***\n', '<hr />'],
  ['Hard §  \nbreak\\\nagain\nsoft\n', '<p>Hard §<br />break<br />again soft</p>'],
  [
    '***both §*** ~~gone~~ *em **strong in** em* snake_case_word \\*no\\* &copy; &nbsp;x\n',
    '<p><em><strong>both §</strong></em> <del>gone</del> <em>em <strong>strong in</strong> em</em> snake_case_word *no* © \u00a0x</p>',
  ],
  ['<!-- a comment § -->\n\nAfter it §\n', '<p>After it §</p>'],
  ['<dl>\n  <dt>Term §</dt>\n  <dd>What it means</dd>\n</dl>\n', '<dl><dt>Term §</dt><dd>What it means</dd></dl>'],
  [
    '<a name="top§"></a>\n\n[Up §](#top§)\n',
    '<p><a id="user-content-top§"></a></p><p><a href="#user-content-top§">Up §</a></p>',
  ],
  ['<div align="center">\n\n## Middle §\n\ntext\n\n</div>\n', '<h2>Middle §</h2><p>text</p>'],
  ['![Local §](docs/a.png)\n', '<p>Local §</p>'],
  [
    'Line one § with <span title="x">a span</span> & <unknown-tag>odd</unknown-tag> 🚀 :tada: “quotes”\n',
    '<p>Line one § with a span &amp; odd 🚀 :tada: “quotes”</p>',
  ],
];

/** The end of a README with notes: they come last, after any other fragments. */
export const README_NOTES: Fragment = [
  'A claim[^a§] and another[^long].\n\n[^a§]: The *first* note.\n[^long]: The second.\n\n    With a paragraph.\n',
  '<p>A claim<sup><a href="#user-content-fn-a§" id="user-content-fnref-a§">1</a></sup> and another<sup><a href="#user-content-fn-long" id="user-content-fnref-long">2</a></sup>.</p><hr /><ol><li id="user-content-fn-a§"><p>The <em>first</em> note. <a href="#user-content-fnref-a§" title="Back to reference 1">↩</a></p></li><li id="user-content-fn-long"><p>The second.</p><p>With a paragraph. <a href="#user-content-fnref-long" title="Back to reference 2">↩</a></p></li></ol>',
];
export const FRONT_MATTER = '---\ntitle: "Left out §"\ntags: [a, b]\n---\n\n';
