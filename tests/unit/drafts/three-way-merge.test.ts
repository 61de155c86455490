import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HtmlBlock } from '#src/features/drafts/conflicts/html-blocks.ts';
import { type BlockPart, compareWords, diffBlocks } from '#src/features/drafts/conflicts/html-blocks.ts';
import {
  type MergeChoice,
  mergeBlocks,
  mergeParts,
  suggestChoice,
} from '#src/features/drafts/conflicts/three-way-merge.ts';
import {
  acts,
  baseTexts,
  listRuns,
  listWords,
  toBlocks,
  type Version,
  writeOn,
} from '../../support/drafts/random-versions.ts';

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

/** Paragraphs with words of their own: 'p2' stands for 'p2a p2b p2c p2d', '---' for a divider. */
const paragraphs = (texts: readonly string[]) =>
  texts.map((text) =>
    text === '---'
      ? { kind: 'Divider', text: '', html: '<hr>' }
      : block(text.replace(/[a-z]\d/g, (name) => Array.from('abcd', (letter) => name + letter).join(' '))),
  );

describe('a merge without a question', () => {
  it.each([
    [
      'both wrote one paragraph, and I another one after it',
      ['p1', 'p2'],
      ['p1', 'p2', 'n1', 'n2'],
      ['p1 on', 'p2', 'n1'],
      ['p1 on', 'p2', 'n1', 'n2'],
    ],
    ['I wrote on in a paragraph that both wrote', ['p1'], ['p1', 'n1 and on'], ['p1', 'n1'], ['p1', 'n1 and on']],
    ['they wrote on in the first paragraph', [], ['n1'], ['n1 and on'], ['n1 and on']],
    ['they wrote on in an empty line', [''], ['n1'], ['n1 and on'], ['n1 and on']],
    [
      'both wrote one paragraph at the end, and they deleted what was before it',
      ['p1', 'p2'],
      ['p1', 'p2', 'n1'],
      ['p1', 'n1'],
      ['p1', 'n1'],
    ],
    [
      'both moved one paragraph and wrote two that are alike',
      ['---', 'p1'],
      ['p1', '---', 'n1', 'n1'],
      ['p1', '---', 'n1', 'n1'],
      ['p1', '---', 'n1', 'n1'],
    ],
    ['I moved what they edited', ['p1', 'p2', 'p3'], ['p2', 'p1', 'p3'], ['p1', 'p2 on', 'p3'], ['p2 on', 'p1', 'p3']],
    ['they moved what I edited', ['p1', 'p2', 'p3'], ['p1 on', 'p2', 'p3'], ['p2', 'p3', 'p1'], ['p2', 'p3', 'p1 on']],
    [
      'I moved a paragraph over one that they edited',
      ['p1', 'p2', 'p3'],
      ['p2', 'p1', 'p3'],
      ['p1 on', 'p2', 'p3'],
      ['p2', 'p1 on', 'p3'],
    ],
    ['I moved what they deleted', ['p1', 'p2', 'p3'], ['p3', 'p1', 'p2'], ['p1', 'p2'], ['p1', 'p2']],
    [
      'I moved and edited a paragraph, they another one',
      ['p1', 'p2', 'p3'],
      ['p3 on', 'p1', 'p2'],
      ['p1', 'p2 too', 'p3'],
      ['p3 on', 'p1', 'p2 too'],
    ],
    ['they moved what I split', ['p1', 'p2 p3'], ['p1', 'p2', 'p3'], ['p2 p3', 'p1'], ['p2', 'p3', 'p1']],
    [
      'I joined two paragraphs, they edited the next one',
      ['p1', 'p2', 'p3'],
      ['p1 p2', 'p3'],
      ['p1', 'p2', 'p3 on'],
      ['p1 p2', 'p3 on'],
    ],
    [
      'I deleted one divider, they the other',
      ['p1', '---', 'p2', '---', 'p3'],
      ['p1', 'p2', '---', 'p3'],
      ['p1', '---', 'p2', 'p3'],
      ['p1', 'p2', 'p3'],
    ],
    [
      'both wrote a divider at one place',
      ['p1', 'p2'],
      ['p1', '---', 'p2'],
      ['p1', '---', 'p2', 'n1'],
      ['p1', '---', 'p2', 'n1'],
    ],
    [
      'each wrote a divider at another place',
      ['p1', 'p2', 'p3'],
      ['p1', '---', 'p2', 'p3'],
      ['p1', 'p2', '---', 'p3'],
      ['p1', '---', 'p2', '---', 'p3'],
    ],
    [
      'I wrote a paragraph in place of one that both deleted',
      ['p1', 'p2', 'p3'],
      ['p1', 'n1', 'p3'],
      ['p1', 'p3'],
      ['p1', 'n1', 'p3'],
    ],
    ['they wrote on behind what I wrote on', ['p1'], ['p1 and'], ['p1 and on'], ['p1 and on']],
  ])('%s', (_what, base, mine, theirs, merged) => {
    const parts = mergeBlocks(paragraphs(base), paragraphs(mine), paragraphs(theirs));
    expect(parts).toEqual(merged.length > 0 ? [{ isSame: true, items: paragraphs(merged) }] : []);
  });
});

