import { decodeAddressPart } from './decode-address.ts';
/** Addresses that are less alike are not suggested: from 0, nothing in common, to 1, the same. */
const SIMILARITY_MIN = 0.6;
/** Candidates whose letters are compared one by one: those with the most trigrams in common. */
const COMPARED_MAX = 20;
const LENGTH_MAX = 80;
/** Trigrams of a larger share of all addresses are passed over. */
const COMMON_SHARE = 0.3;
/** The last part of an address says what the page is about, but the same one may be elsewhere. */
const LAST_PART_WEIGHT = 0.95;
/** Of addresses of which one has all words of the other: `/harbours` and `/guest-harbours`. */
const SHARED_WORDS_SIMILARITY = 0.65;
/** Shorter words are in many addresses. */
const SHARED_LENGTH_MIN = 5;

type Candidate = { path: string; text: string; trigramCount: number };

/**
 * Finds the address among `paths` that is most like another one, or null. By trigrams few are chosen from many, of which the
 * edit distance decides: `/priser` is like `/prices`, `/2019/05/north-around-stad.html` like `/blogs/north-around-stad`.
 */
export function createSimilarPathFinder(paths: Iterable<string>): (path: string) => string | null {
  const candidates: Candidate[] = [];
  const byTrigram = new Map<number, number[]>();
  for (const path of paths) {
    const text = normalize(path);
    const trigrams = listTrigrams(text);
    for (const trigram of trigrams) {
      const indexes = byTrigram.get(trigram);
      if (indexes) indexes.push(candidates.length);
      else byTrigram.set(trigram, [candidates.length]);
    }
    candidates.push({ path, text, trigramCount: trigrams.size });
  }
  // What most addresses share says nothing about any of them.
  const commonMax = Math.max(candidates.length * COMMON_SHARE, COMPARED_MAX);
  const counts = new Uint16Array(candidates.length);
  /** The candidates with the largest share of their trigrams in common, in the order of the list where it is the same. */
  const findNearest = (text: string): Candidate[] => {
    const found: number[] = [];
    for (const trigram of listTrigrams(text)) {
      const indexes = byTrigram.get(trigram) ?? [];
      if (indexes.length > commonMax) continue;
      for (const index of indexes) {
        if (counts[index] === 0) found.push(index);
        counts[index] = (counts[index] ?? 0) + 1;
      }
    }
    const nearest: { index: number; share: number }[] = [];
    for (const index of found) {
      const share = (counts[index] ?? 0) / (candidates[index]?.trigramCount ?? 1);
      counts[index] = 0;
      if (nearest.length === COMPARED_MAX && share <= (nearest.at(-1)?.share ?? 0)) continue;
      const at = nearest.findIndex((each) => each.share < share);
      nearest.splice(at === -1 ? nearest.length : at, 0, { index, share });
      nearest.splice(COMPARED_MAX);
    }
    return nearest.flatMap(({ index }) => candidates[index] ?? []);
  };
  return (path) => {
    const text = normalize(path);
    let best: { path: string; similarity: number } | null = null;
    for (const candidate of findNearest(text)) {
      const similarity = compare(text, candidate.text);
      if (similarity < SIMILARITY_MIN || similarity < (best?.similarity ?? 0)) continue;
      if (best && similarity === best.similarity && candidate.path.length >= best.path.length) continue;
      best = { path: candidate.path, similarity };
    }
    return best?.path ?? null;
  };
}

/** Small letters without accents, endings of files and signs between words. */
function normalize(path: string): string {
  return decodeAddressPart(path)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\.(html?|php\d?|aspx?|jsp)$/, '')
    .replace(/[^\p{L}\p{N}/]+/gu, '-')
    .replace(/^\/+|\/+$/g, '')
    .slice(0, LENGTH_MAX);
}

/**
 * Of each part of an address with its ends, so that the last part is found below another one. As numbers of 10 bits for each
 * letter: a set of 10,000 addresses takes half the time of one of texts. Letters that share their bits only cost a comparison.
 */
function listTrigrams(text: string): Set<number> {
  const padded = ` ${text.replaceAll('/', ' ')} `;
  const trigrams = new Set<number>();
  let code = 0;
  for (let at = 0; at < padded.length; at += 1) {
    code = ((code & 0xfffff) << 10) | (padded.charCodeAt(at) & 0x3ff);
    if (at >= 2) trigrams.add(code);
  }
  return trigrams;
}

const getLastPart = (text: string) => text.slice(text.lastIndexOf('/') + 1);

const compare = (a: string, b: string): number =>
  Math.max(
    compareTexts(a, b),
    LAST_PART_WEIGHT * compareTexts(getLastPart(a), getLastPart(b)),
    hasWords(getLastPart(a), getLastPart(b)) ? SHARED_WORDS_SIMILARITY : 0,
  );

/** Whether one of them has all words of the other. */
function hasWords(a: string, b: string): boolean {
  const [fewer = [], more = []] = [a.split('-'), b.split('-')].sort((one, other) => one.length - other.length);
  return fewer.join('').length >= SHARED_LENGTH_MIN && fewer.every((word) => more.includes(word));
}

/** 1 less the share of letters that differ. Of single letters nothing can be said. */
function compareTexts(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  return Math.min(a.length, b.length) < 2 ? 0 : 1 - getEditDistance(a, b) / length;
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function getEditDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
