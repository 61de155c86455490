import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitByMatch } from '#src/lib/highlight.ts';

const listMarked = (text: string, query: string) =>
  splitByMatch(text, query)
    .filter((piece) => piece.isMarked)
    .map((piece) => piece.text);

test.each([
  ['Keep the thread', 'thr', ['thread']],
  ['Kōrero and korero', 'KORE', ['Kōrero', 'korero']],
  ['A re\u0301sume\u0301', 'resume', ['re\u0301sume\u0301']],
  ['EPUB, PDF and HTML', 'html epub', ['EPUB', 'HTML']],
  ['Scatter the cat', 'cat', ['cat']],
  ['Nothing here', '*.', []],
  ['Nothing here', '', []],
])('of %j, %j marks %j', (text, query, words) => {
  expect(listMarked(text, query)).toEqual(words);
});

test('the pieces joined are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      expect(
        splitByMatch(text, query)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
