import { expect, test } from 'vitest';
import { completeForPage } from '#src/features/blogs/public/complete-for-page.ts';

test('a table gets a focusable scroll container', () => {
  expect(completeForPage('<p>a</p><table><tbody><tr><td>1</td></tr></tbody></table><p>b</p>')).toBe(
    '<p>a</p><div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>1</td></tr></tbody></table></div><p>b</p>',
  );
});

test('a code block becomes focusable; other elements are unchanged', () => {
  expect(completeForPage('<pre><code>&lt;table&gt;</code></pre>')).toBe(
    '<pre tabindex="0"><code>&lt;table&gt;</code></pre>',
  );
  expect(completeForPage('<pretty></pretty><em>table</em>')).toBe('<pretty></pretty><em>table</em>');
});
