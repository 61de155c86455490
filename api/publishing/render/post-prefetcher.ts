import type { Database } from '#db/client.ts';
import { type PostRow, listPublicPosts } from './post-rows.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { type IndexedPost, lowerBound } from '#api/publishing/index/indexed-post.ts';

/** Posts of one read: a query costs more than its rows, and 25 posts hold about half a megabyte. */
const PREFETCH_SIZE = 25;

/** Prefetches post rows in index order (oldest first), one query for 25 pages. */
export type PostPrefetcher = {
  /** The row of a post, once; undefined when it is no longer public. */
  get(post: IndexedPost): Promise<PostRow | undefined>;
};

/**
 * A shelf that reads the posts that come next along with the one that is asked for.
 * Pages may ask at the same time: they are served one after the other. `now` in UTC ms.
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

  async function getExclusive(post: IndexedPost): Promise<PostRow | undefined> {
    // What changed since it was read is read again: its page must be as new as its inputs say.
    if (rows.get(post.id)?.revision !== post.revision) await prefetch(post);
    const row = rows.get(post.id);
    rows.delete(post.id);
    return row;
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    get(post) {
      const turn = last.then(() => getExclusive(post));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