describe('a question', () => {
  it.each([
    ['where both edited one paragraph', ['p1'], ['p1 x'], ['y p1'], ['p1 x'], ['y p1']],
    ['where both wrote on differently', ['p1'], ['p1 x'], ['p1 y'], ['p1 x'], ['p1 y']],
    ['where they cut what I wrote on', ['p1 p2'], ['p1 p2 x'], ['p1'], ['p1 p2 x'], ['p1']],
    ['where I deleted what they edited', ['p1', 'p2'], ['p1'], ['p1', 'p2 y'], [], ['p2 y']],
    ['where I joined what they edited', ['p1', 'p2'], ['p1 p2'], ['p1', 'p2 y'], ['p1 p2'], ['p1', 'p2 y']],
    ['where I split what they edited', ['p1 p2'], ['p1', 'p2'], ['p1 p2 y'], ['p1', 'p2'], ['p1 p2 y']],
    ['where I moved and edited what they edited', ['p1', 'p2'], ['p2 x', 'p1'], ['p1', 'p2 y'], ['p2 x'], ['p2 y']],
    ['where I joined what both wrote', ['p1'], ['p1 n1'], ['p1', 'n1'], ['p1 n1'], ['p1', 'n1']],
    [
      'where both have what little is left of a paragraph, and I wrote on behind it',
      ['p1', 'ka kb kc kd ke kf kg kh'],
      ['ka kb kc mx my nx ny'],
      ['ka kb kc mx my'],
      ['ka kb kc mx my nx ny'],
      ['ka kb kc mx my'],
    ],
    [
      'where they joined less than half of what I wrote on to something new',
      ['p1', 'p2', 'la lb lc ld le lf lg lh'],
      ['p1', 'p2', 'la lb lc ld le lf lg lh n1'],
      ['p1', 't1 t2 la lb lc'],
      ['la lb lc ld le lf lg lh n1'],
      ['t1 t2 la lb lc'],
    ],
  ])('is asked once %s', (_what, base, mine, theirs, before, after) => {
    const parts = mergeBlocks(paragraphs(base), paragraphs(mine), paragraphs(theirs));
    expect(parts.filter(({ isSame }) => !isSame)).toEqual([
      { isSame: false, before: paragraphs(before), after: paragraphs(after) },
    ]);
  });
});

