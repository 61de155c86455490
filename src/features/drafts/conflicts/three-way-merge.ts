import { diffLists } from '#api/domain/text-diff.ts';
import {
  BlockAlignment,
  isMostlyWithin,
  isNearlySame,
  isNearlyWithin,
  isOneText,
  isOverlapping,
  isSameItem,
  isSimilar,
  isSimilarAnywhere,
  isTelling,
  Item,
  subtractWords,
  Vocabulary,
} from './block-alignment.ts';
import { type BlockPart, diffBlocks, type HtmlBlock } from './html-blocks.ts';

/** The result for one place where two versions differ. */
export type MergeChoice = 'mine' | 'theirs' | 'both';

type Conflict = Extract<BlockPart, { isSame: false }>;
type Side = 'mine' | 'theirs';

/** A block of mine and one of theirs, by index. */
type Pair = Record<Side, number>;

/** Blocks of the three versions that are one passage, by index: usually one of each. */
type Passage = { base: number[]; mine: number[]; theirs: number[] };

type Version = {
  items: readonly Item[];
  /** How it came from the base. */
  alignment: BlockAlignment;
  /** Blocks that stand in place of one of the base with which they have nothing in common. */
  replaced: Set<number>;
  /** The places that a block may have: between the blocks of the base that are around it. */
  ranges: ReadonlyMap<Item, Range>;
};

type Range = readonly [first: number, last: number];

/**
 * Merges block by block what two versions changed in their base. The result is in the parts that are the same; a part that
 * differs is a conflict: a passage that both sides changed. Without a base, every difference is one.
 *
 * Words and places are merged apart. Blocks of the three versions that are one passage (also moved, split or joined, or
 * written by both) are found first. For each, the words come from the side that changed them, the place from the side that
 * moved it. So nothing is there twice, and what only one side did is never lost.
 */
export function mergeBlocks(
  base: readonly HtmlBlock[] | null,
  mine: readonly HtmlBlock[],
  theirs: readonly HtmlBlock[],
): BlockPart[] {
  if (base === null) return diffBlocks(mine, theirs);
  return new ThreeWayMerge(base, mine, theirs).parts();
}

class ThreeWayMerge {
  readonly #base: readonly Item[];
  readonly #versions: Record<Side, Version>;
  /** Blocks that both sides wrote. */
  readonly #shared: Pair[];
  readonly #passages: Record<Side, Passage[]> = { mine: [], theirs: [] };
  /** What is in the result at the place of a block, by side and index. */
  readonly #output: Record<Side, Map<number, BlockPart>> = { mine: new Map(), theirs: new Map() };

