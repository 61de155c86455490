import { formatBulkResult } from '#api/domain/bulk-actions.ts';
import { BULK_BUSY_LABELS } from '#src/features/blogs/manager/bulk-action-copy.ts';
import { type BulkFilter, type BulkRequest, bulkUpdatePosts } from '#src/features/blogs/manager/posts-api.ts';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';

type Options = { userId: number; remove: (ids: readonly number[]) => void; reload: () => void };

/** One bulk action on posts at a time. */
export const usePostBulkRun = ({ userId, remove, reload }: Options) =>
  useBulkRun<BulkRequest, BulkFilter>({
    name: 'bulkRun',
    userId,
    partSize: 50,
    noun: { one: 'post', many: 'posts' },
    getWords: ({ action }) => ({
      busy: BULK_BUSY_LABELS[action],
      done: (count) => formatBulkResult(action, count),
    }),
    send: async (request, target) => {
      const { updated, skipped, ...part } = await bulkUpdatePosts({ ...target, ...request });
      if (request.action === 'delete') remove(updated);
      const named = skipped.map((post) => ({ ...post, name: post.name === '' ? 'Untitled post' : post.name }));
      return { ...part, updatedCount: updated.length, skipped: named };
    },
    reload,
  });
