import { toIso } from '#api/clock.ts';
import type { SitemapEntry, SitemapPartLink } from '#api/domain/content.ts';
import type { IndexedWork } from '#api/publishing/index/indexed-work.ts';
import { SHELF_PATH, toShelfCategoryPath, toWorkPath } from '#api/publishing/index/paths.ts';
import { memoizeByPart } from '#api/publishing/index/sitemap-parts.ts';
import type { WorkIndex } from '#api/publishing/index/work-index.ts';
import { countNumberedPages } from './list-pages.ts';

/** Parts of the sitemap for the shelf are named like this with a number: 0 has its lists, the others have works. */
export const SHELF_SITEMAP = 'openshelf-';

const findLastChange = memoizeByPart((works: readonly IndexedWork[]) =>
  Math.max(...works.map(({ updatedAt }) => updatedAt)),
);

export function listShelfSitemapParts({ parts }: WorkIndex): SitemapPartLink[] {
  const workParts = parts
    .list()
    .map(([part, works]) => ({ part: `${SHELF_SITEMAP}${part}`, lastmod: toIso(findLastChange(works)) }));
  return [{ part: `${SHELF_SITEMAP}0`, lastmod: null }, ...workParts];
}

export function getShelfSitemapPart(index: WorkIndex, part: string): SitemapEntry[] | null {
  const number = Number(part.slice(SHELF_SITEMAP.length));
  if (number === 0) return listShelfPages(index);
  const works = index.parts.get(number);
  if (works.length === 0) return null;
  return works.map(({ slug, updatedAt }) => ({ path: toWorkPath(slug), lastmod: toIso(updatedAt) }));
}

function listShelfPages(index: WorkIndex): SitemapEntry[] {
  const lists = Array.from(
    { length: countNumberedPages(index.works.length) },
    (_, at) => `${SHELF_PATH}/page/${at + 1}`,
  );
  const categories = index.listFilledCategories().map(({ slug }) => toShelfCategoryPath(slug));
  return [SHELF_PATH, ...categories, ...lists].map((path) => ({ path, lastmod: null }));
}
