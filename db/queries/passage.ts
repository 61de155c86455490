import { foldWord, isUnspaced, type SearchTerm } from './full-text-search.ts';

const PASSAGE_WORDS = 24;
/** Of these, in front of what was found. */
const WORDS_BEFORE = 4;
/** Places of one word that are looked at. */
const PLACES_MAX = 30;

/**
 * The words of a text where most of the terms stand close together; null where it has none of them. Cut here, since FTS5 follows its index
 * once more for each text: longer than all else for a frequent word.
 */
export function cutPassage(text: string, terms: readonly SearchTerm[]): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const folded = foldWord(line);
  const places = terms.flatMap((term, of) => listPlaces(folded, term).map((at) => ({ at, of })));
  if (places.length === 0) return null;
  const countTerms = (from: number) =>
    new Set(places.flatMap(({ at, of }) => (at >= from && at < from + PASSAGE_WORDS - WORDS_BEFORE ? [of] : []))).size;
  const counted = places.map(({ at }) => ({ at, count: countTerms(at) }));
  const [best] = counted.sort((a, b) => b.count - a.count || a.at - b.at);
  return cutWords(line, (best?.at ?? 0) - WORDS_BEFORE);
}

/** The first words of a text. */
export const cutBeginning = (text: string): string => cutWords(text.replaceAll(/\s+/g, ' ').trim(), 0);

/** So many words of a line; it isn’t shorter where it ends. */
function cutWords(line: string, from: number): string {
  const words = line.split(' ');
  const start = Math.max(0, Math.min(from, words.length - PASSAGE_WORDS));
  const end = start + PASSAGE_WORDS;
  return `${start > 0 ? '…' : ''}${words.slice(start, end).join(' ')}${end < words.length ? '…' : ''}`;
}

/** How many words are in front of each place where a term stands. */
function listPlaces(folded: string, { word, isBeginning, near }: SearchTerm): number[] {
  const forms = (near ?? [word]).map(foldWord);
  const wanted = forms.join('|');
  const isPart = forms.some(isUnspaced);
  const end = isBeginning && !near ? '' : '(?![\\p{L}\\p{N}])';
  const pattern = new RegExp(isPart ? wanted : `(?<![\\p{L}\\p{N}])(?:${wanted})${end}`, 'gu');
  const places: number[] = [];
  let [words, counted] = [0, 0];
  for (const { index } of folded.matchAll(pattern)) {
    words += folded.slice(counted, index).split(' ').length - 1;
    counted = index;
    places.push(words);
    if (places.length === PLACES_MAX) break;
  }
  return places;
}
