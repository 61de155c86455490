import { toIso } from '#api/clock.ts';
import { ALL_CATEGORIES, hasAllCategories } from '#api/publishing/index/category-counts.ts';
import type { SitemapEntry } from '#api/domain/content.ts';
import { countNumberedPages } from './list-pages.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';

/** Posts of one part: those whose ids share a five hundred, so that a new post changes the last part only. */
const IDS_PER_PART = 500;

export const toPartNumber = (id: number) => Math.floor(id / IDS_PER_PART) + 1;

/** The posts of each sitemap part that has any, by part. Part 0, for pages that are no posts, is not included. */
export function groupPostsByPart(index: PublicIndex): [number, IndexedPost[]][] {
  const parts = new Map<number, IndexedPost[]>();
  for (const post of index.posts) {
    const part = toPartNumber(post.id);
    const list = parts.get(part);
    if (list) list.push(post);
    else parts.set(part, [post]);
  }
  return [...parts].sort(([a], [b]) => a - b);
}

/** What a sitemap index lists: part 0 without a date, the others with their last change. */
export function listSitemapParts(index: PublicIndex): { part: number; lastmod: string | null }[] {
  const ofPosts = groupPostsByPart(index).map(([part, posts]) => {
    const newest = posts.reduce((latest, post) => Math.max(latest, getLastModified(post)), 0);
    return { part, lastmod: toIso(newest) };
  });
  return [{ part: 0, lastmod: null }, ...ofPosts];
}

export function getSitemapPart(index: PublicIndex, part: number, fixedPaths: readonly string[]): SitemapEntry[] | null {
  if (part === 0) return listOtherPages(index, fixedPaths);
  const posts = index.posts.filter((post) => toPartNumber(post.id) === part).sort((a, b) => a.id - b.id);
  if (posts.length === 0) return null;
  return posts.map((post) => ({ path: `/blogs/${post.slug}`, lastmod: toIso(getLastModified(post)) }));
}

function listOtherPages(index: PublicIndex, fixedPaths: readonly string[]): SitemapEntry[] {
  const lists = Array.from({ length: countNumberedPages(index.posts.length) }, (_, at) => `/blogs/page/${at + 1}`);
  const categories = index.categories.map((category) => `/categories/${category.id}`);
  if (hasAllCategories(index)) categories.unshift(ALL_CATEGORIES);
  return ['/', '/blogs', '/terms', '/privacy', ...fixedPaths, ...categories, ...lists].map((path) => ({
    path,
    lastmod: null,
  }));
}

function getLastModified(post: IndexedPost): number {
  return Math.max(post.updatedAt, post.publishedAt);
}
