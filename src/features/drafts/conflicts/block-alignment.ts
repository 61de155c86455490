import { diffLists } from '#api/domain/text-diff.ts';
import { type HtmlBlock, toBlockKey } from './html-blocks.ts';

/** The words of a text as numbers, sorted: texts are compared by going through both once. */
type Words = readonly number[];

type Matcher = (one: Item, other: Item) => boolean;

/** Words of scripts without spaces are single signs. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
/** So many words tell that a text is the same one wherever it stands; 'Yes.' can be written twice. */
const TELLING_WORDS = 3;
/** Fewer words that went from one block to another tell it if at most one block is between the two. */
const CLOSE = 2;
/** More pairs of changed blocks than this are not compared word by word: a text that was replaced as a whole. */
const PAIRS_MAX = 250_000;

/** What is known of the texts that are compared: the number of each word, and the key of each HTML, which most share. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #keys = new Map<string, string>();

  toNumber(word: string): number {
    const number = this.#numbers.get(word) ?? this.#numbers.size;
    this.#numbers.set(word, number);
    return number;
  }

  toKey(block: HtmlBlock): string {
    const key = this.#keys.get(block.html) ?? toBlockKey(block);
    this.#keys.set(block.html, key);
    return key;
  }
}

/** A block with what it is compared by. Most blocks are the same in all versions, and their words are never needed. */
export class Item {
  readonly block: HtmlBlock;
  readonly key: string;
  readonly #vocabulary: Vocabulary;
  #words: Words | null = null;

  constructor(block: HtmlBlock, vocabulary: Vocabulary) {
    this.block = block;
    this.key = vocabulary.toKey(block);
    this.#vocabulary = vocabulary;
  }

  get words(): Words {
    this.#words ??= (this.block.text.match(WORD) ?? [])
      .map((word) => this.#vocabulary.toNumber(word))
      .sort((one, other) => one - other);
    return this.#words;
  }

  get size(): number {
    return this.words.length;
  }
}

/**
 * Which blocks of one version came from which of another: those that stayed in their order, with or without changes, those
 * that were moved, and those that were split or joined. Blocks without a partner were deleted or written.
 */
export class BlockAlignment {
  readonly #from: readonly Item[];
  readonly #to: readonly Item[];
  /** For each block of the later version, its partners in the earlier one, by index. */
  readonly sources: number[][];
  /** For each block of the later version, the one in whose place it stands; null for one that was written or moved there. */
  readonly places: (number | null)[];
  readonly #targets: number[][];
  /** How many more of each block the earlier version has than the later one; negative for those that it has less often. */
  readonly #surplus = new Map<string, number>();

  constructor(from: readonly Item[], to: readonly Item[]) {
    this.#from = from;
    this.#to = to;
    this.sources = to.map(() => []);
    this.places = to.map(() => null);
    this.#targets = from.map(() => []);
    for (const { key } of from) this.#surplus.set(key, (this.#surplus.get(key) ?? 0) + 1);
    for (const { key } of to) this.#surplus.set(key, (this.#surplus.get(key) ?? 0) - 1);
  }

