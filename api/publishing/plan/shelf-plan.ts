import type { IndexedWork } from '#api/publishing/index/indexed-work.ts';
import { SHELF_PATH, toShelfCategoryPath, toWorkPath } from '#api/publishing/index/paths.ts';
import { listRelatedWorks } from '#api/publishing/index/related-works.ts';
import { memoizeByPart } from '#api/publishing/index/sitemap-parts.ts';
import { listCategoryIds, type WorkIndex } from '#api/publishing/index/work-index.ts';
import { countNumberedPages, getAdjacentPages, getPageSlice } from './list-pages.ts';
import { hashState, type PlanContext, type PlannedPage, toPlannedPage } from './planned-page.ts';
import { SHELF_SITEMAP, listShelfSitemapParts } from './shelf-sitemap.ts';

export const SHELF_FEED_WORK_COUNT = 20;

/** Feeds, and parts of the sitemap. */
const SINGLETON = new RegExp(`^(${SHELF_PATH}/[^/]+[.]|/sitemap-${SHELF_SITEMAP})`);
const FEED_PATHS = ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `${SHELF_PATH}/${name}`);

/** Every page of the public shelf, with its inputs. */
export function* planShelf(context: PlanContext): Generator<PlannedPage> {
  const { works } = context.index;
  yield* planShelfSingletons(context);
  yield* planShelfLists(context, null);
  for (const category of works.listFilledCategories()) yield* planShelfLists(context, category.id);
  for (const slug of works.withdrawnSlugs) yield planWithdrawn(context, slug);
  for (const work of works.works) yield planWork(context, work);
}

/** The feeds and the parts of the sitemap. */
export function* planShelfSingletons(context: PlanContext): Generator<PlannedPage> {
  const { works } = context.index;
  const newest = toSummaryTokens(works, works.works.slice(-SHELF_FEED_WORK_COUNT));
  for (const path of FEED_PATHS) yield toPlannedPage(context, path, newest);
  for (const { part } of listShelfSitemapParts(works)) yield planSitemapPart(context, part);
}

function planSitemapPart(context: PlanContext, part: string): PlannedPage {
  const { works } = context.index;
  const number = Number(part.slice(SHELF_SITEMAP.length));
  const tokens =
    number === 0 ? works.listFilledCategories().map(({ slug }) => slug) : [hashPartVersions(works.parts.get(number))];
  return toPlannedPage(context, `/sitemap-${part}.xml`, [
    tokens,
    number === 0 && countNumberedPages(works.works.length),
  ]);
}

/** The plan of one address below the shelf, or null when there should be no such page. */
export function planShelfPath(context: PlanContext, path: string): PlannedPage | null {
  const { works } = context.index;
  if (SINGLETON.test(path)) return planShelfSingletons(context).find((page) => page.path === path) ?? null;
  const [, first, second, third, , number] = path.split('/');
  if (`/${first}` !== SHELF_PATH) return null;
  if (second === undefined) return planShelfList(context, null, null);
  if (second === 'page' && third) return planExistingList(context, null, Number(third));
  if (second === 'categories' && third) {
    const category = works.getCategoryBySlug(third);
    return category && planExistingList(context, category.id, number === undefined ? null : Number(number));
  }
  const work = works.getBySlug(second);
  if (work) return planWork(context, work);
  return works.withdrawnSlugs.has(second) ? planWithdrawn(context, second) : null;
}

function planExistingList(context: PlanContext, category: number | null, number: number | null): PlannedPage | null {
  const { length } = context.index.works.list(category);
  return length > 0 && getPageSlice(length, number) ? planShelfList(context, category, number) : null;
}

function* planShelfLists(context: PlanContext, category: number | null): Generator<PlannedPage> {
  yield planShelfList(context, category, null);
  const last = countNumberedPages(context.index.works.list(category).length);
  for (let number = 1; number <= last; number += 1) yield planShelfList(context, category, number);
}

/** A page of the shelf, or of one of its categories; `number` null is the newest. */
export function planShelfList(context: PlanContext, category: number | null, number: number | null): PlannedPage {
  const { works } = context.index;
  const list = works.list(category);
  const slice = getPageSlice(list.length, number);
  return toPlannedPage(context, toShelfListPath(context, category, number), [
    slice && toSummaryTokens(works, list.slice(slice.start, slice.end)),
    getAdjacentPages(list.length, number),
    category !== null && toCategoryTokens(works, [category]),
    listShownCategories(works, category).map(({ id }) => toCategoryTokens(works, [id])),
  ]);
}

/**
 * The categories that a page of the shelf links to, of those that hold a work: the top-level ones, or on the page of a
 * category the ones below its top-level category. Without counts: they would change every page with every work.
 */
export function listShownCategories(works: WorkIndex, current: number | null) {
  const category = current === null ? null : works.category(current);
  const parent = category && (category.parentId ?? category.id);
  return works.listFilledCategories().filter(({ parentId }) => parentId === parent);
}

export function toShelfListPath({ index }: PlanContext, category: number | null, number: number | null): string {
  const first = category === null ? SHELF_PATH : toShelfCategoryPath(index.works.category(category)?.slug ?? '');
  return number === null ? first : `${first}/page/${number}`;
}

export function planWork(context: PlanContext, work: IndexedWork): PlannedPage {
  const { works } = context.index;
  return toPlannedPage(context, toWorkPath(work.slug), [
    ...toSummaryTokens(works, [work]),
    listRelatedWorks(works, work).map((each) => [
      [each.slug, each.title, each.authorName],
      toCategoryTokens(works, listCategoryIds(each)),
    ]),
  ]);
}

/** What the address of a withdrawn work answers: the same for all of them. */
export const planWithdrawn = (context: PlanContext, slug: string): PlannedPage =>
  toPlannedPage(context, toWorkPath(slug), ['withdrawn']);

/** A version never changes, so its number stands for its content. */
const toVersionToken = ({ id, version, publishedAt, updatedAt }: IndexedWork) =>
  `${id}.${version}.${publishedAt}.${updatedAt}`;

const hashPartVersions = memoizeByPart((part: readonly IndexedWork[]) => hashState(part.map(toVersionToken)));

/** Works as lists show them: their versions, and their categories. */
const toSummaryTokens = (index: WorkIndex, works: readonly IndexedWork[]): unknown[] => [
  works.map(toVersionToken).join(' '),
  works.map((work) => toCategoryTokens(index, listCategoryIds(work))),
];

const toCategoryTokens = (index: WorkIndex, ids: readonly number[]) =>
  ids.map((id) => {
    const category = index.category(id);
    return [id, category?.name, category?.slug, category?.parentId];
  });
