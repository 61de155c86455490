import type { Fragment } from './paste-corpus.ts';

/** Pieces of what Notion puts on the clipboard and into its exports. */
export const NOTION_FRAGMENTS: readonly Fragment[] = [
  ['<h1>Page §</h1>', '<h1>Page §</h1>'],
  ['<h2 id="1f-§" class="">Heading §</h2>', '<h2>Heading §</h2>'],
  [
    '<p>Text § with <strong>bold</strong>, <em>italic</em>, <s>gone</s>, <code>code()</code>.</p>',
    '<p>Text § with <strong>bold</strong>, <em>italic</em>, <del>gone</del>, <code>code()</code>.</p>',
  ],
  [
    '<p id="2f" class=""><mark class="highlight-yellow_background">marked §</mark> rest</p>',
    '<p><mark>marked §</mark> rest</p>',
  ],
  [
    '<ul><li>one §<ul><li>two<ul><li>three</li></ul></li></ul></li></ul>',
    '<ul><li>one §<ul><li>two<ul><li>three</li></ul></li></ul></li></ul>',
  ],
  ['<ul id="3f" class="bulleted-list"><li style="list-style-type:disc">only §</li></ul>', '<ul><li>only §</li></ul>'],
  ['<ol type="1" id="4f" class="numbered-list" start="3"><li>third §</li></ol>', '<ol start="3"><li>third §</li></ol>'],
  [
    '<ul id="5f" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done §</span><div class="indented"></div></li></ul>',
    '<ul><li><input type="checkbox" checked> done §</li></ul>',
  ],
  [
    '<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div><span class="to-do-children-unchecked">open §</span></li></ul>',
    '<ul><li><input type="checkbox"> open §</li></ul>',
  ],
  [
    '<ul class="toggle"><li><details open=""><summary>Toggle §</summary><p id="6f">Inside</p></details></li></ul>',
    '<ul><li><details open><summary>Toggle §</summary><p>Inside</p></details></li></ul>',
  ],
  [
    '<details><summary style="font-weight:600;font-size:1.5em">Large §</summary><div class="indented"><ul><li>deep</li></ul></div></details>',
    '<details><summary>Large §</summary><ul><li>deep</li></ul></details>',
  ],
  ['<blockquote>Quote §<br>second line</blockquote>', '<blockquote><p>Quote §<br />second line</p></blockquote>'],
  [
    '<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex" id="7f"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%">Call §</div></figure>',
    '<figure><p>💡</p><p>Call §</p></figure>',
  ],
  ['<aside>💡 Aside §\n\n</aside>', '<p>💡 Aside §</p>'],
  [
    '<pre id="8f" class="code"><code class="language-JavaScript" style="white-space:pre-wrap;word-break:break-all">const a = "§";\nrun(a &lt; 1);</code></pre>',
    '<pre><code class="language-javascript">const a = "§";\nrun(a &lt; 1);</code></pre>',
  ],
  [
    '<table class="simple-table"><thead class="simple-table-header"><tr><th class="simple-table-header-color">Name §</th><th>Size</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table>',
    '<table><thead><tr><th>Name §</th><th>Size</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table>',
  ],
  [
    '<p>A <a href="https://www.notion.example/§-1f2e?pvs=21"><span style="border-bottom:0.05em solid">page</span></a> and <a href="http://x.example/§">x</a></p>',
    '<p>A <a href="https://www.notion.example/§-1f2e?pvs=21">page</a> and <a href="http://x.example/§">x</a></p>',
  ],
  [
    '<figure id="9f"><div class="source"><a href="https://bookmark.example/§">bookmark.example</a></div></figure>',
    '<figure><p><a href="https://bookmark.example/§">bookmark.example</a></p></figure>',
  ],
  ['<hr/>', '<hr />'],
  ['<p><kbd>⌘</kbd> H<sub>2</sub>O § x<sup>2</sup></p>', '<p><kbd>⌘</kbd> H<sub>2</sub>O § x<sup>2</sup></p>'],
  [
    '<dl><dt>Term §</dt><dd>Meaning</dd><dd><p>Another</p></dd></dl>',
    '<dl><dt>Term §</dt><dd>Meaning</dd><dd><p>Another</p></dd></dl>',
  ],
];

export const wrapNotion = (html: string) => `<meta charset='utf-8'><!-- notionvc: 0aa1-bb2c -->${html}`;

/** Pieces of rendered pages of GitHub. */
export const GITHUB_FRAGMENTS: readonly Fragment[] = [
  [
    '<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">Install §</h2><a id="user-content-install-§" class="anchor" aria-label="Permalink: Install" href="#install-§"><svg class="octicon" viewBox="0 0 16 16"><path d="m7"></path></svg></a></div>',
    '<h2>Install §</h2>',
  ],
  [
    '<p dir="auto">Text § <g-emoji class="g-emoji" alias="tada">🎉</g-emoji> <a href="https://github.com/a/b/§" rel="nofollow">b</a></p>',
    '<p>Text § 🎉 <a href="https://github.com/a/b/§">b</a></p>',
  ],
  [
    '<div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto"><pre><span class="pl-c1">cd</span> §\n<span class="pl-k">ls</span></pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" value="cd"><svg></svg></clipboard-copy></div></div>',
    '<pre><code class="language-shell">cd §\nls</code></pre>',
  ],
  [
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" aria-label="Completed task" checked=""> done §</li><li class="task-list-item"><p dir="auto"><input type="checkbox" disabled> loose</p></li></ul>',
    '<ul><li><input type="checkbox" checked> done §</li><li><p><input type="checkbox"> loose</p></li></ul>',
  ],
  [
    '<markdown-accessiblity-table><table role="table" tabindex="0"><thead><tr><th align="left">a §</th><th align="right">b</th></tr></thead><tbody><tr><td align="left">1</td><td align="right">2</td></tr></tbody></table></markdown-accessiblity-table>',
    '<table><thead><tr><th>a §</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
  ],
  [
    '<div class="markdown-alert markdown-alert-note" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Note</p><p dir="auto">Mind §</p></div>',
    '<aside data-callout="note"><p>Mind §</p></aside>',
  ],
  [
    '<details><summary>Show §</summary><p dir="auto">Hidden</p></details>',
    '<details><summary>Show §</summary><p>Hidden</p></details>',
  ],
  ['<blockquote><p dir="auto">said §</p></blockquote>', '<blockquote><p>said §</p></blockquote>'],
];

export const GITHUB_NOTES: Fragment = [
  '<p dir="auto">Claim §<sup><a href="#user-content-fn-1-9af" id="user-content-fnref-1-9af" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup></p><section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only" dir="auto">Footnotes</h2><ol dir="auto"><li id="user-content-fn-1-9af"><p dir="auto">Note § <a href="#user-content-fnref-1-9af" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref">↩</a></p></li></ol></section>',
  '<p>Claim §<sup><a href="#user-content-fn-1-9af" id="user-content-fnref-1-9af">1</a></sup></p><hr /><ol><li id="user-content-fn-1-9af"><p>Note § <a href="#user-content-fnref-1-9af" title="Back to reference 1">↩</a></p></li></ol>',
];
