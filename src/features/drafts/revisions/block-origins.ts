import type { BlockOriginJson, RevisionJson } from '#api/features/drafts/drafts.contract.ts';
import { type HtmlBlock, splitBlocks, toBlockKey } from '#src/features/drafts/conflicts/html-blocks.ts';
import { formatDate, formatDateTime } from '#src/lib/format/dates.ts';

/** Which revision each block of a text comes from; null where that isn’t known. */
export type BlockOrigins = ReadonlyMap<string, BlockOriginJson | null>;

export function readBlockOrigins({ content, blocks }: Pick<RevisionJson<unknown>, 'content' | 'blocks'>): BlockOrigins {
  const texts = splitBlocks(content);
  // Should the server see other blocks than the browser, nobody is named.
  if (texts.length !== blocks.length) return new Map(texts.map((text) => [toBlockKey(text), null]));
  return new Map(texts.map((text, index) => [toBlockKey(text), blocks[index] ?? null]));
}

/** Of which revision each block of a text was taken out; null where it is still there, or that isn’t known. */
export type BlockRemovals = ReadonlyMap<string, BlockOriginJson | null>;

export function readBlockRemovals({
  content,
  removals,
}: Pick<RevisionJson<unknown>, 'content' | 'removals'>): BlockRemovals {
  const keys = splitBlocks(content).map(toBlockKey);
  if (keys.length !== removals.length) return new Map();
  const counts = Map.groupBy(keys, (key) => key);
  // Of several that are the same, it can’t be said which one went.
  return new Map(keys.flatMap((key, index) => (counts.get(key)?.length === 1 ? [[key, removals[index] ?? null]] : [])));
}

/** Who removed a block, and when. `newest`: the revision that was saved last, of a text that may have more changes than it. */
export function describeRemoval(removals: BlockRemovals, newest: BlockOrigins | null, block: HtmlBlock): string {
  const key = toBlockKey(block);
  const removal = removals.get(key);
  if (removal) return describeAct(removal);
  return removal === null && newest?.has(key) ? 'Not in a revision yet' : '';
}

/** Who wrote a block as it is, and when: by the first of these versions that has it. */
export function describeOrigin(versions: readonly (BlockOrigins | null)[], block: HtmlBlock): string {
  const known = versions.filter((origins) => origins !== null);
  const key = toBlockKey(block);
  const origin = known.find((origins) => origins.has(key))?.get(key);
  if (origin === undefined) return known.length > 0 ? 'Not in a revision yet' : '';
  if (origin === null) return '';
  if (origin.reason === 'replaced') return `Before ${formatDate(origin.created_at)}, when revisions began`;
  return describeAct(origin);
}

/** Nobody is named for what was imported, or done by an account that is deleted. */
const describeAct = ({ user, updated_at }: BlockOriginJson): string =>
  [user?.name, formatDateTime(updated_at)].filter(Boolean).join(', ');
