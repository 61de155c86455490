import type { BulkBlogsRequest, BulkBlogsResponse } from '#api/features/blogs/blogs.contract.ts';
import type { BulkRequest } from '#src/features/blogs/manager/posts-api.ts';
import type { BulkRun } from '#src/ui/bulk/bulk-run.ts';

export type BulkTarget = Pick<BulkBlogsRequest, 'ids' | 'filter' | 'total' | 'next'>;
export type PostBulkResult = {
  updatedCount: number;
  skipped: BulkBlogsResponse['skipped'];
  /** Missing in a run that an earlier build stored. */
  undoIds?: string[];
  /** When the last part can't be undone any more, in this browser's clock. */
  undoUntil?: number;
};
export type PostBulkRun = BulkRun<BulkRequest, BulkTarget, PostBulkResult>;
