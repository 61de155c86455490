import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { createHash } from 'node:crypto';
import { ALL_CATEGORIES, hasAllCategories, getCategorySidebar } from '#api/publishing/index/category-counts.ts';
import {
  FEED_POST_COUNT,
  HOME_POST_COUNT,
  NEWS_MAX_AGE_MS,
  findNewestNews,
} from '#api/publishing/render/content-reader.ts';
import { getAdjacentPages, countNumberedPages, getPageSlice } from './list-pages.ts';
import { formatLocalDay } from './local-day.ts';
import { memoizeByPart } from '#api/publishing/index/post-parts.ts';
import { listRelatedPosts } from '#api/publishing/index/related-posts.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import { listSitemapParts } from './sitemap.ts';

/** A page that should exist, with the hash of all its inputs. */
export type PlannedPage = { path: string; inputHash: string };

export type PlanContext = {
  index: PublicIndex;
  now: number;
  timeZone: string;
  salt: string;
  fixedPaths: readonly string[];
};

const FEED_PATHS = ['/rss.xml', '/atom.xml', '/feed.json'];
const DATED_PATHS = ['/terms', '/privacy'];

/**
 * Every content page there should be, with its inputs, posts last. A page is up to date when the live entry has the
 * same inputs: this comparison alone decides what the background lane renders, so no page can be missed.
 */
export function* planAllPages(context: PlanContext): Generator<PlannedPage> {
  yield* planSingletonPages(context);
  yield* planAllCategories(context);
  yield* planListPages(context, null);
  for (const category of context.index.categories) yield* planListPages(context, category.id);
  for (const post of context.index.posts) yield planPost(context, post);
}

/** The pages of which there is one each: home, legal, feeds, sitemap and the text for a missing post. */
export function* planSingletonPages(context: PlanContext): Generator<PlannedPage> {
  const { index, now } = context;
  const news = findNewestNews(index);
  const shownNews = news && now <= news.publishedAt + NEWS_MAX_AGE_MS ? news : null;
  yield toPlannedPage(context, '/', [
    ...summaries(context, index.posts.slice(-HOME_POST_COUNT)),
    shownNews && summaries(context, [shownNews]),
  ]);
  for (const path of DATED_PATHS) yield toPlannedPage(context, path, [formatLocalDay(now, context.timeZone)]);
  for (const path of FEED_PATHS)
    yield toPlannedPage(context, path, summaries(context, index.posts.slice(-FEED_POST_COUNT)));
  yield toPlannedPage(context, POST_NOT_FOUND_PATH, [hashCategoryCounts(context)]);
  yield toPlannedPage(context, '/sitemap.xml', [listSitemapParts(index)]);
  yield toPlannedPage(context, '/sitemap-0.xml', [
    context.fixedPaths,
    index.categories.map((category) => category.id),
    countNumberedPages(index.posts.length),
  ]);
  for (const [part, posts] of index.parts.list())
    yield toPlannedPage(context, `/sitemap-${part}.xml`, [hashPartVersions(posts)]);
}

/** It shows only names and counts, so the background lane renders it and no publish waits for it. */
const planAllCategories = (context: PlanContext): PlannedPage[] =>
  hasAllCategories(context.index) ? [toPlannedPage(context, ALL_CATEGORIES, [allCounts(context)])] : [];

/** The plan of one address, or null when there should be no such content page. */
export function planPath(context: PlanContext, path: string): PlannedPage | null {
  const [, first, name, third, number] = path.split('/');
  if (first === 'blogs' && name && !third) {
    const post = context.index.getBySlug(name);
    return post && planPost(context, post);
  }
  if (first === 'blogs' && (!name || name === 'page')) return planListPageIfExists(context, null, third);
  if (path === ALL_CATEGORIES) return planAllCategories(context)[0] ?? null;
  if (first === 'categories' && name) return planListPageIfExists(context, Number(name), number);
  for (const single of planSingletonPages(context)) if (single.path === path) return single;
  return null;
}

