import { BlockAlignment, isSameItem, isSimilar, isSimilarAnywhere, Item, Vocabulary } from './block-alignment.ts';
import { type HtmlBlock, joinBlocks } from './html-blocks.ts';

/** A block of two versions, and what became of it. One that was moved may have other words, too. */
export type BlockChange =
  | { kind: 'added'; before: null; after: HtmlBlock }
  | { kind: 'removed'; before: HtmlBlock; after: null }
  | { kind: 'same' | 'changed' | 'moved'; before: HtmlBlock; after: HtmlBlock };

/** What changed from one version to another, in the order of the later one; a removed block stands where it was. */
export function compareBlocks(before: readonly HtmlBlock[], after: readonly HtmlBlock[]): BlockChange[] {
  const vocabulary = new Vocabulary();
  const toItems = (blocks: readonly HtmlBlock[]) => blocks.map((block) => new Item(block, vocabulary));
  const [from, to] = [toItems(before), toItems(after)];
  const alignment = new BlockAlignment(from, to);
  alignment.matchSame(isSameItem);
  alignment.matchInPlace(isSimilar);
  alignment.matchMoved(isSameItem);
  if (alignment.isComparable) alignment.matchMoved(isSimilarAnywhere);
  const kept = new Set(alignment.sources.flat());
  const changes: BlockChange[] = [];
  let next = 0;
  const addRemoved = (end: number) => {
    for (const block of from.slice(next, end).filter((_, at) => !kept.has(next + at)))
      changes.push({ kind: 'removed', before: block.block, after: null });
    next = end;
  };
  for (const [index, { block, key }] of to.entries()) {
    const place = alignment.places[index] ?? null;
    // What went comes before what was written in its place.
    addRemoved(place ?? alignment.places.slice(index).find((each) => each !== null) ?? from.length);
    if (place !== null) next = place + 1;
    const source = from[place ?? alignment.sources[index]?.[0] ?? -1];
    if (!source) changes.push({ kind: 'added', before: null, after: block });
    else if (place === null) changes.push({ kind: 'moved', before: source.block, after: block });
    else changes.push({ kind: source.key === key ? 'same' : 'changed', before: source.block, after: block });
  }
  addRemoved(from.length);
  return changes;
}

/** The later version with one of its blocks as it was before. */
export const putBlockBack = (changes: readonly BlockChange[], change: BlockChange): string =>
  joinBlocks(changes.flatMap((each) => (each === change ? each.before : each.after) ?? []));
