import PQueue from 'p-queue';
import type { Database } from '#db/client.ts';
import { type PostRow, listPublicPosts } from './post-rows.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { type IndexedPost, lowerBound } from '#api/publishing/index/indexed-post.ts';

/** Posts read at once: a query costs more than its rows, and 25 posts are about half a megabyte. */
const PREFETCH_SIZE = 25;

/** Prefetches post rows in index order (oldest first), one query for 25 pages. */
export type PostPrefetcher = {
  /** The row of a post, once; undefined when it is no longer public. */
  get(post: IndexedPost): Promise<PostRow | undefined>;
};

/**
 * Reads the next posts of the index along with the requested one. Pages may call it at the same time: calls run one
 * after the other. `now` in UTC ms.
 */
export function createPostPrefetcher(source: { db: Database; index: PublicIndex; now: number }): PostPrefetcher {
  const { db, index, now } = source;
  const rows = new Map<number, PostRow>();

  async function prefetch(post: IndexedPost): Promise<void> {
    const start = lowerBound(index.posts, post);
    const ids = index.posts.slice(start, start + PREFETCH_SIZE).map(({ id }) => id);
    rows.clear();
    for (const row of await listPublicPosts(db, ids, now)) rows.set(row.id, row);
  }

  async function getRow(post: IndexedPost): Promise<PostRow | undefined> {
    // What changed since it was read is read again: its page must be as new as its inputs say.
    if (rows.get(post.id)?.revision !== post.revision) await prefetch(post);
    const row = rows.get(post.id);
    rows.delete(post.id);
    return row;
  }

  const queue = new PQueue({ concurrency: 1 });
  return { get: (post) => queue.add(() => getRow(post)) };
}
