import { createHash } from 'node:crypto';
import { ALL_CATEGORIES, hasAllCategories, sidebarOf } from '#api/publishing/index/category-counts.ts';
import { FEED_LENGTH, LATEST_ON_HOME, NEWS_MAX_AGE_MS, newestNews } from '#api/publishing/render/content-reader.ts';
import { neighboursOfPage, numberedPages, sliceOfPage } from './list-pages.ts';
import { localDay } from './local-day.ts';
import type { IndexedPost, PublicIndex } from '#api/publishing/index/public-index.ts';
import { postsByPart, sitemapParts } from './sitemap.ts';

/** The page that answers, with status 404, for a post that does not exist. It has no address of its own. */
export const POST_NOT_FOUND = '/blog-post-not-found';

/** A page as it should be: `inputs` names the state of everything that it is rendered from. */
export type PlannedPage = { path: string; inputs: string };

export type PlanContext = {
  index: PublicIndex;
  now: number;
  timeZone: string;
  salt: string;
  fixedPaths: readonly string[];
};

const FEEDS = ['/rss.xml', '/atom.xml', '/feed.json'];
const DATED = ['/terms', '/privacy'];

/**
 * Every content page there should be, with its inputs, posts last. A page is up to date when the live entry has the
 * same inputs: that comparison alone decides what the background lane renders, so nothing can be forgotten.
 */
export function* planAllPages(context: PlanContext): Generator<PlannedPage> {
  yield* planSinglePages(context);
  yield* planAllCategories(context);
  yield* planListPages(context, null);
  for (const category of context.index.categories) yield* planListPages(context, category.id);
  for (const post of context.index.posts) yield planPost(context, post);
}

/** The pages of which there is one each: home, legal, feeds, sitemap and the text for a missing post. */
export function* planSinglePages(context: PlanContext): Generator<PlannedPage> {
  const { index, now } = context;
  const news = newestNews(index);
  const shownNews = news && now <= news.publishedAt + NEWS_MAX_AGE_MS ? news : null;
  yield page(context, '/', [
    ...summaries(context, index.posts.slice(-LATEST_ON_HOME)),
    shownNews && summaries(context, [shownNews]),
  ]);
  for (const path of DATED) yield page(context, path, [localDay(now, context.timeZone)]);
  for (const path of FEEDS) yield page(context, path, summaries(context, index.posts.slice(-FEED_LENGTH)));
  yield page(context, POST_NOT_FOUND, [counts(context)]);
  yield page(context, '/sitemap.xml', [sitemapParts(index)]);
  yield page(context, '/sitemap-0.xml', [
    context.fixedPaths,
    index.categories.map((category) => category.id),
    numberedPages(index.posts.length),
  ]);
  for (const [part, posts] of postsByPart(index)) yield page(context, `/sitemap-${part}.xml`, [versions(posts)]);
}

/** It shows nothing but names and counts, so a publish does not wait for it. */
const planAllCategories = (context: PlanContext): PlannedPage[] =>
  hasAllCategories(context.index) ? [page(context, ALL_CATEGORIES, [allCounts(context)])] : [];

/** The plan of one address, or null when there should be no such content page. */
export function planPath(context: PlanContext, path: string): PlannedPage | null {
  const [, first, name, third, number] = path.split('/');
  if (first === 'blogs' && name && !third) {
    const post = context.index.bySlug(name);
    return post && planPost(context, post);
  }
  if (first === 'blogs' && (!name || name === 'page')) return planExisting(context, null, third);
  if (path === ALL_CATEGORIES) return planAllCategories(context)[0] ?? null;
  if (first === 'categories' && name) return planExisting(context, Number(name), number);
  for (const single of planSinglePages(context)) if (single.path === path) return single;
  return null;
}

function planExisting(context: PlanContext, category: number | null, page: string | undefined): PlannedPage | null {
  const isKnown = category === null || context.index.category(category) !== null;
  const number = page === undefined ? null : Number(page);
  return isKnown && sliceOfPage(context.index.list(category).length, number)
    ? planListPage(context, category, number)
    : null;
}

export function* planListPages(context: PlanContext, category: number | null): Generator<PlannedPage> {
  const total = context.index.list(category).length;
  yield planListPage(context, category, null);
  for (let number = 1; number <= numberedPages(total); number += 1) yield planListPage(context, category, number);
}

export function planListPage(context: PlanContext, category: number | null, number: number | null): PlannedPage {
  const list = context.index.list(category);
  const slice = sliceOfPage(list.length, number);
  const shown = slice ? summaries(context, list.slice(slice.start, slice.end)) : null;
  const own = category === null ? null : [context.index.category(category), list.length];
  return page(context, listPath(category, number), [
    counts(context),
    own,
    shown,
    neighboursOfPage(list.length, number),
  ]);
}

export function planPost(context: PlanContext, post: IndexedPost): PlannedPage {
  const { previous, next } = context.index.neighbours(post);
  return page(context, `/blogs/${post.slug}`, [
    counts(context),
    ...summaries(context, [post]),
    previous && [previous.slug, previous.title],
    next && [next.slug, next.title],
  ]);
}

export function listPath(category: number | null, number: number | null): string {
  const first = category === null ? '/blogs' : `/categories/${category}`;
  return number === null ? first : `${first}/page/${number}`;
}

/** The inputs of the card of a post: what is drawn on it. */
export function cardInputs(context: PlanContext, post: IndexedPost): string {
  return page(context, 'card', summaries(context, [post])).inputs;
}

function page(context: PlanContext, path: string, tokens: readonly unknown[]): PlannedPage {
  const inputs = createHash('sha256').update(context.salt).update(path).update(JSON.stringify(tokens)).digest('hex');
  return { path, inputs: inputs.slice(0, 20) };
}

const version = ({ id, revision, cover }: IndexedPost) => `${id}.${revision}${cover && ` ${JSON.stringify(cover)}`}`;
const versions = (posts: readonly IndexedPost[]) => posts.map(version).join(' ');

/** Posts as lists show them: their versions, and the names of their categories. */
function summaries({ index }: PlanContext, posts: readonly IndexedPost[]): unknown[] {
  const names = posts.map(({ id }) => index.categoryIdsOf(id).map((each) => [each, index.category(each)?.name]));
  return [versions(posts), names];
}

/** Hashed once for each state of the index. */
const countsOf = new WeakMap<PublicIndex, { at: number; token: string }>();

/** What the sidebar shows. */
function counts({ index }: PlanContext): string {
  const known = countsOf.get(index);
  if (known && known.at === index.version) return known.token;
  const token = hash(sidebarOf(index));
  countsOf.set(index, { at: index.version, token });
  return token;
}

const allCounts = ({ index }: PlanContext) =>
  hash(index.categories.map(({ id, name }) => [id, name, index.list(id).length]));

const hash = (state: unknown) => createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 20);
