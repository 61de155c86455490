import type { Block } from './html-blocks.ts';
import type { Part } from './diff.ts';

/** What becomes of one place where two editors differ. */
export type Choice = 'mine' | 'theirs' | 'both';

/**
 * What a person would most likely choose: whoever changed the place, if only one of them did. Where both did, or where
 * nobody knows what it was like before (`base` null), both stay.
 */
export function likelyChoice(mine: readonly Block[], theirs: readonly Block[], base: readonly Block[] | null): Choice {
  const known = new Set(base?.map(({ html }) => html));
  const isUntouched = (blocks: readonly Block[]) => blocks.length > 0 && blocks.every(({ html }) => known.has(html));
  if (isUntouched(theirs) && !isUntouched(mine)) return 'mine';
  if (isUntouched(mine) && !isUntouched(theirs)) return 'theirs';
  if (mine.length === 0) return 'theirs';
  if (theirs.length === 0) return 'mine';
  return 'both';
}

/** The content that the choices give, one for each part that differs, in their order. Mine comes before theirs. */
export function mergeParts(parts: readonly Part[], choices: readonly Choice[]): Block[] {
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
