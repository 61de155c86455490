import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { randomContentHtml } from '../../support/editor/random-html.ts';
import { type EditorSite, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const posts = globSync('db/seed/blogs/*.html', { cwd: root }).map((file) => [file] as const);

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

const roundTrips = (all: string[]) =>
  site.open({}, (page) =>
    runInPage(page, (editor, given: string[]) => given.map((html) => editor.roundTrip(html)), all),
  );

describe('HTML through the editor', () => {
  test('is judged by an eye that sees what a reader would', async () => {
    const differ = [
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
    const equal = [
      ['<p> a\n b </p>\n<p>c</p>', '<p>a b</p><p>c</p>'],
      ['<td>', ''],
      ['<img alt="" src="/a">', '<img src="/a" alt="">'],
      ['<em>a </em> b', '<em>a </em>b'],
    ] as const;
    const found = await site.open({}, (page) =>
      runInPage(page, (editor, pairs: (readonly [string, string])[]) => pairs.map(([a, b]) => editor.isEqual(a, b)), [
        ...differ,
        ...equal,
      ]),
    );
    expect(found).toEqual([...differ.map(() => false), ...equal.map(() => true)]);
  });

  test('every post of the demo content comes out equal, and can be edited to the last block', async () => {
    expect(posts.length).toBeGreaterThan(10);
    const given = posts.map(([file]) => sanitizeContent(readFileSync(`${root}/${file}`, 'utf8')));
    const found = await roundTrips(given);
    expect(found.flatMap(({ rawHtmlBlocks }) => rawHtmlBlocks)).toEqual([]);
    expect(found.map(({ isEqual }) => isEqual)).toEqual(given.map(() => true));
    expect(found.map(({ html }) => sanitizeContent(html))).toEqual(found.map(({ html }) => html));
  });

  test('whatever the sanitiser lets through comes out equal, and finds nothing to change in it', async () => {
    const given = fc.sample(randomContentHtml, { numRuns: 2000, seed: 20260801 }).map(sanitizeContent);
    const found = await roundTrips(given);
    const wrong = found.flatMap((each, n) => {
      const isStable = sanitizeContent(each.html) === each.html;
      return each.isEqual && isStable ? [] : [{ given: given[n], ...each, again: sanitizeContent(each.html) }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong.length).toBe(0);
    const edited = found.filter(({ rawHtmlBlocks }) => rawHtmlBlocks.length === 0).length;
    expect(edited).toBeGreaterThan(400);
  });

  test('whatever is done to it comes out so that it can be opened again, and the sanitiser agrees', async () => {
    const words = [
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
      text: fc.constantFrom(...words),
    });
    const cases = fc.sample(fc.tuple(randomContentHtml, fc.array(step, { minLength: 5, maxLength: 25 })), {
      numRuns: 150,
      seed: 20260802,
    });
    const given = cases.map(([html, steps]) => [sanitizeContent(html), steps] as const);
    const found = await site.open({}, (page) =>
      runInPage(
        page,
        (editor, all: typeof given) =>
          all.map(([html, steps]) =>
            editor.edit(html, steps).map(({ html: edited, rawHtmlBlocks: kept }) => ({
              ...editor.roundTrip(edited),
              given: edited,
              wasKept: kept,
            })),
          ),
        given,
      ),
    );
    const wrong = found.flatMap((states, n) =>
      states.flatMap((state, at) => {
        const isStable = sanitizeContent(state.given) === state.given;
        return state.isEqual && isStable && state.rawHtmlBlocks.length <= state.wasKept
          ? []
          : [{ ...state, again: sanitizeContent(state.given), step: given[n]?.[1][at], before: states[at - 1]?.given }];
      }),
    );
    expect(found.flat().length).toBeGreaterThan(1000);
    expect(new Set(found.flat().map((state) => state.given)).size).toBeGreaterThan(800);
    expect(wrong.slice(0, 2)).toEqual([]);
  });
});
