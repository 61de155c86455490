import { useEffect, useRef } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { usePolling, waitUntilDue } from '#src/lib/use-polling.ts';
import { usePublishes } from '#src/stores/publishes.ts';
import { isScheduled } from './publish-status.ts';
import type { ManagedPost } from './posts-api.ts';

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The newest publish of each post; when one of the shown ones has ended, the list is loaded again. */
export function useLatestPublishes(
  posts: readonly ManagedPost[],
  reload: () => void,
): ReadonlyMap<number, PublishJson> {
  const { byBlogId } = usePublishes();
  const finishedKey = posts.map(({ id }) => `${id} ${byBlogId.get(id)?.finished_at ?? ''}`).join('\n');
  const before = useRef({ posts, ended: finishedKey });
  useEffect(() => {
    const isSameRows = before.current.posts === posts;
    const hasEnded = isSameRows && before.current.ended !== finishedKey;
    before.current = { posts, ended: finishedKey };
    if (hasEnded) reload();
  }, [posts, finishedKey, reload]);
  return byBlogId;
}

/** Loads the list again when the next scheduled post is due. */
export function useRefreshWhenDue(posts: readonly ManagedPost[], reload: () => void): void {
  const dueAt = posts.filter(isScheduled).map((post) => Date.parse(post.published_at ?? ''));
  usePolling(posts, () => waitUntilDue(dueAt, LONGEST_WAIT_MS), reload);
}
