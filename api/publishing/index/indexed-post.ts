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
  /** The address of the image of shared links, empty for none. */
  socialImage: string;
  /** It appeared first at another address, which search engines list instead. */
  isElsewhere: boolean;
  /** The paths of this site that cards in its text lead to. */
  cards: readonly string[];
};

/** A post of which something changed, as it was and as it is; null where the public does not see it. */
export type ChangedPost = { id: number; before: IndexedPost | null; after: IndexedPost | null };

/** What lists are ordered by: posts, and works of the shelf. */
export type Dated = { id: number; publishedAt: number };

/** The first index whose item is not before the given one, by date and then id. */
export function lowerBound(list: readonly Dated[], item: Dated): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as Dated, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: Dated, b: Dated): number {
  return a.publishedAt - b.publishedAt || a.id - b.id;
}

/** Puts an item at its place in a sorted list. */
export function insertSorted<Item extends Dated>(list: Item[], item: Item): void {
  list.splice(lowerBound(list, item), 0, item);
}

/** Removes an item from a sorted list, if it is in it. */
export function removeSorted(list: Dated[], item: Dated): void {
  const at = lowerBound(list, item);
  if (list[at]?.id === item.id) list.splice(at, 1);
}
