import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import { joinBlocks, splitBlocks } from './html-blocks.ts';
import { mergeBlocks, mergeParts } from './three-way-merge.ts';

/** What both sides changed in their base, together; null where they changed the same block or field in different ways. */
export function mergeDrafts<Fields extends object>(
  base: DraftContent<Fields>,
  mine: DraftContent<Fields>,
  theirs: DraftContent<Fields>,
): DraftContent<Fields> | null {
  const parts = mergeBlocks(splitBlocks(base.content), splitBlocks(mine.content), splitBlocks(theirs.content));
  if (parts.some(({ isSame }) => !isSame)) return null;
  const fields = { ...mine.fields };
  for (const name of Object.keys(mine.fields) as (keyof Fields)[]) {
    const [was, here, there] = [base, mine, theirs].map((version) => JSON.stringify(version.fields[name]));
    if (here === there || there === was) continue;
    if (here !== was) return null;
    fields[name] = theirs.fields[name];
  }
  return { fields, content: joinBlocks(mergeParts(parts, [])) };
}
