import { diffArrays } from 'diff';
import { type DiffPart, diffBlocks, isSameBlock } from './diff.ts';
import type { HtmlBlock } from './html-blocks.ts';

/** The result for one place where two versions differ. */
export type MergeChoice = 'mine' | 'theirs' | 'both';

/** What one side did with its base: blocks written before the block at each index, and what became of that block. */
type Edits = { inserted: HtmlBlock[][]; changed: (HtmlBlock[] | null)[] };

/**
 * Merges block by block what two versions changed in their base. The result is in the parts that are the same; a part that
 * differs is a conflict: a block that both sides changed. Without a base, every difference is one.
 */
export function mergeBlocks(
  base: readonly HtmlBlock[] | null,
  mine: readonly HtmlBlock[],
  theirs: readonly HtmlBlock[],
): DiffPart[] {
  if (base === null) return diffBlocks(mine, theirs);
  const [myEdits, theirEdits] = [listEdits(base, mine), listEdits(base, theirs)];
  keepMyMoves(base, myEdits, theirEdits);
  const parts: DiffPart[] = [];
  const settle = (blocks: readonly HtmlBlock[]) => {
    const last = parts.at(-1);
    if (last?.isSame) last.blocks.push(...blocks);
    else if (blocks.length > 0) parts.push({ isSame: true, blocks: [...blocks] });
  };
  for (let index = 0; index <= base.length; index += 1) {
    const [before, after] = [myEdits.inserted[index] ?? [], theirEdits.inserted[index] ?? []];
    // Both wrote something new at the same place: neither changed what the other had.
    settle(isSameText(before, after) ? before : [...before, ...after]);
    const block = base[index];
    if (block === undefined) break;
    const [here, there] = [myEdits.changed[index] ?? null, theirEdits.changed[index] ?? null];
    if (here === null || there === null) settle(here ?? there ?? [block]);
    else if (isSameText(here, there)) settle(here);
    else parts.push({ isSame: false, before: here, after: there });
  }
  return parts;
}

/** How `other` came from `base`. A rewritten passage is compared once more, so that each block has its own change. */
function listEdits(base: readonly HtmlBlock[], other: readonly HtmlBlock[]): Edits {
  const edits: Edits = { inserted: base.map(() => []), changed: base.map(() => null) };
  edits.inserted.push([]);
  let index = 0;
  for (const part of diffBlocks(base, other)) {
    if (part.isSame) {
      index += part.blocks.length;
      continue;
    }
    let removed = 0;
    for (const { value, added, removed: isRemoved } of diffArrays(part.before, part.after, { comparator: isSimilar })) {
      if (isRemoved) {
        for (let at = 0; at < value.length; at += 1) edits.changed[index + at] = [];
        removed = value.length;
      } else if (added) {
        // In place of what was removed here, one for one; what is more is new.
        const replaced = Math.min(removed, value.length);
        for (let at = 0; at < replaced; at += 1) edits.changed[index - removed + at] = value.slice(at, at + 1);
        edits.inserted[index]?.push(...value.slice(replaced));
        removed = 0;
        continue;
      } else {
        for (const [at, block] of value.entries()) edits.changed[index + at] = [block];
        removed = 0;
      }
      index += value.length;
    }
  }
  return edits;
}

/** A block that both moved stays where I moved it: inserted by both, it would be there twice. */
function keepMyMoves(base: readonly HtmlBlock[], mine: Edits, theirs: Edits): void {
  for (const [index, block] of base.entries()) {
    if (mine.changed[index] === null || theirs.changed[index] === null) continue;
    const isIt = (other: HtmlBlock) => isSameBlock(other, block);
    const hasIt = ({ inserted, changed }: Edits) => [...inserted, ...changed].some((blocks) => blocks?.some(isIt));
    if (hasIt(mine) && hasIt(theirs) && !removeInserted(theirs, isIt)) removeInserted(mine, isIt);
  }
}

function removeInserted({ inserted }: Edits, isIt: (block: HtmlBlock) => boolean): boolean {
  const place = inserted.find((blocks) => blocks.some(isIt));
  place?.splice(place.findIndex(isIt), 1);
  return place !== undefined;
}

/** The same block after a change: at least half of its words are still there. */
function isSimilar(one: HtmlBlock, other: HtmlBlock): boolean {
  if (one.kind !== other.kind) return false;
  const [words, others] = [one.text.split(/\s+/), new Set(other.text.split(/\s+/))];
  return words.filter((word) => others.has(word)).length * 2 >= Math.max(words.length, others.size);
}

const isSameText = (one: readonly HtmlBlock[], other: readonly HtmlBlock[]) =>
  one.length === other.length && one.every((block, index) => isSameBlock(block, other[index] as HtmlBlock));

/** The choice at first: nothing that was written is dropped, and no block is doubled where the base is known. */
export function suggestChoice(
  { before: mine, after: theirs }: Extract<DiffPart, { isSame: false }>,
  hasBase: boolean,
): MergeChoice {
  if (mine.length === 0) return 'theirs';
  if (theirs.length === 0 || hasBase) return 'mine';
  return 'both';
}

/** The content that results from the choices, one for each differing part, in order. Mine comes before theirs. */
export function mergeParts(parts: readonly DiffPart[], choices: readonly MergeChoice[]): HtmlBlock[] {
  let at = 0;
  return parts.flatMap((part) => {
    if (part.isSame) return part.blocks;
    const choice = choices[at] ?? 'both';
    at += 1;
    const mine = choice === 'theirs' ? [] : part.before;
    const theirs = choice === 'mine' ? [] : part.after;
    return [...mine, ...theirs];
  });
}
