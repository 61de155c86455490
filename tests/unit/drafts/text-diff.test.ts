import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRemovedCharacters } from '#api/domain/text-diff.ts';

test.each([
  ['typing on', 'one two', 'one two three', 0],
  ['a word that was being typed', 'one tw', 'one two three', 0],
  ['a word that was corrected', 'one teh three', 'one the three', 2],
  ['a word that was taken out', 'one two three', 'one three', 4],
  ['words in two places', 'one two three four five', 'one 2 three 4 five', 7],
  ['two paragraphs that changed places', '<p>one</p><p>two</p>', '<p>two</p><p>one</p>', 6],
  ['a text that became bold', '<p>one two</p>', '<p><strong>one two</strong></p>', 0],
  ['another text', 'one', '', 3],
  ['a text without spaces', '茶を飲む朝', '朝に茶', 4],
])('%s', (_name, before, after, expected) => {
  expect(countRemovedCharacters(after, before)).toBe(expected);
});

test('an insertion removes nothing, and a deletion what it deletes', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (head, middle, tail) => {
      expect(countRemovedCharacters(head + middle + tail, head + tail)).toBe(0);
      expect(countRemovedCharacters(head + tail, head + middle + tail)).toBe(middle.length);
    }),
  );
});

test('the count is never more than the length of the text', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 30 }), (before, after) => {
      const removed = countRemovedCharacters(after, before);
      expect(removed).toBeGreaterThanOrEqual(before.length - after.length);
      expect(removed).toBeLessThanOrEqual(before.length);
    }),
  );
});

test('the comparison of a rewritten text of 30,000 words is aborted', () => {
  const words = Array.from({ length: 30_000 }, (_, index) => `word${index % 700}`);
  const text = words.join(' ');
  expect(countRemovedCharacters(words.toReversed().join(' '), text)).toBe(Infinity);
  expect(countRemovedCharacters(words.with(15_000, 'another').join(' '), text)).toBe('word300'.length);
});
