import type { BulkBlogsRequest, BulkBlogsResponse } from '#api/features/blogs/blogs.contract.ts';
import type { BulkRequest } from '#src/features/blogs/manager/posts-api.ts';

export type BulkTarget = Pick<BulkBlogsRequest, 'ids' | 'filter' | 'total' | 'next'>;

/** A bulk action, which the server runs in parts. */
export type BulkRun = {
  request: BulkRequest;
  isRunning: boolean;
  /** Why it stopped before the end; null when it was stopped by hand, or not at all. */
  error: string | null;
  total: number;
  updatedCount: number;
  skipped: BulkBlogsResponse['skipped'];
  /** What is left; null at the end. */
  rest: BulkTarget | null;
};
