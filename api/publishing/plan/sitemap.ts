import { toIso } from '#api/clock.ts';
import { ALL_CATEGORIES, hasAllCategories } from '#api/publishing/index/category-counts.ts';
import type { SitemapEntry, SitemapPartLink } from '#api/domain/content.ts';
import { isPathOn } from '#api/domain/features.ts';
import type { PlanContext } from './planned-page.ts';
import { countNumberedPages } from './list-pages.ts';
import { SHELF_SITEMAP, getShelfSitemapPart, listShelfSitemapParts } from './shelf-sitemap.ts';
import { memoizeByPart } from '#api/publishing/index/sitemap-parts.ts';
import { hasDocumentationPage } from './document-plan.ts';
import { listShownDocuments } from './shown-documents.ts';
import {
  DOCUMENTATION_PATH,
  SHELF_PATH,
  toDocumentPath,
  toAuthorPath,
  toCategoryPath,
  toPostPath,
  toTagPath,
} from '#api/publishing/index/paths.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';

const findLastChange = memoizeByPart((posts: readonly IndexedPost[]) => Math.max(...posts.map(getLastModified)));

/** The parts of the sitemap index, those of the shelf last: part 0 (all pages but posts) without a date, the others with their last change. */
export function listSitemapParts({ index, site }: Pick<PlanContext, 'index' | 'site'>): SitemapPartLink[] {
  const { parts, works } = index;
  const shelfParts = isPathOn(SHELF_PATH, site.facts) ? listShelfSitemapParts(works) : [];
  const postParts = parts
    .list()
    .map(([part, posts]) => ({ part: String(part), lastmod: toIso(findLastChange(posts)) }));
  return [{ part: '0', lastmod: null }, ...postParts, ...shelfParts];
}

export function getSitemapPart(
  context: Pick<PlanContext, 'index' | 'site' | 'listedPaths'>,
  part: string,
): SitemapEntry[] | null {
  const { index } = context;
  if (part.startsWith(SHELF_SITEMAP)) return getShelfSitemapPart(index.works, part);
  const number = Number(part);
  if (number === 0) return listOtherPages(context);
  const posts = index.parts.get(number);
  if (posts.length === 0) return null;
  return posts
    .filter((post) => !post.isElsewhere)
    .map((post) => ({ path: toPostPath(post.slug), lastmod: toIso(getLastModified(post)) }));
}

function listOtherPages(context: Pick<PlanContext, 'index' | 'site' | 'listedPaths'>): SitemapEntry[] {
  const { index, listedPaths } = context;
  const listPages = Array.from({ length: countNumberedPages(index.posts.length) }, (_, at) => `/blogs/page/${at + 1}`);
  const categories = index.categories.map((category) => toCategoryPath(category.slug));
  if (hasAllCategories(index)) categories.unshift(ALL_CATEGORIES);
  const tags = index.groups.tag.listUsed().map((tag) => toTagPath(tag.slug));
  const authors = index.groups.author.listUsed().map((author) => toAuthorPath(author.slug));
  const documentation = hasDocumentationPage(context) ? [DOCUMENTATION_PATH] : [];
  const others = ['/blogs', ...listedPaths, ...categories, ...tags, ...authors, ...listPages, ...documentation];
  return [
    ...others.map((path) => ({ path, lastmod: null })),
    ...listShownDocuments(context).map(({ slug, updatedAt }) => ({
      path: toDocumentPath(slug),
      lastmod: toIso(updatedAt),
    })),
  ];
}

function getLastModified(post: IndexedPost): number {
  return Math.max(post.updatedAt, post.publishedAt);
}
