import type { PostHeading } from '#api/domain/content.ts';

export const fakeArticleHeadings: PostHeading[] = [
  { id: 'start-with-the-shelf', text: 'Start with the shelf', level: 2 },
  { id: 'one-line-a-chapter', text: 'One line a chapter', level: 3 },
  { id: 'what-the-numbers-say', text: 'What the numbers say', level: 2 },
  { id: 'in-code', text: 'In code', level: 2 },
  { id: 'keeping-it-honest', text: 'Keeping it honest', level: 2 },
];

/** An article with everything that an editor can make: the long lines are there to break narrow screens. */
export const fakeArticle = `
<p>A book is decided in its outline, long before the first good line is written. Most of the long work we see go wrong goes wrong <strong>before page one</strong>, in the quiet hour when nobody asked who would read it. This is <a href="/genmate">how we plan one</a> in an afternoon, in <em>kōrero</em> around a kitchen table.</p>
<h2 id="start-with-the-shelf">Start with the shelf</h2>
<p>Walk to the place where the book will stand. Its neighbours are its promises: a reader picks yours up because of what stands to the left of it. Use <code>outline.md</code> to write down three of them, and for each:</p>
<ul><li>what it does that yours will not,</li><li>what its readers still ask after the last page, and
<ul><li>who answers them today,</li><li>how long that takes;</li></ul></li><li>the one chapter you wish you had written.</li></ul>
<h3 id="one-line-a-chapter">One line a chapter</h3>
<ol><li>Write one line for each chapter, as a claim.</li><li>Read only the lines aloud, in order.</li><li>Strike every line that could stand in another book.</li></ol>
<blockquote><p>An outline is a promise that you make to a tired person: yourself, in the eleventh week.</p><p>— from our house style</p></blockquote>
<h2 id="what-the-numbers-say">What the numbers say</h2>
<table><thead><tr><th>Part</th><th>Chapters</th><th>Words</th><th>Days to draft</th><th>Days to edit</th></tr></thead><tbody><tr><td>Ground</td><td>4</td><td>18,000</td><td>9</td><td>6</td></tr><tr><td>Middle, where everyone gives up</td><td>7</td><td>41,500</td><td>22</td><td>19</td></tr><tr><td>Close</td><td>3</td><td>12,200</td><td>6</td><td>8</td></tr></tbody></table>
<figure><img src="/og.png" alt="Three hills drawn one behind the other" width="1200" height="630" loading="lazy"><figcaption>Plan, draft, edit: each hill looks like the last one until you stand on it.</figcaption></figure>
<h2 id="in-code">In code</h2>
<pre><code class="language-ts">type Chapter = { title: string; claim: string; words: number };

const plan = chapters.filter((chapter) =&gt; chapter.claim.endsWith('.') &amp;&amp; chapter.words &gt; 0).map(({ title, words }) =&gt; [title, words]);
</code></pre>
<p>An address that does not end: https://example.org/a/very/long/address/that/someone/pasted/into/the/middle/of/a/sentence/without/mercy.</p>
<hr>
<h2 id="keeping-it-honest">Keeping it honest</h2>
<p>Every Friday, read the claims again. A plan that never changes was never read; a plan that changes daily was never believed. <mark>Change it weekly.</mark></p>
`;
