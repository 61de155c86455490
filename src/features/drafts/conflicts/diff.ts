import { diffArrays, diffWordsWithSpace } from 'diff';
import type { HtmlBlock } from './html-blocks.ts';

/** Where two contents agree, and where they do not. */
export type DiffPart =
  { isSame: true; blocks: HtmlBlock[] } | { isSame: false; before: HtmlBlock[]; after: HtmlBlock[] };

/** A sequence of words: in both versions, or only in one. */
export type WordRun = { text: string; in: 'both' | 'before' | 'after' };

/** A change larger than this is shown as a whole: a word diff would be slow and hard to read. */
const WORDS_MAX = 20_000;

/** Line breaks and indentation of the source are no change: readers don't see them, and the editor doesn't keep them. */
export const isSameBlock = (one: HtmlBlock, other: HtmlBlock): boolean =>
  one.html === other.html || toBlockKey(one) === toBlockKey(other);

/** Equal for blocks that are the same. */
export function toBlockKey({ html, text }: HtmlBlock): string {
  return html.includes('<pre') ? html : `${text}\n${collapseSpaces(html)}`;
}

const collapseSpaces = (html: string) => html.replace(/\s+/g, ' ').replace(/> | </g, (edge) => edge.trim());

/** Compares two contents block by block. */
export function diffBlocks(before: readonly HtmlBlock[], after: readonly HtmlBlock[]): DiffPart[] {
  const parts: DiffPart[] = [];
  const changes = diffArrays([...before], [...after], { comparator: isSameBlock });
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      parts.push({ isSame: true, blocks: value });
      continue;
    }
    const last = parts.at(-1);
    const open = last && !last.isSame ? last : { isSame: false as const, before: [], after: [] };
    if (open !== last) parts.push(open);
    (removed ? open.before : open.after).push(...value);
  }
  return parts;
}

export function diffWords(before: string, after: string): WordRun[] {
  if (before.length + after.length > WORDS_MAX) {
    const whole: WordRun[] = [
      { text: before, in: 'before' },
      { text: after, in: 'after' },
    ];
    return whole.filter(({ text }) => text !== '');
  }
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    in: added ? 'after' : removed ? 'before' : 'both',
  }));
}

/** Pairs the blocks of a change one by one, so that each shows its own words. */
export function pairBlocks(
  before: readonly HtmlBlock[],
  after: readonly HtmlBlock[],
): [HtmlBlock | null, HtmlBlock | null][] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => [
    before[index] ?? null,
    after[index] ?? null,
  ]);
}

/** Keys for a list whose items never move. */
export const withKeys = <Item>(items: readonly Item[]) => items.map((item, index) => ({ key: `${index}`, item }));
