import { type BulkRequest, bulkUpdatePosts, type PostSelection } from '#src/features/blogs/manager/posts-api.ts';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';
import type { BulkTarget, PostBulkResult } from './bulk-run.ts';

type Options = { userId: number; remove: (ids: readonly number[]) => void; reload: () => void };

/** The most ids in one request. */
const MAX_IDS = 100;

/** One bulk action on posts at a time; for the skipped ones it can be repeated. */
export function usePostBulkRun({ userId, remove, reload }: Options) {
  const { start, repeat, ...bulk } = useBulkRun<BulkRequest, BulkTarget, PostBulkResult>({
    ...{ name: 'bulkRun', userId, reload, addResults, emptyResult: { updatedCount: 0, skipped: [] } },
    sendPart: async (request, target) => {
      const { updated, skipped, rest } = await sendPart(request, target);
      if (request.action === 'delete') remove(updated);
      return { result: { updatedCount: updated.length, skipped }, rest };
    },
  });
  return {
    ...bulk,
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
});

const toTarget = ({ posts, count, filter }: PostSelection): BulkTarget =>
  filter ? { filter, total: count } : { ids: posts.map(({ id }) => id) };

async function sendPart(request: BulkRequest, { ids, ...target }: BulkTarget) {
  const part = ids ? { ids: ids.slice(0, MAX_IDS) } : target;
  const { updated, skipped, next } = await bulkUpdatePosts({ ...part, ...request });
  const laterIds = ids?.slice(MAX_IDS) ?? [];
  const rest: BulkTarget | null = laterIds.length > 0 ? { ids: laterIds } : next && { filter: target.filter, next };
  return { updated, skipped, rest };
}
