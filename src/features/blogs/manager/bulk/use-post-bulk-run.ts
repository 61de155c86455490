import { useState } from 'react';
import { formatBulkResult } from '#api/domain/bulk-actions.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { type BulkRequest, bulkUpdatePosts, type PostSelection } from '#src/features/blogs/manager/posts-api.ts';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';
import type { usePostUndo } from '#src/features/blogs/manager/use-post-undo.ts';
import type { BulkTarget, PostBulkResult, PostBulkRun } from './bulk-run.ts';

type Options = {
  userId: number;
  remove: (ids: readonly number[]) => void;
  reload: () => void;
  showUndo: ReturnType<typeof usePostUndo>;
};

/** The most ids in one request. */
const MAX_IDS = 100;
/** The most posts of a filter in one request. */
const PART_SIZE = 50;

/** One bulk action on posts at a time; for the skipped ones it can be repeated. */
export function usePostBulkRun({ userId, remove, reload, showUndo }: Options) {
  const [undoneId, setUndoneId] = useState<string | null>(null);
  const { start, repeat, ...bulk } = useBulkRun<BulkRequest, BulkTarget, PostBulkResult>({
    name: 'bulkRun',
    userId,
    reload,
    addResults,
    emptyResult: { updatedCount: 0, skipped: [] },
    sendPart: async (request, target) => {
      const { updated, result, rest } = await sendPart(request, target);
      if (request.action === 'delete') remove(updated);
      return { result, rest };
    },
    onEnd: ({ request, result: { updatedCount, undoIds = [], undoUntil } }) => {
      if (undoUntil === undefined) return;
      const onUndone = () => setUndoneId(undoIds[0] ?? null);
      showUndo(formatBulkResult(request.action, updatedCount), { ids: undoIds, until: undoUntil }, { onUndone });
    },
  });
  return {
    ...bulk,
    /** The run, if the toast at its end doesn't say it all: one in parts, stopped, or with skipped posts. */
    notice: bulk.run && hasNotice(bulk.run, undoneId) ? bulk.run : null,
    start: (request: BulkRequest, selection: PostSelection) => start(request, toTarget(selection), selection.count),
    retrySkipped: () => {
      const ids = bulk.run?.result.skipped.map(({ id }) => id) ?? [];
      repeat({ ids }, ids.length);
    },
  };
}

const addResults = (before: PostBulkResult, part: PostBulkResult): PostBulkResult => ({
  updatedCount: before.updatedCount + part.updatedCount,
  skipped: [...before.skipped, ...part.skipped],
  undoIds: [...(before.undoIds ?? []), ...(part.undoIds ?? [])],
  ...(before.undoUntil && { undoUntil: before.undoUntil }),
  ...(part.undoUntil && { undoUntil: part.undoUntil }),
});

function hasNotice({ total, rest, result }: PostBulkRun, undoneId: string | null): boolean {
  const { skipped, undoIds = [] } = result;
  if (rest !== null) return true;
  return (total > PART_SIZE || undoIds.length > 1 || skipped.length > 0) && undoIds[0] !== (undoneId ?? '');
}

const toTarget = ({ posts, count, filter }: PostSelection): BulkTarget =>
  filter ? { filter, total: count } : { ids: posts.map(({ id }) => id) };

async function sendPart(request: BulkRequest, { ids, ...target }: BulkTarget) {
  const part = ids ? { ids: ids.slice(0, MAX_IDS) } : target;
  // Counted from before the request, so the toast never promises more than the server gives.
  const undoUntil = Date.now() + UNDO_WINDOW_MS;
  const { updated, skipped, next, undo } = await bulkUpdatePosts({ ...part, ...request });
  const laterIds = ids?.slice(MAX_IDS) ?? [];
  const rest: BulkTarget | null = laterIds.length > 0 ? { ids: laterIds } : next && { filter: target.filter, next };
  const result = { updatedCount: updated.length, skipped, ...(undo && { undoIds: [undo.id], undoUntil }) };
  return { updated, result, rest };
}
