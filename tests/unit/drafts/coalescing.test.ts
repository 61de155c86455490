import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countRemovedTokens, tokenizeDraft } from '#api/adapters/html/removed-words.ts';

const held = (content: string, fields: Record<string, unknown> = {}) => tokenizeDraft({ fields, content });
const gone = (before: string, after: string, most = 5) => countRemovedTokens(held(before), held(after), most);
const page = (words: readonly string[]) => `<p>${words.join(' ')}</p>`;

test.each([
  ['typing on', 'one two', 'one two three', 0],
  ['a word that was being typed', 'one tw', 'one two three', 0],
  ['a word that was being typed in the middle', 'one tw three', 'one twenty two three', 0],
  ['a word that was put right', 'one teh three', 'one the three', 1],
  ['a word that was taken out', 'one two three', 'one three', 1],
  ['more than may go', 'one two three four five six seven', 'eight', Infinity],
  ['two that changed places', 'one two', 'two one', 1],
  ['a beginning that is not in its place', 'tea one two', 'one two teapot', 1],
  ['a text without spaces', '茶を飲む朝', '朝に茶', 4],
  ['a long word without spaces', 'a'.repeat(400), 'b'.repeat(400), Infinity],
])('%s', (_name, before, after, expected) => {
  expect(gone(`<p>${before}</p>`, `<p>${after}</p>`)).toBe(expected);
});

describe('what is held', () => {
  it('are the words of the fields, and what links and pictures say', () => {
    const before = held('<p><img src="/uploads/a.webp" alt="A boat"><a href="/about">us</a></p>', { title: 'Tea now' });
    const after = held('<p>us</p>', { title: 'Coffee', cover_id: 7 });
    expect(countRemovedTokens(before, after, 9)).toBe(6);
    expect(countRemovedTokens(before, before, 0)).toBe(0);
  });

  it('is a word whole, however it is emphasised', () => {
    expect(gone('<p>won<em>der</em>ful day</p>', '<p>wonderful day</p>')).toBe(0);
  });
});

const few = fc.array(fc.constantFrom('a', 'ab', 'abc', 'b', 'c', 'ca', 'd'), { maxLength: 9 });

/** The same, by trying everything. */
function fewestGone(before: readonly string[], after: readonly string[]): number {
  const [word, ...rest] = before;
  if (word === undefined) return 0;
  let best = 1 + fewestGone(rest, after);
  for (const [at, each] of after.entries()) {
    if (each === word) best = Math.min(best, fewestGone(rest, after.slice(at + 1)));
  }
  return best;
}

test('never more words are said to be gone than by the best way of reading, and none that could not', () => {
  fc.assert(
    fc.property(few, few, (before, after) => {
      const found = gone(page(before), page(after), 20);
      expect(found).toBeLessThanOrEqual(fewestGone(before, after));
      // A word in its place that begins with it is the only other way to be held.
      const begun = before.map((word) => after.filter((each) => each.startsWith(word)).length);
      expect(found).toBeGreaterThanOrEqual(begun.filter((count) => count === 0).length);
    }),
  );
});

test('a text of 30,000 words that was written anew is judged at once', () => {
  const words = Array.from({ length: 30_000 }, (_, at) => `word${at % 700}`);
  expect(gone(page(words), page(words.toReversed()))).toBe(Infinity);
  expect(gone(page(words), page(words.with(15_000, 'another')))).toBe(1);
});
