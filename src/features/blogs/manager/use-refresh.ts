import { useEffect, useRef } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { usePublishes } from '#src/stores/publishes.ts';
import { isScheduled } from './publish-status.ts';
import type { Post } from './posts-api.ts';

/** The server publishes a scheduled post within this time, milliseconds. */
const GRACE_MS = 1_500;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The newest publish of each post; when one of those in sight has ended, the list is asked for anew. */
export function usePublishesOf(posts: readonly Post[], reload: () => void): ReadonlyMap<number, PublishJson> {
  const { ofBlog } = usePublishes();
  const ended = posts.map(({ id }) => `${id} ${ofBlog.get(id)?.finished_at ?? ''}`).join('\n');
  const before = useRef({ posts, ended });
  useEffect(() => {
    const isSameRows = before.current.posts === posts;
    const hasEnded = isSameRows && before.current.ended !== ended;
    before.current = { posts, ended };
    if (hasEnded) reload();
  }, [posts, ended, reload]);
  return ofBlog;
}

/** Asks for the list anew when the time of the next scheduled post has come. */
export function useReloadWhenDue(posts: readonly Post[], reload: () => void): void {
  useEffect(() => {
    const moments = posts.filter(isScheduled).map((post) => Date.parse(post.published_at ?? ''));
    const wait = Math.min(...moments) - Date.now() + GRACE_MS;
    if (wait > LONGEST_WAIT_MS) return;
    const timer = setTimeout(reload, Math.max(wait, GRACE_MS));
    return () => clearTimeout(timer);
  }, [posts, reload]);
}
