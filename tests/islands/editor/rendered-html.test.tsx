import { expect, test } from 'vitest';
import { completeForPage } from '#api/domain/complete-for-page.ts';
import { toRenderedAttributes } from '#src/lib/rendered-html.ts';
import { parseSafeHtml } from '#src/lib/safe-html.ts';

function show(html: string): string {
  const holder = document.createElement('div');
  holder.append(parseSafeHtml(html, { toAttributes: toRenderedAttributes }).nodes);
  return holder.innerHTML;
}
const image = `/uploads/${'a'.repeat(64)}-800x600.webp`;
const upload = (extension: string) => `/uploads/${'b'.repeat(64)}.${extension}`;

test.each([
  ['code', '<pre data-title="a.sh"><code class="language-bash">ls</code></pre>'],
  ['a table', '<table><tbody><tr><td>1</td></tr></tbody></table>'],
  ['a callout', '<aside data-callout="tip"><p>a</p></aside>'],
  [
    'a bookmark',
    '<p data-block="bookmark"><a href="https://x.example/" rel="noopener noreferrer">A page</a><br />Words<br /><em>x.example</em></p>',
  ],
  ['an embed', '<p data-block="embed"><a href="https://vimeo.com/76979871" rel="noopener noreferrer">A film</a></p>'],
  ['a recording', `<p data-block="audio"><a href="${upload('mp3')}" rel="noopener noreferrer">One</a></p>`],
  ['a file', `<p data-block="file"><a href="${upload('pdf')}" rel="noopener noreferrer">One</a></p>`],
])('%s stays as the server renders it', (_name, stored) => {
  const holder = document.createElement('div');
  const { html } = completeForPage(stored, { hasFrames: false });
  holder.innerHTML = html;
  // Links say for themselves what they let through.
  for (const link of holder.querySelectorAll('a')) link.rel = 'noopener noreferrer';
  const shown = document.createElement('div');
  shown.innerHTML = show(html);
  expect(shown.isEqualNode(holder)).toBe(true);
});

test('colours of code stay, and an image keeps how wide it is', () => {
  expect(show('<pre><code><span class="k-keyword">for</span></code></pre>')).toContain(
    '<span class="k-keyword">for</span>',
  );
  expect(show(`<img class="bookmark-image" src="${image}" sizes="11rem" alt="">`)).toMatch(
    /class="bookmark-image".* sizes="11rem"/,
  );
});

test.each([
  ['a class that no page has', '<span class="modal">a</span><div class="code evil">b</div>', '<span>a</span>b'],
  ['a style', '<span class="k-name" style="position:fixed">a</span>', '<span class="k-name">a</span>'],
  [
    'a handler',
    '<button class="code-copy no-print" type="button" onclick="a()">a</button>',
    '<button type="button" class="code-copy no-print">a</button>',
  ],
  ['a script address', '<a class="file-card" href="javascript:a()">a</a>', 'a'],
  ['an address of a program in a recording', '<audio src="data:audio/mp3,a" autoplay></audio>', '<audio></audio>'],
  ['an object, a form and a script', '<object>x</object><form class="code">a</form><script>b</script>', ''],
  ['a field', '<input class="code" type="text">', ''],
])('T20 %s goes', (_name, hostile, shown) => {
  const [one, other] = [document.createElement('div'), document.createElement('div')];
  one.innerHTML = show(hostile);
  other.innerHTML = shown;
  expect(one.innerHTML.replace(/ (?:class|type)="[^"]*"/g, '')).toBe(
    other.innerHTML.replace(/ (?:class|type)="[^"]*"/g, ''),
  );
  expect(one.innerHTML).not.toMatch(/on\w+=|style=|javascript:|data:|evil|modal/);
});
