import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { chooseSize } from '../../support/random/size.ts';
import { randomContentHtml } from '../../support/editor/random-html.ts';
import { type EditorSite, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const posts = globSync('db/seed/blogs/*.html', { cwd: root }).map((file) => [file] as const);

const RANDOM_TEXTS = chooseSize(600, 2_000);
const HISTORIES = chooseSize(50, 150);

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

const roundTripAll = (inputs: string[]) =>
  site.open({}, (page) =>
    runInPage(page, (editor, texts: string[]) => texts.map((html) => editor.roundTrip(html)), inputs),
  );

describe('HTML round trip through the editor', () => {
  test('the comparison ignores only differences that readers cannot see', async () => {
    const differentPairs = [
      ['<p>a b</p>', '<p>ab</p>'],
      ['<p><em>a </em>b</p>', '<p><em>a</em> b</p>'],
      ['<p><em><strong>a</strong></em></p>', '<p><strong><em>a</em></strong></p>'],
      ['<p>a</p><p>b</p>', '<p>a<br>b</p>'],
      ['<pre>a  b</pre>', '<pre>a b</pre>'],
      ['<ul><li>a</li></ul>', '<ul><li><p>a</p></li></ul>'],
      ['<p>a\u00a0b</p>', '<p>a b</p>'],
      ['<img src="/a" alt="">', '<img src="/a">'],
      ['<a href="/a">a</a><a href="/a">b</a>', '<a href="/a">ab</a>'],
      ['<p></p>', ''],
    ] as const;
    const equalPairs = [
      ['<p> a\n b </p>\n<p>c</p>', '<p>a b</p><p>c</p>'],
      ['<td>', ''],
      ['<img alt="" src="/a">', '<img src="/a" alt="">'],
      ['<em>a </em> b', '<em>a </em>b'],
    ] as const;
    const results = await site.open({}, (page) =>
      runInPage(page, (editor, pairs: (readonly [string, string])[]) => pairs.map(([a, b]) => editor.isEqual(a, b)), [
        ...differentPairs,
        ...equalPairs,
      ]),
    );
    expect(results).toEqual([...differentPairs.map(() => false), ...equalPairs.map(() => true)]);
  });

  test('every demo post stays equal and needs no raw HTML block', async () => {
    expect(posts.length).toBeGreaterThan(10);
    const inputs = posts.map(([file]) => sanitizeContent(readFileSync(`${root}/${file}`, 'utf8')));
    const results = await roundTripAll(inputs);
    expect(results.flatMap(({ rawHtmlBlocks }) => rawHtmlBlocks)).toEqual([]);
    expect(results.map(({ isEqual }) => isEqual)).toEqual(inputs.map(() => true));
    expect(results.map(({ html }) => sanitizeContent(html))).toEqual(results.map(({ html }) => html));
  });

  test('sanitised random HTML stays equal, and the sanitiser changes nothing in the result', async () => {
    const inputs = fc.sample(randomContentHtml, { numRuns: RANDOM_TEXTS, seed: 20260801 }).map(sanitizeContent);
    const results = await roundTripAll(inputs);
    const wrong = results.flatMap((each, n) => {
      const isStable = sanitizeContent(each.html) === each.html;
      return each.isEqual && isStable ? [] : [{ input: inputs[n], ...each, sanitized: sanitizeContent(each.html) }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong.length).toBe(0);
    const edited = results.filter(({ rawHtmlBlocks }) => rawHtmlBlocks.length === 0).length;
    expect(edited).toBeGreaterThan(RANDOM_TEXTS / 5);
  });

  test('HTML after random edits stays equal when opened again, and the sanitiser changes nothing in it', async () => {
    const texts = [
      'kettle ',
      'a < b & "c"',
      '  ',
      '/tab',
      '# ',
      '- ',
      '1. ',
      '> ',
      '```ts ',
      '---',
      '**b** ',
      '`c`',
      '[x](/y)',
    ];
    const step = fc.record({
      action: fc.nat(120),
      from: fc.nat(400),
      length: fc.nat(9),
      text: fc.constantFrom(...texts),
    });
    const cases = fc.sample(fc.tuple(randomContentHtml, fc.array(step, { minLength: 5, maxLength: 25 })), {
      numRuns: HISTORIES,
      seed: 20260802,
    });
    const inputs = cases.map(([html, steps]) => [sanitizeContent(html), steps] as const);
    const results = await site.open({}, (page) =>
      runInPage(
        page,
        (editor, cases: typeof inputs) =>
          cases.map(([html, steps]) =>
            editor.edit(html, steps).map(({ html: edited, rawHtmlBlocks: rawHtmlCount }) => ({
              ...editor.roundTrip(edited),
              input: edited,
              rawHtmlCount,
            })),
          ),
        inputs,
      ),
    );
    const wrong = results.flatMap((states, n) =>
      states.flatMap((state, index) => {
        const isStable = sanitizeContent(state.input) === state.input;
        return state.isEqual && isStable && state.rawHtmlBlocks.length <= state.rawHtmlCount
          ? []
          : [
              {
                ...state,
                sanitized: sanitizeContent(state.input),
                step: inputs[n]?.[1][index],
                before: states[index - 1]?.input,
              },
            ];
      }),
    );
    expect(results.flat().length).toBeGreaterThan(10 * HISTORIES);
    expect(new Set(results.flat().map((state) => state.input)).size).toBeGreaterThan(5 * HISTORIES);
    expect(wrong.slice(0, 2)).toEqual([]);
  });
});
