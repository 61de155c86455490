import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { Selection, type Transaction } from '@milkdown/kit/prose/state';

type Blocks = readonly EditorNode[];
type Range = { from: number; to: number };

/**
 * Makes these the blocks of the document. Only those that differ are replaced, and never the one with the cursor where it is
 * among them, however much was written, moved or removed around it; where it is not, the cursor goes into what took its place.
 */
export function updateBlocks(tr: Transaction, blocks: Blocks): Transaction {
  const old = tr.doc.content.content;
  const { $head } = tr.selection;
  const cursor = Math.min($head.index(0), old.length - 1);
  const offset = $head.pos - getStart(old, cursor);
  const place = findPlace(old, blocks, cursor);
  const kept =
    place === null ? pairInOrder(old, blocks, [wholeOf(old), wholeOf(blocks)]) : pairAround(old, blocks, cursor, place);
  replaceOthers(tr, old, blocks, kept);
  if (place !== null || !tr.docChanged) return tr;
  const next = findReplacement(kept, cursor, blocks.length);
  const start = getStart(blocks, next);
  const end = start + (blocks[next]?.nodeSize ?? 0);
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(start + offset, end))));
}

const wholeOf = (blocks: Blocks): Range => ({ from: 0, to: blocks.length });

/** The position before a block. */
const getStart = (blocks: Blocks, index: number): number =>
  blocks.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);

/** Where the block with the cursor is among the new ones: of several that are equal, the one with most of its neighbours. */
function findPlace(old: Blocks, blocks: Blocks, cursor: number): number | null {
  const block = old[cursor];
  let best: { index: number; likeness: number } | null = null;
  for (const [index, each] of blocks.entries()) {
    if (!block?.eq(each)) continue;
    const likeness = countEqual(old, blocks, [cursor, index], -1) + countEqual(old, blocks, [cursor, index], 1);
    const isNearer = best !== null && Math.abs(index - cursor) < Math.abs(best.index - cursor);
    if (best === null || likeness > best.likeness || (likeness === best.likeness && isNearer))
      best = { index, likeness };
  }
  return best?.index ?? null;
}

/** How many blocks on one side are equal, one after the other. */
function countEqual(old: Blocks, blocks: Blocks, [at, index]: [number, number], step: 1 | -1): number {
  let count = 0;
  for (;;) {
    const distance = (count + 1) * step;
    const [one, other] = [old[at + distance], blocks[index + distance]];
    if (!one || !other || !one.eq(other)) return count;
    count += 1;
  }
}

/** The new block that stands where the old one stood: as far after the last one that was kept before it, and before the next. */
function findReplacement(kept: Pairs, cursor: number, count: number): number {
  let [before, distance, after] = [-1, cursor + 1, count];
  for (const [index, old] of kept) {
    if (old < cursor) [before, distance] = [index, cursor - old];
    else after = Math.min(after, index);
  }
  return Math.max(0, Math.min(before + distance, after - 1));
}

/** Which old block each new one is, by their indexes. */
type Pairs = Map<number, number>;

const pairAround = (old: Blocks, blocks: Blocks, cursor: number, place: number): Pairs =>
  new Map([
    ...pairInOrder(old, blocks, [
      { from: 0, to: cursor },
      { from: 0, to: place },
    ]),
    [place, cursor],
    ...pairInOrder(old, blocks, [
      { from: cursor + 1, to: old.length },
      { from: place + 1, to: blocks.length },
    ]),
  ]);

function pairInOrder(old: Blocks, blocks: Blocks, [olds, news]: [Range, Range]): Pairs {
  const pairs: Pairs = new Map();
  let next = olds.from;
  for (let index = news.from; index < news.to; index += 1) {
    const found = old.findIndex((each, at) => at >= next && at < olds.to && each.eq(blocks[index] as EditorNode));
    if (found === -1) continue;
    pairs.set(index, found);
    next = found + 1;
  }
  return pairs;
}

function replaceOthers(tr: Transaction, old: Blocks, blocks: Blocks, kept: Pairs): void {
  let next = 0;
  let pos = 0;
  const removeUntil = (end: number) => {
    const size = old.slice(next, end).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    if (size > 0) tr.delete(pos, pos + size);
    next = end;
  };
  for (const [index, block] of blocks.entries()) {
    const same = kept.get(index);
    if (same === undefined) tr.insert(pos, block);
    else {
      removeUntil(same);
      next = same + 1;
    }
    pos += block.nodeSize;
  }
  removeUntil(old.length);
}
