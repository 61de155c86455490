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

/** Who wrote a block as it is, and when: by the first of these versions that has it. */
export function describeOrigin(versions: readonly (BlockOrigins | null)[], block: HtmlBlock): string {
  const known = versions.filter((origins) => origins !== null);
  const key = toBlockKey(block);
  const origin = known.find((origins) => origins.has(key))?.get(key);
  if (origin === undefined) return known.length > 0 ? 'Not in a revision yet' : '';
  if (origin === null) return '';
  if (origin.reason === 'replaced') return `Before ${formatDate(origin.created_at)}, when revisions began`;
  // Nobody is named for what was imported, or written by an account that is deleted.
  return [origin.user?.name, formatDateTime(origin.updated_at)].filter(Boolean).join(', ');
}