function planListPageIfExists(
  context: PlanContext,
  category: number | null,
  pagePart: string | undefined,
): PlannedPage | null {
  const isKnown = category === null || context.index.category(category) !== null;
  const number = pagePart === undefined ? null : Number(pagePart);
  return isKnown && getPageSlice(context.index.list(category).length, number)
    ? planListPage(context, category, number)
    : null;
}

export function* planListPages(context: PlanContext, category: number | null): Generator<PlannedPage> {
  const total = context.index.list(category).length;
  yield planListPage(context, category, null);
  for (let number = 1; number <= countNumberedPages(total); number += 1) yield planListPage(context, category, number);
}

export function planListPage(context: PlanContext, category: number | null, number: number | null): PlannedPage {
  const list = context.index.list(category);
  const slice = getPageSlice(list.length, number);
  const postTokens = slice ? summaries(context, list.slice(slice.start, slice.end)) : null;
  const categoryTokens = category === null ? null : [context.index.category(category), list.length];
  return toPlannedPage(context, toListPath(category, number), [
    hashCategoryCounts(context),
    categoryTokens,
    postTokens,
    getAdjacentPages(list.length, number),
  ]);
}

export function planPost(context: PlanContext, post: IndexedPost): PlannedPage {
  const { previous, next } = context.index.getAdjacent(post);
  return toPlannedPage(context, `/blogs/${post.slug}`, [
    hashCategoryCounts(context),
    ...summaries(context, [post]),
    previous && [previous.slug, previous.title],
    next && [next.slug, next.title],
    listRelatedPosts(context.index, post).map(({ id, slug, title, publishedAt, cover }) => [
      [slug, title, publishedAt, cover],
      context.index.getCategoryIds(id),
    ]),
  ]);
}

export function toListPath(category: number | null, number: number | null): string {
  const first = category === null ? '/blogs' : `/categories/${category}`;
  return number === null ? first : `${first}/page/${number}`;
}

/** The input hash of the OG image of a post: of the texts that are drawn on it. */
export function hashOgImageInputs(context: PlanContext, post: IndexedPost): string {
  return toPlannedPage(context, 'card', summaries(context, [post])).inputHash;
}

function toPlannedPage(context: PlanContext, path: string, tokens: readonly unknown[]): PlannedPage {
  const inputHash = createHash('sha256').update(context.salt).update(path).update(JSON.stringify(tokens)).digest('hex');
  return { path, inputHash: inputHash.slice(0, 20) };
}

const toVersionToken = ({ id, revision, cover }: IndexedPost) =>
  `${id}.${revision}${cover && ` ${JSON.stringify(cover)}`}`;
const toVersionTokens = (posts: readonly IndexedPost[]) => posts.map(toVersionToken).join(' ');

const hashPartVersions = memoizeByPart((posts) => hash(toVersionTokens(posts)));

/** Posts as lists show them: their versions, and the names of their categories. */
function summaries({ index }: PlanContext, posts: readonly IndexedPost[]): unknown[] {
  const names = posts.map(({ id }) => index.getCategoryIds(id).map((each) => [each, index.category(each)?.name]));
  return [toVersionTokens(posts), names];
}

/** Hashed once for each state of the index. */
const countHashCache = new WeakMap<PublicIndex, { at: number; token: string }>();

/** Input of every page with the category sidebar. */
function hashCategoryCounts({ index }: PlanContext): string {
  const cached = countHashCache.get(index);
  if (cached && cached.at === index.version) return cached.token;
  const token = hash(getCategorySidebar(index));
  countHashCache.set(index, { at: index.version, token });
  return token;
}

const allCounts = ({ index }: PlanContext) =>
  hash(index.categories.map(({ id, name }) => [id, name, index.list(id).length]));

const hash = (state: unknown) => createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 20);
