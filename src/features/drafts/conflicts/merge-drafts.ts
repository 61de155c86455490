import type { DraftContent, DraftVersions, MergedDraft } from '#src/features/drafts/draft-content.ts';
import { diffBlocks, type HtmlBlock, joinBlocks, splitBlocks } from './html-blocks.ts';
import { mergeBlocks, mergeParts } from './three-way-merge.ts';

/** How content is taken apart and put together again. */
type Format = { split: (content: string) => HtmlBlock[]; join: (blocks: readonly HtmlBlock[]) => string };

const HTML: Format = { split: splitBlocks, join: joinBlocks };

/**
 * What both sides changed in their base, together; null where they changed the same block or field in different ways. A text
 * that was sent without an answer is the base if theirs was made from it: what is in theirs already is no change of mine.
 */
export function mergeDrafts<Fields extends object>(
  { base, unanswered, mine, theirs }: DraftVersions<Fields>,
  format = HTML,
): MergedDraft<Fields> {
  const known =
    unanswered.findLast((sent) => isIncluded(mergeTexts(base, sent, theirs, format), theirs, format)) ?? base;
  return { base: known, merged: mergeTexts(known, mine, theirs, format) };
}

function mergeTexts<Fields extends object>(
  base: DraftContent<Fields>,
  mine: DraftContent<Fields>,
  theirs: DraftContent<Fields>,
  { split, join }: Format,
): DraftContent<Fields> | null {
  const parts = mergeBlocks(split(base.content), split(mine.content), split(theirs.content));
  if (parts.some(({ isSame }) => !isSame)) return null;
  const fields = { ...mine.fields };
  // Parts that only they have, such as a section that they added, are theirs to keep.
  const names = new Set([...Object.keys(mine.fields), ...Object.keys(theirs.fields)] as (keyof Fields)[]);
  for (const name of names) {
    const [was, here, there] = [base, mine, theirs].map((version) => JSON.stringify(version.fields[name]));
    if (here === there || there === was) continue;
    if (here !== was) return null;
    fields[name] = theirs.fields[name];
  }
  return { fields, content: join(mergeParts(parts, [])) };
}

/** Merging brought nothing new. */
function isIncluded<Fields extends object>(
  merged: DraftContent<Fields> | null,
  theirs: DraftContent<Fields>,
  { split }: Format,
): boolean {
  const names = Object.keys(theirs.fields) as (keyof Fields)[];
  return (
    merged !== null &&
    names.every((name) => JSON.stringify(merged.fields[name]) === JSON.stringify(theirs.fields[name])) &&
    diffBlocks(split(merged.content), split(theirs.content)).every(({ isSame }) => isSame)
  );
}
