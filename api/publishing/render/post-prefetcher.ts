import type { Database } from '#db/client.ts';
import { type PostRow, readPublicPosts } from './content-reader.ts';
import { type IndexedPost, lowerBound, type PublicIndex } from '#api/publishing/index/public-index.ts';

/** Posts of one read: a query costs more than its rows, and 25 posts hold about half a megabyte. */
const POSTS_AT_ONCE = 25;

/** Hands out rows of posts for pages that are rendered in the order of the index, oldest first. */
export type PostShelf = {
  /** The row of a post, once; undefined when it is no longer public. */
  take(post: IndexedPost): Promise<PostRow | undefined>;
};

/**
 * A shelf that reads the posts that come next along with the one that is asked for.
 * Pages may ask at the same time: they are served one after the other. `now` in UTC ms.
 */
export function createPostShelf(source: { db: Database; index: PublicIndex; now: number }): PostShelf {
  const { db, index, now } = source;
  const rows = new Map<number, PostRow>();

  async function fill(post: IndexedPost): Promise<void> {
    const start = lowerBound(index.posts, post);
    const ids = index.posts.slice(start, start + POSTS_AT_ONCE).map(({ id }) => id);
    rows.clear();
    for (const row of await readPublicPosts(db, ids, now)) rows.set(row.id, row);
  }

  async function takeInTurn(post: IndexedPost): Promise<PostRow | undefined> {
    // What changed since it was read is read again: its page must be as new as its inputs say.
    if (rows.get(post.id)?.revision !== post.revision) await fill(post);
    const row = rows.get(post.id);
    rows.delete(post.id);
    return row;
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    take(post) {
      const turn = last.then(() => takeInTurn(post));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
