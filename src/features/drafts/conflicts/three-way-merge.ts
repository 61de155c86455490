import type { HtmlBlock } from './html-blocks.ts';
import type { DiffPart } from './diff.ts';

/** The result for one place where two versions differ. */
export type MergeChoice = 'mine' | 'theirs' | 'both';

/**
 * The most likely choice: the side that changed the place, if only one did. Where both did, or where
 * the base is unknown (`base` null), both stay.
 */
export function suggestChoice(
  mine: readonly HtmlBlock[],
  theirs: readonly HtmlBlock[],
  base: readonly HtmlBlock[] | null,
): MergeChoice {
  const baseHtml = new Set(base?.map(({ html }) => html));
  const isUnchanged = (blocks: readonly HtmlBlock[]) =>
    blocks.length > 0 && blocks.every(({ html }) => baseHtml.has(html));
  if (isUnchanged(theirs) && !isUnchanged(mine)) return 'mine';
  if (isUnchanged(mine) && !isUnchanged(theirs)) return 'theirs';
  if (mine.length === 0) return 'theirs';
  if (theirs.length === 0) return 'mine';
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
