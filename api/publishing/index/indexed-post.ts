/** The parts of a public post that other pages show. */
export type IndexedPost = {
  id: number;
  slug: string;
  title: string;
  revision: number;
  publishedAt: number;
  updatedAt: number;
  /** Its cover and what that shows, empty for none: both may change without the post. */
  cover: string;
};

/** A post of which something changed, as it was and as it is; null where the public does not see it. */
export type ChangedPost = { id: number; before: IndexedPost | null; after: IndexedPost | null };

/** The first index whose post is not before the given one, by date and then id. */
export function lowerBound(list: readonly IndexedPost[], post: Pick<IndexedPost, 'publishedAt' | 'id'>): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as IndexedPost, post) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: Pick<IndexedPost, 'publishedAt' | 'id'>, b: Pick<IndexedPost, 'publishedAt' | 'id'>): number {
  return a.publishedAt - b.publishedAt || a.id - b.id;
}

/** Puts a post at its place in a sorted list. */
export function insertSorted(list: IndexedPost[], post: IndexedPost): void {
  list.splice(lowerBound(list, post), 0, post);
}

/** Removes a post from a sorted list, if it is in it. */
export function removeSorted(list: IndexedPost[], post: IndexedPost): void {
  const at = lowerBound(list, post);
  if (list[at]?.id === post.id) list.splice(at, 1);
}
