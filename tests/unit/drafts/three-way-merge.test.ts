import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HtmlBlock } from '#src/features/drafts/conflicts/html-blocks.ts';
import { diffBlocks, diffWords } from '#src/features/drafts/conflicts/diff.ts';
import {
  type MergeChoice,
  mergeBlocks,
  mergeParts,
  suggestChoice,
} from '#src/features/drafts/conflicts/three-way-merge.ts';

const block = (text: string): HtmlBlock => ({ kind: '', text, html: `<p>${text}</p>` });
const blocks = (text: string) => Array.from(text, block);
const joinText = (found: readonly HtmlBlock[]) => found.map(({ text }) => text).join('');

/** Merges with the suggested choices of the dialog. */
function merge(base: string | null, mine: string, theirs: string): string {
  const known = base === null ? null : blocks(base);
  const parts = mergeBlocks(known, blocks(mine), blocks(theirs));
  const choices = parts.flatMap((part) => (part.isSame ? [] : [suggestChoice(part, known !== null)]));
  return joinText(mergeParts(parts, choices));
}

describe('suggested merge', () => {
  it.each([
    ['abc', 'aXbc', 'abcY', 'aXbcY', 'both added'],
    ['abc', 'aBc', 'abc', 'aBc', 'I changed'],
    ['abc', 'abc', 'aBc', 'aBc', 'they changed'],
    ['abc', 'ac', 'abc', 'ac', 'I deleted'],
    ['abc', 'abc', 'ac', 'ac', 'they deleted'],
    ['abc', 'aXc', 'aYc', 'aXc', 'both changed the same'],
    ['abcd', 'aBcd', 'abCd', 'aBCd', 'both changed neighbours'],
    ['abcd', 'aBcd', 'ad', 'aBd', 'they deleted what I changed, and its neighbour'],
    ['ab', 'abX', 'abY', 'abXY', 'both added at the same place'],
    ['ab', 'abX', 'abX', 'abX', 'both added the same'],
    [null, 'aXc', 'aYc', 'aXYc', 'the base is unknown'],
    [null, 'ac', 'aYc', 'aYc', 'they have more'],
    ['', 'x', '', 'x', 'I wrote the first text'],
  ])('%s: mine %s and theirs %s give %s (%s)', (base, mine, theirs, merged, _what) => {
    expect(merge(base, mine, theirs)).toBe(merged);
  });
});

describe('two random editors of one text', () => {
  type Edit = { kind: 'keep' | 'change' | 'delete' | 'insert'; at: number };
  const edits = fc.array(
    fc.record({
      kind: fc.constantFrom<Edit['kind']>('keep', 'change', 'change', 'delete', 'insert'),
      at: fc.nat(11),
    }),
    { maxLength: 8 },
  );
  const words = (at: number) => `p${at}a p${at}b p${at}c p${at}d`;
  /** What an editor makes of the base: its blocks, and those that it changed, deleted and added. */
  function edit(name: string, size: number, list: Edit[]) {
    const changed = new Map<number, string | null>();
    const inserted = new Map<number, string[]>();
    for (const [number, { kind, at: place }] of list.entries()) {
      const at = place % size;
      if (kind === 'change') changed.set(at, `${words(at)} ${name}${number}`);
      if (kind === 'delete') changed.set(at, null);
      if (kind === 'insert') inserted.set(at, [...(inserted.get(at) ?? []), `${name} wrote ${number}`]);
    }
    const result: string[] = [];
    for (let at = 0; at < size; at += 1) {
      result.push(...(inserted.get(at) ?? []));
      const text = changed.has(at) ? changed.get(at) : words(at);
      if (typeof text === 'string') result.push(text);
    }
    return { blocks: result.map(block), changed, inserted };
  }
  type Version = ReturnType<typeof edit>;

  /** What one wrote beside blocks that they deleted stands in their place: a change of those blocks. */
  function listNew(version: Version, other: Version): string[] {
    const isDeleted = (at: number) => version.changed.get(at) === null;
    return [...version.inserted].flatMap(([at, texts]) => {
      let [start, end] = [at, at];
      while (isDeleted(start - 1)) start -= 1;
      while (isDeleted(end)) end += 1;
      const isContested = [...other.changed.keys()].some((place) => place >= start && place < end);
      return isContested ? [] : texts;
    });
  }

  it('what only one side changed always arrives, once, and nothing is doubled', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), edits, edits, (size, one, other) => {
        const base = Array.from({ length: size }, (_, at) => block(words(at)));
        const [mine, theirs] = [edit('mine', size, one), edit('theirs', size, other)];
        const parts = mergeBlocks(base, mine.blocks, theirs.blocks);
        const choices = parts.flatMap((part) => (part.isSame ? [] : [suggestChoice(part, true)]));
        const merged = mergeParts(parts, choices).map(({ text }) => text);
        expect(new Set(merged).size).toBe(merged.length);
        for (const text of [...listNew(mine, theirs), ...listNew(theirs, mine)]) expect(merged).toContain(text);
        for (let at = 0; at < size; at += 1) {
          const [here, there] = [mine.changed.has(at), theirs.changed.has(at)];
          if (here && there) continue;
          const text = here ? mine.changed.get(at) : theirs.changed.get(at);
          if (typeof text === 'string') expect(merged).toContain(text);
          if (text === null) expect(merged).not.toContain(words(at));
          if (text === undefined) expect(merged).toContain(words(at));
        }
        // Silent when nothing was changed by both.
        const hasConflict = [...mine.changed.keys()].some((at) => theirs.changed.has(at));
        if (!hasConflict) expect(parts.every(({ isSame }) => isSame)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a paragraph that both moved to different places is there once, and none is lost', () => {
  const move = fc.record({ from: fc.nat(9), to: fc.nat(9) });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10 }), move, move, (size, one, other) => {
      const base = Array.from({ length: size }, (_, at) => block(`p${at}a p${at}b p${at}c`));
      const apply = ({ from, to }: { from: number; to: number }) => {
        const moved = base.toSpliced(from % size, 1);
        return moved.toSpliced(to % size, 0, base[from % size] as HtmlBlock);
      };
      const parts = mergeBlocks(base, apply(one), apply({ ...other, from: one.from }));
      const choices = parts.flatMap((part) => (part.isSame ? [] : [suggestChoice(part, true)]));
      expect(
        mergeParts(parts, choices)
          .map(({ text }) => text)
          .toSorted(),
      ).toEqual(base.map(({ text }) => text).toSorted());
    }),
    { numRuns: 2_000 },
  );
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
