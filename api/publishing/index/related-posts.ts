import { type Dated, type IndexedPost, lowerBound } from './indexed-post.ts';
import type { PublicIndex } from './public-index.ts';

const RELATED_POST_COUNT = 3;

/**
 * Posts to read after this one: of its categories in their order, without those right before and after it. Older posts
 * come first, so a new post changes the page of no other one, unless a category holds only a few.
 */
export function listRelatedPosts(index: PublicIndex, post: IndexedPost): IndexedPost[] {
  const { previous, next } = index.getAdjacent(post);
  const seen = new Set([post.id, previous?.id, next?.id]);
  const related: IndexedPost[] = [];
  for (const category of index.getCategoryIds(post.id)) {
    for (const candidate of walkFrom(index.list(category), post)) {
      if (related.length === RELATED_POST_COUNT) return related;
      if (seen.has(candidate.id)) continue;
      seen.add(candidate.id);
      related.push(candidate);
    }
  }
  return related;
}

/** The older items of a list, the newest of them first, then the newer ones, the oldest of them first. */
export function* walkFrom<Item extends Dated>(list: readonly Item[], item: Item): Generator<Item> {
  const at = lowerBound(list, item);
  for (let older = at - 1; older >= 0; older -= 1) yield list[older] as Item;
  for (let newer = at; newer < list.length; newer += 1) yield list[newer] as Item;
}