  /** Pairs what is the same at the start and at the end; where much is between, also what is the same there. */
  matchSame(isMatch: Matcher): void {
    const [from, to] = [this.#from.length, this.#to.length];
    const isPair = (source: number, target: number) => {
      const [one, other] = this.#getPair(source, target);
      return one.key === other.key && isMatch(one, other);
    };
    let start = 0;
    for (; start < Math.min(from, to) && isPair(start, start); start += 1) this.#pair(start, start, true);
    for (let end = 1; end <= Math.min(from, to) - start && isPair(from - end, to - end); end += 1)
      this.#pair(from - end, to - end, true);
    for (const gap of this.#listGaps().filter(isLarge)) {
      let [source, target] = [0, 0];
      for (const part of diffLists(gap.from, gap.to, { isEqual: isPair }) ?? []) {
        const [removed, added] = part.isSame ? [part.items, part.items] : [part.before, part.after];
        for (let at = 0; at < added.length && part.isSame; at += 1)
          this.#pair(gap.from[source + at] as number, gap.to[target + at] as number, true);
        source += removed.length;
        target += added.length;
      }
    }
  }

  /** Pairs blocks without a change of their order, between those that are in place already. */
  matchInPlace(isMatch: Matcher): void {
    for (const gap of this.#listGaps()) {
      if (isLarge(gap)) continue;
      for (const [source, target] of this.#findCommon(gap, isMatch)) this.#pair(source, target, true);
    }
  }

  /** Pairs what is left, wherever it stands now. */
  matchMoved(isMatch: Matcher): void {
    const { from, to } = this.#listFree();
    for (const source of from) {
      const at = to.findIndex((target) => isMatch(...this.#getPair(source, target)));
      if (at !== -1) this.#pair(source, to.splice(at, 1)[0] as number, false);
    }
  }

  /** Finds the other parts of blocks that were split or joined, by the words that went there. */
  regroup(isNear: Matcher = () => true): void {
    const from = { items: this.#from, partners: this.#targets };
    const to = { items: this.#to, partners: this.sources };
    let isFound = true;
    const pairAll = (parts: readonly number[], findOther: (part: number) => number | null, isSource: boolean) => {
      for (const part of parts) {
        const whole = findOther(part);
        if (whole === null) continue;
        isFound = true;
        this.#pair(isSource ? part : whole, isSource ? whole : part, false);
      }
    };
    while (isFound) {
      isFound = false;
      pairAll(this.#listFree().to, (part) => findWhole(part, to, from, isNear), false);
      pairAll(this.#listFree().from, (part) => findWhole(part, from, to, isNear), true);
    }
    this.#matchShifted();
  }

  /** Pairs changed blocks with those from which they got words: a sentence that went to another paragraph. */
  #matchShifted(): void {
    const removed = this.#from.map((item, source) => {
      const targets = this.#targets[source] ?? [];
      return { source, targets, rest: subtractWords(item, this.#pick(this.#to, targets)) };
    });
    const senders = removed.filter(({ targets, rest }) => targets.length > 0 && rest.length > 0);
    for (const [target, item] of this.#to.entries()) {
      const sources = [...(this.sources[target] ?? [])];
      if (sources.length === 0) continue;
      const added = subtractWords(item, this.#pick(this.#from, sources));
      for (const { source, targets, rest } of senders) {
        const shared = countShared(rest, added);
        if (shared === 0 || sources.includes(source)) continue;
        const least = Math.min(rest.length, added.length);
        const isClose = sources.some(isCloseTo(source)) || targets.some(isCloseTo(target));
        if (shared >= TELLING_WORDS ? shared * 2 >= least : shared === least && isClose)
          this.#pair(source, target, false);
      }
    }
  }

  /** Pairs what stands where something else was, one for one. Returns the later blocks, which have nothing of the earlier ones. */
  matchReplaced(isFree: (target: number) => boolean): number[] {
    const replaced: number[] = [];
    for (const { from, to } of this.#listGaps()) {
      let free = to.filter(isFree);
      for (const source of from) {
        const { block } = this.#from[source] as Item;
        const at = free.findIndex((target) => this.#to[target]?.block.kind === block.kind);
        const target = free[at];
        if (target === undefined || block.text === '') continue;
        this.#pair(source, target, true);
        replaced.push(target);
        free = free.slice(at + 1);
      }
    }
    return replaced;
  }

  /** Whether all that is left can be compared by words in no noticeable time. */
  get isComparable(): boolean {
    return !isLarge(this.#listFree());
  }

  #pair(source: number, target: number, isInPlace: boolean): void {
    this.sources[target]?.push(source);
    this.#targets[source]?.push(target);
    if (isInPlace) this.places[target] = source;
  }

  #getPair(source: number, target: number): [Item, Item] {
    return [this.#from[source] as Item, this.#to[target] as Item];
  }

  #pick(items: readonly Item[], indexes: readonly number[]): Item[] {
    return indexes.map((index) => items[index] as Item);
  }

  /** The blocks without a partner. */
  #listFree(): Gap {
    const list = (partners: readonly number[][]) => [...partners.keys()].filter((at) => partners[at]?.length === 0);
    return { from: list(this.#targets), to: list(this.sources) };
  }

  /** The blocks without a partner between each two neighbours that are in place. */
  #listGaps(): Gap[] {
    const gaps: Gap[] = [];
    const free = this.#listFree();
    let [source, target] = [0, 0];
    for (const [at, place] of [...this.places, this.#from.length].entries()) {
      if (place === null) continue;
      const [start, first] = [source, target];
      const gap = {
        from: free.from.filter((index) => index >= start && index < place),
        to: free.to.filter((index) => index >= first && index < at),
      };
      if (gap.from.length > 0 && gap.to.length > 0) gaps.push(gap);
      [source, target] = [place + 1, at + 1];
    }
    return gaps;
  }

  /** The pairs in one order on both sides that have the most words in common (Needleman and Wunsch). */
  #findCommon({ from, to }: Gap, isMatch: Matcher): [source: number, target: number][] {
    const width = to.length + 1;
    const scores = new Float64Array((from.length + 1) * width);
    /** The best sum of the scores from each pair on. */
    const best = new Float64Array(scores.length);
    const getBest = (at: number) => best[at] ?? 0;
    for (let row = from.length - 1; row >= 0; row -= 1) {
      for (let column = to.length - 1; column >= 0; column -= 1) {
        const at = row * width + column;
        const score = this.#score(...this.#getPair(from[row] as number, to[column] as number), isMatch);
        scores[at] = score;
        best[at] = Math.max(score > 0 ? score + getBest(at + width + 1) : 0, getBest(at + 1), getBest(at + width));
      }
    }
    const pairs: [number, number][] = [];
    let [row, column] = [0, 0];
    while (row < from.length && column < to.length) {
      const at = row * width + column;
      const score = scores[at] ?? 0;
      if (score > 0 && getBest(at) === score + getBest(at + width + 1)) {
        pairs.push([from[row] as number, to[column] as number]);
        row += 1;
        column += 1;
      } else if (getBest(at) === getBest(at + width)) row += 1;
      else column += 1;
    }
    return pairs;
  }

  #score(one: Item, other: Item, isMatch: Matcher): number {
    // The same block counts more than any changed one, and one without words a little.
    if (one.key === other.key) return isMatch(one, other) ? 2 * one.size + 1 : 0;
    // A block that both versions have is itself, wherever it stands.
    const isChanged = (this.#surplus.get(one.key) ?? 0) > 0 && (this.#surplus.get(other.key) ?? 0) < 0;
    return isChanged && isMatch(one, other) ? Math.max(countShared(one.words, other.words), 0.5) : 0;
  }
}

/** Blocks of two versions, by index. */
type Gap = { from: number[]; to: number[] };

const isLarge = ({ from, to }: Gap): boolean => from.length * to.length > PAIRS_MAX;

/** The blocks of one version, and the partners of each in the other. */
type Group = { items: readonly Item[]; partners: readonly number[][] };

/** The block that has most of the words of a part, beyond those of its other parts; null when there is none. */
function findWhole(part: number, parts: Group, wholes: Group, isNear: Matcher): number | null {
  const item = parts.items[part] as Item;
  let [best, most]: [number | null, number] = [null, 0];
  for (const [index, whole] of wholes.items.entries()) {
    const partners = wholes.partners[index] ?? [];
    const others = partners.map((other) => parts.items[other] as Item);
    if (others.some(({ key }) => key === whole.key) || !isNear(item, whole)) continue;
    const rest = subtractWords(whole, others);
    const shared = countShared(item.words, rest);
    const isClose = partners.some(isCloseTo(part));
    // Half of the part, half of what is missing elsewhere, or the rest of it that a join left at the other's end.
    const isPart =
      shared * 2 >= item.size ||
      (shared * 2 >= rest.length && (isClose || shared >= TELLING_WORDS)) ||
      (shared >= TELLING_WORDS && (isJoined(item, whole) || isJoined(whole, item)));
    const score = shared + (isClose ? 0.5 : 0);
    if (shared > 0 && isPart && score > most) [best, most] = [index, score];
  }
  return best;
}

/** One ends with the words with which the other begins, and not few. */
function isJoined({ block: { text } }: Item, { block: { text: next } }: Item): boolean {
  const [ends, starts] = [text.match(WORD) ?? [], next.match(WORD) ?? []];
  for (let count = Math.min(ends.length, starts.length); count >= TELLING_WORDS; count -= 1)
    if (starts.slice(0, count).every((word, at) => word === ends[ends.length - count + at])) return true;
  return false;
}

const isCloseTo = (index: number) => (other: number) => Math.abs(index - other) <= CLOSE;

export const isSameItem = (one: Item, other: Item): boolean => one.key === other.key;

/** The same block wherever it stands. */
export const isTelling = ({ size }: Item): boolean => size >= TELLING_WORDS;

/** The same block after a change: at least half of the words are still there, or one goes on where the other ends. */
export const isSimilar = (one: Item, other: Item): boolean =>
  isSameItem(one, other) ||
  isShared(one, other, Math.max(one.size, other.size) / 2) ||
  isPrefix(one.block.text, other.block.text);

/** One has at least half of the words of the other. */
export const isOverlapping = (one: Item, other: Item): boolean =>
  isSameItem(one, other) || isShared(one, other, Math.min(one.size, other.size) / 2);

/** Similar, and with enough words that this is no chance. */
export const isSimilarAnywhere = (one: Item, other: Item): boolean =>
  isTelling(one) && isTelling(other) && isShared(one, other, Math.max(one.size, other.size) / 2);

/** So similar that these are hardly two texts. */
export const isNearlySame = (one: Item, other: Item): boolean =>
  isTelling(one) && isTelling(other) && isShared(one, other, (Math.max(one.size, other.size) * 2) / 3);

/** Nearly the same, or one goes on where the other ends. */
export const isOneText = (one: Item, other: Item): boolean =>
  isNearlySame(one, other) || (isTelling(one) && isTelling(other) && isPrefix(one.block.text, other.block.text));

/** At least two thirds of the words of a part, and not few, are in the whole. */
export const isNearlyWithin = (part: Item, whole: Item): boolean =>
  isTelling(part) && isShared(part, whole, (part.size * 2) / 3);

/** At least half of these words, and not few, are among the others. */
export function isMostlyWithin(words: Words, others: Words): boolean {
  const shared = countShared(words, others);
  return shared >= TELLING_WORDS && shared * 2 >= words.length;
}

/** Blocks without words have nothing in common. */
const isShared = (one: Item, other: Item, least: number): boolean =>
  Math.min(one.size, other.size) >= Math.max(least, 1) && countShared(one.words, other.words) >= least;

const isPrefix = (text: string, other: string): boolean =>
  text !== '' && other !== '' && (text.startsWith(other) || other.startsWith(text));

/** The words of a block that are in none of the others. */
export function subtractWords({ words }: Item, others: readonly Item[]): Words {
  let rest = words;
  for (const other of others) {
    let at = 0;
    rest = rest.filter((word) => {
      while ((other.words[at] ?? Infinity) < word) at += 1;
      if (other.words[at] !== word) return true;
      at += 1;
      return false;
    });
  }
  return rest;
}

function countShared(words: Words, others: Words): number {
  let [count, at, other] = [0, 0, 0];
  while (at < words.length && other < others.length) {
    const [one, two] = [words[at] as number, others[other] as number];
    if (one === two) count += 1;
    if (one <= two) at += 1;
    if (one >= two) other += 1;
  }
  return count;
}