  constructor(base: readonly HtmlBlock[], mine: readonly HtmlBlock[], theirs: readonly HtmlBlock[]) {
    const vocabulary = new Vocabulary();
    const toItems = (blocks: readonly HtmlBlock[]) => blocks.map((block) => new Item(block, vocabulary));
    this.#base = toItems(base);
    this.#versions = {
      mine: alignVersion(this.#base, toItems(mine)),
      theirs: alignVersion(this.#base, toItems(theirs)),
    };
    this.#shared = this.#findShared();
    this.#findJoined('mine');
    this.#findJoined('theirs');
    this.#matchReplaced('mine');
    this.#matchReplaced('theirs');
  }

  parts(): BlockPart[] {
    for (const passage of this.#listPassages()) this.#decide(passage);
    const parts: BlockPart[] = [];
    const add = (side: Side, index: number) => {
      const part = this.#output[side].get(index);
      const last = parts.at(-1);
      if (part?.isSame && last?.isSame) last.items.push(...part.items);
      else if (part) parts.push(part);
    };
    const [mine, theirs] = [this.#listRuns('mine'), this.#listRuns('theirs')];
    for (let place = 0; place <= this.#base.length; place += 1) {
      this.#interleave(mine.written[place] ?? [], theirs.written[place] ?? [], add);
      for (const side of ['mine', 'theirs'] as const) {
        const index = (side === 'mine' ? mine : theirs).inPlace.get(place);
        if (index !== undefined) add(side, index);
      }
    }
    return parts;
  }

  /** What both wrote: the same at one place, or anywhere when it has enough words; or what one of them wrote on. */
  #findShared(): Pair[] {
    const lists = { mine: listWritten(this.#versions.mine), theirs: listWritten(this.#versions.theirs) };
    // In one order whoever merges, so that equally good pairs are the same ones on both sides.
    const toText = (list: readonly Written[]) => list.map(({ item }) => item.key).join('\n');
    const [first, second]: [Side, Side] =
      toText(lists.mine) > toText(lists.theirs) ? ['theirs', 'mine'] : ['mine', 'theirs'];
    const [from, to] = [lists[first], lists[second]];
    const alignment = new BlockAlignment(
      from.map(({ item }) => item),
      to.map(({ item }) => item),
    );
    const ranges = new Map([...this.#versions.mine.ranges, ...this.#versions.theirs.ranges]);
    const isNear = (one: Item, other: Item) => isOverlap(ranges.get(one), ranges.get(other));
    const isSame = (one: Item, other: Item) => isSameItem(one, other) && (isTelling(one) || isNear(one, other));
    const isSimilarHere = (one: Item, other: Item) => isNear(one, other) && isSimilar(one, other);
    alignment.matchSame(isSame);
    alignment.matchInPlace(isSame);
    alignment.matchMoved(isSame);
    if (alignment.isComparable) {
      alignment.matchInPlace(isSimilarHere);
      alignment.matchMoved((one, other) => isSimilarHere(one, other) || isNearlySame(one, other));
      alignment.regroup((part, whole) => isNear(part, whole) || isNearlyWithin(part, whole));
    }
    return alignment.sources.flatMap((sources, target) =>
      sources.map((source) => ({ [first]: from[source]?.index, [second]: to[target]?.index }) as Pair),
    );
  }

  /**
   * What one side wrote, and the other has within a block of the base: joined to it since. Or as that block: so much of it was cut
   * and written that only one of the two is still known as it.
   */
  #findJoined(side: Side): void {
    const { items, alignment } = this.#versions[side];
    const other = side === 'mine' ? 'theirs' : 'mine';
    const written = listWritten(this.#versions[other]).map(({ item, index }) => {
      const parts = this.#shared.filter((pair) => pair[other] === index).map((pair) => items[pair[side]] as Item);
      return { index, item, isAlone: parts.length === 0, rest: subtractWords(item, parts) };
    });
    for (const [index, item] of items.entries()) {
      const sources = (alignment.sources[index] ?? []).map((source) => this.#base[source] as Item);
      if (sources.length === 0 || sources.some((source) => isSameItem(source, item))) continue;
      const added = subtractWords(item, sources);
      for (const { index: otherIndex, item: otherItem, isAlone, rest } of written)
        if (isMostlyWithin(rest, added) || (isAlone && isOneText(item, otherItem)))
          this.#shared.push({ [side]: index, [other]: otherIndex } as Pair);
    }
  }

  #matchReplaced(side: Side): void {
    const { alignment, replaced } = this.#versions[side];
    const shared = new Set(this.#shared.map((pair) => pair[side]));
    for (const index of alignment.matchReplaced((target) => !shared.has(target))) replaced.add(index);
  }

  /** The connected blocks of the three versions. */
  #listPassages(): Passage[] {
    const groups = new DisjointSets();
    const connect = (side: Side) => {
      for (const [target, sources] of this.#versions[side].alignment.sources.entries())
        for (const source of sources) groups.join(`base ${source}`, `${side} ${target}`);
    };
    connect('mine');
    connect('theirs');
    for (const pair of this.#shared) groups.join(`mine ${pair.mine}`, `theirs ${pair.theirs}`);
    const passages = new Map<string, Passage>();
    const collect = (version: keyof Passage, length: number) =>
      Array.from({ length }, (_, index) => {
        const root = groups.find(`${version} ${index}`);
        const passage = passages.get(root) ?? { base: [], mine: [], theirs: [] };
        passages.set(root, passage);
        passage[version].push(index);
        return passage;
      });
    collect('base', this.#base.length);
    for (const side of ['mine', 'theirs'] as const)
      this.#passages[side] = collect(side, this.#versions[side].items.length);
    return [...passages.values()];
  }

  /** Decides what is in the result of a passage, and at which place. */
  #decide(passage: Passage): void {
    const source = this.#chooseWords(passage);
    const mover = this.#findMover(passage);
    if (source === 'both') {
      const [before, after] = [this.#getBlocks('mine', passage), this.#getBlocks('theirs', passage)];
      const side = mover ?? (before.length > 0 ? 'mine' : 'theirs');
      this.#output[side].set(passage[side][0] as number, { isSame: false, before, after });
    } else if (mover === null || mover === source) {
      const blocks = this.#getBlocks(source, passage);
      for (const [at, index] of passage[source].entries())
        this.#output[source].set(index, { isSame: true, items: blocks.slice(at, at + 1) });
    } else if (passage[source].length > 0) {
      const items = this.#getBlocks(source, passage);
      this.#output[mover].set(passage[mover][0] as number, { isSame: true, items });
    }
  }

  #getItems(side: Side, passage: Passage): Item[] {
    return passage[side].map((index) => this.#versions[side].items[index] as Item);
  }

  #getBlocks(side: Side, passage: Passage): HtmlBlock[] {
    return this.#getItems(side, passage).map(({ block }) => block);
  }

  /** The side that changed the words; 'both' is a conflict. */
  #chooseWords(passage: Passage): Side | 'both' {
    const base = passage.base.map((index) => this.#base[index] as Item);
    const [mine, theirs] = [this.#getItems('mine', passage), this.#getItems('theirs', passage)];
    if (isSameSet(theirs, base) || isSameSet(mine, theirs)) return 'mine';
    if (isSameSet(mine, base)) return 'theirs';
    // Nothing of the base is left on either side.
    if (theirs.length === 0 && this.#isReplaced('mine', passage)) return 'mine';
    if (mine.length === 0 && this.#isReplaced('theirs', passage)) return 'theirs';
    if (isContinued(base, theirs, mine)) return 'mine';
    if (isContinued(base, mine, theirs)) return 'theirs';
    return 'both';
  }

  #isReplaced(side: Side, passage: Passage): boolean {
    return passage[side].every((index) => this.#versions[side].replaced.has(index));
  }

  /** The side that moved a passage, mine where both did; null when it is where it was, or new. */
  #findMover(passage: Passage): Side | null {
    const isMoved = (side: Side) =>
      passage.base.length > 0 &&
      passage[side].length > 0 &&
      passage[side].every((index) => this.#versions[side].alignment.places[index] === null);
    if (isMoved('mine')) return 'mine';
    return isMoved('theirs') ? 'theirs' : null;
  }

  /** The blocks in place of those of the base, and those that were written or moved before each of them. */
  #listRuns(side: Side): { inPlace: Map<number, number>; written: number[][] } {
    const { places } = this.#versions[side].alignment;
    const inPlace = new Map<number, number>();
    const written: number[][] = Array.from({ length: this.#base.length + 1 }, () => []);
    let next = 0;
    for (const [index, place] of places.entries()) {
      if (place === null) {
        written[next]?.push(index);
      } else {
        inPlace.set(place, index);
        next = place + 1;
      }
    }
    return { inPlace, written };
  }

  /** Two runs at one place: what both have once, in its order; of the rest, mine before theirs. */
  #interleave(mine: readonly number[], theirs: readonly number[], add: (side: Side, index: number) => void): void {
    const here = mine.map((index) => this.#passages.mine[index] as Passage);
    const there = theirs.map((index) => this.#passages.theirs[index] as Passage);
    let [at, other] = [0, 0];
    const addMine = () => add('mine', mine[at++] as number);
    const addTheirs = () => add('theirs', theirs[other++] as number);
    for (const part of diffLists(here, there) ?? []) {
      if (part.isSame) {
        for (const _ of part.items) {
          addMine();
          addTheirs();
        }
        continue;
      }
      for (const _ of part.before) addMine();
      for (const _ of part.after) addTheirs();
    }
  }
}

function alignVersion(base: readonly Item[], items: readonly Item[]): Version {
  const alignment = new BlockAlignment(base, items);
  alignment.matchSame(isSameItem);
  alignment.matchInPlace(isSimilar);
  alignment.matchMoved(isSameItem);
  if (alignment.isComparable) {
    alignment.matchMoved(isSimilarAnywhere);
    alignment.matchInPlace(isOverlapping);
    alignment.regroup();
  }
  return { items, alignment, replaced: new Set(), ranges: listRanges(items, alignment, base.length) };
}

/** Around each block: the place after the last block of the base before it, and that of the next one after it. */
function listRanges(items: readonly Item[], { places }: BlockAlignment, length: number): ReadonlyMap<Item, Range> {
  const lasts: number[] = [];
  let last = length;
  for (const place of places.toReversed()) {
    lasts.unshift(last);
    last = place ?? last;
  }
  let first = 0;
  return new Map(
    items.map((item, index) => {
      const place = places[index] ?? null;
      if (place !== null) first = place + 1;
      return [item, [first, lasts[index] ?? length]];
    }),
  );
}

/** A block that one side wrote. */
type Written = { item: Item; index: number };

const listWritten = ({ items, alignment }: Version): Written[] =>
  items.flatMap((item, index) => (alignment.sources[index]?.length === 0 ? [{ item, index }] : []));

/** They may be the same place. */
const isOverlap = (one: Range | undefined, other: Range | undefined): boolean =>
  one !== undefined && other !== undefined && one[0] <= other[1] && other[0] <= one[1];

/** The same blocks in any order. */
function isSameSet(one: readonly Item[], other: readonly Item[]): boolean {
  const [keys, others] = [one, other].map((items) => items.map(({ key }) => key).sort()) as [string[], string[]];
  return keys.length === others.length && keys.every((key, index) => key === others[index]);
}

/** The later text is the earlier one and more: it has all that the earlier one changed. */
function isContinued(base: readonly Item[], earlier: readonly Item[], later: readonly Item[]): boolean {
  const [start] = base;
  const [one] = earlier;
  const [two] = later;
  if (!one || !two || base.length > 1 || earlier.length > 1 || later.length > 1) return false;
  return goesOn(one.block, two.block) && (!start || goesOn(start.block, one.block));
}

const goesOn = ({ html }: HtmlBlock, later: HtmlBlock): boolean =>
  later.html.startsWith(html.replace(/(?<!<\/[a-z0-9]+>)(<\/[a-z0-9]+>)+$/, ''));

/** Union-find. */
class DisjointSets {
  readonly #parents = new Map<string, string>();

  find(name: string): string {
    let root = name;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    return root;
  }

  join(one: string, other: string): void {
    const [root, otherRoot] = [this.find(one), this.find(other)];
    if (root !== otherRoot) this.#parents.set(root, otherRoot);
  }
}

/** The choice at first: nothing that was written is dropped, and no block is doubled where the base is known. */
export function suggestChoice({ before: mine, after: theirs }: Conflict, hasBase: boolean): MergeChoice {
  if (mine.length === 0) return 'theirs';
  if (theirs.length === 0 || hasBase) return 'mine';
  return 'both';
}

/** The content that results from the choices, one for each differing part, in order. Mine comes before theirs. */
export function mergeParts(parts: readonly BlockPart[], choices: readonly MergeChoice[]): HtmlBlock[] {
  let at = 0;
  return parts.flatMap((part) => {
    if (part.isSame) return part.items;
    const choice = choices[at] ?? 'both';
    at += 1;
    const mine = choice === 'theirs' ? [] : part.before;
    const theirs = choice === 'mine' ? [] : part.after;
    return [...mine, ...theirs];
  });
}