describe('two random writers of one text', () => {
  const RUNS = { numRuns: 1_000 };
  const DIVIDERS = ['<hr>', '<p></p>'];
  const count = (words: readonly string[], word: string) => words.filter((each) => each === word).length;
  const listSame = (parts: readonly BlockPart[]) => parts.flatMap((part) => (part.isSame ? part.items : []));
  const listConflicts = (parts: readonly BlockPart[]) => parts.flatMap((part) => (part.isSame ? [] : [part]));
  const mergeSuggested = (parts: readonly BlockPart[]) =>
    mergeParts(
      parts,
      listConflicts(parts).map((part) => suggestChoice(part, true)),
    );

  const listChanged = ({ touched, extended }: Version) => new Set([...touched, ...extended]);
  /** Both changed the paragraph of a word of the base. */
  function isChangedByBoth(word: string, mine: Version, theirs: Version): boolean {
    const [name] = /^[ps]\d/.exec(word) ?? (/^(alike|in|each|of|these)$/.test(word) ? ['alike'] : []);
    return name !== undefined && listChanged(mine).has(name) && listChanged(theirs).has(name);
  }

  /** Both changed the words of one paragraph, or each wrote on after an insertion that both have. */
  function haveSamePlace(mine: Version, theirs: Version): boolean {
    const [here, there] = [listChanged(mine), listChanged(theirs)];
    const isShared = (name: string) => /^s\d/.test(name);
    const isRewritten = (name: string) => isShared(name) && (mine.touched.has(name) || theirs.touched.has(name));
    return [...here, ...there].some((name) => (here.has(name) && there.has(name)) || isRewritten(name));
  }

  it('nothing is doubled, with the suggested choices neither', () => {
    fc.assert(
      fc.property(baseTexts, acts(), acts(), (base, one, other) => {
        const [mine, theirs] = [writeOn('m', base, one), writeOn('t', base, other)];
        const merged = listRuns(mergeSuggested(mergeBlocks(toBlocks(base), mine.blocks, theirs.blocks)));
        const [here, there, before] = [listRuns(mine.blocks), listRuns(theirs.blocks), listRuns(toBlocks(base))];
        for (const run of new Set(merged)) {
          const [mineHas, theirsHas, had] = [count(here, run), count(there, run), count(before, run)];
          // Dividers and empty lines that each wrote somewhere are two; of what was there twice, each may have changed another.
          const added = Math.max(0, mineHas - had) + Math.max(0, theirsHas - had);
          const kept = had > 1 ? had : 0;
          const most = DIVIDERS.includes(run) ? had + added : Math.max(mineHas, theirsHas, kept);
          expect(count(merged, run), run).toBeLessThanOrEqual(most);
        }
      }),
      RUNS,
    );
  });

  it('what only one of them changed always arrives', () => {
    fc.assert(
      fc.property(baseTexts, acts(), acts(), (base, one, other) => {
        const [mine, theirs] = [writeOn('m', base, one), writeOn('t', base, other)];
        const parts = mergeBlocks(toBlocks(base), mine.blocks, theirs.blocks);
        const contested = new Set(
          listConflicts(parts).flatMap(({ before, after }) => listWords([...before, ...after])),
        );
        const [here, there, before] = [listWords(mine.blocks), listWords(theirs.blocks), listWords(toBlocks(base))];
        const merged = listWords(listSame(parts));
        for (const word of new Set([...here, ...there, ...before])) {
          if (contested.has(word) || isChangedByBoth(word, mine, theirs)) continue;
          const [mineHas, theirsHas, had] = [count(here, word), count(there, word), count(before, word)];
          const isUnique = Math.max(mineHas, theirsHas, had) === 1 && !DIVIDERS.includes(word);
          if (isUnique) expect(count(merged, word), word).toBe(mineHas === had ? theirsHas : mineHas);
          // Which of several that are alike was changed is not known.
          else if (mineHas === had) expect(count(merged, word), word).toBe(theirsHas);
          else if (theirsHas === had) expect(count(merged, word), word).toBe(mineHas);
        }
      }),
      RUNS,
    );
  });

  it('no question is asked where no paragraph was changed by both', () => {
    fc.assert(
      fc.property(baseTexts, acts(), acts(), (base, one, other) => {
        const [mine, theirs] = [writeOn('m', base, one), writeOn('t', base, other)];
        fc.pre(!haveSamePlace(mine, theirs));
        expect(listConflicts(mergeBlocks(toBlocks(base), mine.blocks, theirs.blocks))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('the order that one of them made stays where the other only wrote and deleted', () => {
    const others = acts(['write', 'write-on', 'cut', 'insert', 'delete']);
    fc.assert(
      fc.property(baseTexts, acts(), others, (base, one, other) => {
        const [mover, writer] = [writeOn('m', base, one), writeOn('t', base, other)];
        for (const [mine, theirs] of [
          [mover, writer],
          [writer, mover],
        ] as const) {
          const parts = mergeBlocks(toBlocks(base), mine.blocks, theirs.blocks);
          if (listConflicts(parts).length > 0) continue;
          const merged = listWords(listSame(parts)).filter((word) => /\d/.test(word));
          const made = listWords(mover.blocks);
          expect(merged.filter((word) => made.includes(word))).toEqual(made.filter((word) => merged.includes(word)));
        }
      }),
      RUNS,
    );
  });

  it('who merges makes no difference, up to the order of what both wrote at one place', () => {
    fc.assert(
      fc.property(baseTexts, acts(), acts(), (base, one, other) => {
        const [mine, theirs] = [writeOn('m', base, one), writeOn('t', base, other)];
        const here = mergeBlocks(toBlocks(base), mine.blocks, theirs.blocks);
        const there = mergeBlocks(toBlocks(base), theirs.blocks, mine.blocks);
        const sortTexts = (texts: readonly HtmlBlock[]) => texts.map(({ html }) => html).toSorted();
        expect(sortTexts(listSame(there))).toEqual(sortTexts(listSame(here)));
        const describeConflict = (mineText: readonly HtmlBlock[], theirText: readonly HtmlBlock[]) =>
          JSON.stringify([joinText(mineText), joinText(theirText)]);
        expect(
          listConflicts(there)
            .map((part) => describeConflict(part.after, part.before))
            .toSorted(),
        ).toEqual(
          listConflicts(here)
            .map((part) => describeConflict(part.before, part.after))
            .toSorted(),
        );
      }),
      RUNS,
    );
  });

  it.each([
    [
      'the same text on both sides is that text',
      (base: HtmlBlock[], text: HtmlBlock[]) => mergeBlocks(base, text, text),
    ],
    ['what only I wrote is my text', (base: HtmlBlock[], text: HtmlBlock[]) => mergeBlocks(base, text, base)],
    ['what only they wrote is their text', (base: HtmlBlock[], text: HtmlBlock[]) => mergeBlocks(base, base, text)],
  ])('%s', (_what, mergeWith) => {
    const expectText = (base: HtmlBlock[], text: HtmlBlock[]) => {
      const parts = mergeWith(base, text);
      expect(listConflicts(parts)).toEqual([]);
      expect(listSame(parts)).toEqual(text);
    };
    fc.assert(
      fc.property(baseTexts, acts(), (base, list) => expectText(toBlocks(base), writeOn('m', base, list).blocks)),
      RUNS,
    );
    // Blocks that are all alike or nearly so.
    const similar = fc.array(fc.constantFrom('', '***', 'a b c', 'a b d', 'x y z', 'a b c d x y'), { maxLength: 7 });
    fc.assert(
      fc.property(similar, similar, (base, text) => expectText(base.map(block), text.map(block))),
      RUNS,
    );
  });

  it('a save whose answer was lost, and which the other tab has merged, is not doubled by what is typed on', () => {
    fc.assert(
      fc.property(baseTexts, acts(), acts(), acts(['insert', 'write-on', 'write'], 2), (base, one, other, more) => {
        const [saved, theirs] = [writeOn('m', base, one), writeOn('t', base, other)];
        const known = mergeBlocks(toBlocks(base), theirs.blocks, saved.blocks);
        // Which of several that are alike was changed is not known.
        fc.pre(listConflicts(known).length === 0 && !base.some(({ from }) => from[0] === 'alike'));
        const on = writeOn('n', saved.text, more);
        const merged = listWords(mergeSuggested(mergeBlocks(toBlocks(base), on.blocks, listSame(known))));
        for (const word of new Set(merged)) {
          if (!DIVIDERS.includes(word)) expect(count(merged, word), word).toBe(1);
        }
        for (const word of listWords(on.blocks)) if (/^n\d/.test(word)) expect(merged).toContain(word);
      }),
      RUNS,
    );
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
      const parts = compareWords(before, after);
      const restore = (without: 'added' | 'removed') =>
        parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
      expect(restore('added')).toBe(before);
      expect(restore('removed')).toBe(after);
    }),
  );
});

it('a very long change is one deletion and one insertion', () => {
  const parts = compareWords('a '.repeat(15_000), 'b '.repeat(15_000));
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
