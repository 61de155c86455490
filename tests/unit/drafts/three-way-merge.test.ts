import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HtmlBlock } from '#src/features/drafts/conflicts/html-blocks.ts';
import { diffBlocks, diffWords } from '#src/features/drafts/conflicts/diff.ts';
import { type MergeChoice, suggestChoice, mergeParts } from '#src/features/drafts/conflicts/three-way-merge.ts';

const block = (text: string): HtmlBlock => ({ kind: '', text, html: `<p>${text}</p>` });
const blocks = (text: string) => Array.from(text, block);
const joinText = (found: readonly HtmlBlock[]) => found.map(({ text }) => text).join('');

/** Merges with the suggested choices of the dialog. */
function merge(base: string | null, mine: string, theirs: string): string {
  const known = base === null ? null : blocks(base);
  const parts = diffBlocks(blocks(mine), blocks(theirs));
  const choices = parts.flatMap((part) => (part.isSame ? [] : [suggestChoice(part.before, part.after, known)]));
  return joinText(mergeParts(parts, choices));
}

describe('suggested merge', () => {
  it.each([
    ['abc', 'aXbc', 'abcY', 'aXbcY', 'both added'],
    ['abc', 'aBc', 'abc', 'aBc', 'I changed'],
    ['abc', 'abc', 'aBc', 'aBc', 'they changed'],
    ['abc', 'ac', 'abc', 'ac', 'I deleted'],
    ['abc', 'abc', 'ac', 'ac', 'they deleted'],
    ['abc', 'aXc', 'aYc', 'aXYc', 'both changed the same'],
    [null, 'aXc', 'aYc', 'aXYc', 'the base is unknown'],
    [null, 'ac', 'aYc', 'aYc', 'they have more'],
    ['', 'x', '', 'x', 'I wrote the first text'],
  ])('%s: mine %s and theirs %s give %s (%s)', (base, mine, theirs, merged, _what) => {
    expect(merge(base, mine, theirs)).toBe(merged);
  });
});

const content = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 12 }).map(blocks);

it('line breaks and indentation of the source are no difference, those of code are', () => {
  const written = { kind: '', text: 'Tea and milk', html: '<p>\n  Tea and\n  <b>milk</b>\n</p>' };
  const saved = { ...written, html: '<p>Tea and <b>milk</b></p>' };
  expect(diffBlocks([written], [saved]).map(({ isSame }) => isSame)).toEqual([true]);
  const joined = { ...written, text: 'Tea andmilk', html: '<p>Tea and<b>milk</b></p>' };
  expect(diffBlocks([written], [joined]).map(({ isSame }) => isSame)).toEqual([false]);
  const code = (html: string) => ({ kind: 'Code', text: 'a b', html });
  const codeParts = diffBlocks([code('<pre>a b</pre>')], [code('<pre>a\nb</pre>')]);
  expect(codeParts.map(({ isSame }) => isSame)).toEqual([false]);
});

it('taking one side everywhere gives exactly that side', () => {
  fc.assert(
    fc.property(content, content, (mine, theirs) => {
      const parts = diffBlocks(mine, theirs);
      const all = (choice: MergeChoice) => mergeParts(parts, Array(parts.length).fill(choice));
      expect(all('mine')).toEqual(mine);
      expect(all('theirs')).toEqual(theirs);
      const both = joinText(all('both'));
      for (const { text } of [...mine, ...theirs]) expect(both).toContain(text);
    }),
  );
});

it('both texts can be restored from their word diff', () => {
  fc.assert(
    fc.property(fc.lorem(), fc.lorem(), (before, after) => {
      const words = diffWords(before, after);
      const restore = (without: 'before' | 'after') =>
        words.flatMap((run) => (run.in === without ? [] : [run.text])).join('');
      expect(restore('after')).toBe(before);
      expect(restore('before')).toBe(after);
    }),
  );
});

it('a very long change is one deletion and one insertion', () => {
  const words = diffWords('a '.repeat(15_000), 'b '.repeat(15_000));
  expect(words.map((run) => run.in)).toEqual(['before', 'after']);
});
