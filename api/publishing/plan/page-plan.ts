import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { ALL_CATEGORIES, hasAllCategories, getCategorySidebar } from '#api/publishing/index/category-counts.ts';
import {
  FEED_POST_COUNT,
  HOME_POST_COUNT,
  NEWS_MAX_AGE_MS,
  findNewestNews,
} from '#api/publishing/render/content-reader.ts';
import { planFixedRedirects } from './fixed-redirects.ts';
import { getAdjacentPages, countNumberedPages, getPageSlice } from './list-pages.ts';
import { getBrandStylesPath } from '#api/domain/site-brand.ts';
import { isPathOn } from '#api/domain/features.ts';
import { listWaitingListKeys, toJoinedPath, toWaitingListPath } from '#api/domain/product-paths.ts';
import { formatLocalDay } from '#api/domain/local-time.ts';
import { memoizeByPart } from '#api/publishing/index/sitemap-parts.ts';
import { listRelatedPosts } from '#api/publishing/index/related-posts.ts';
import { type PostList, type PublicIndex, USED_GROUPS } from '#api/publishing/index/public-index.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import { isTextPath } from '#api/domain/text-paths.ts';
import {
  SHELF_PATH,
  toAuthorPath,
  toCategoryPath,
  toFeedPath,
  toPostPath,
  toTagPath,
} from '#api/publishing/index/paths.ts';
import {
  getTimeZone,
  hashState,
  type PlanContext,
  type PlannedPage,
  type ShownPosts,
  toPlannedPage,
} from './planned-page.ts';
import { listCardPostIds, listCardTokens } from './card-targets.ts';
import { planTextList, planTextPath, planTexts } from './text-list-plan.ts';
import { planPostText } from './text-plan.ts';
import { listSitemapParts } from './sitemap.ts';
import { hashDocuments, planDocumentPath, planDocuments } from './document-plan.ts';
import { planShelf, planShelfPath } from './shelf-plan.ts';
import { hasSection } from '#api/domain/site-pages.ts';
import type { PublishedPage } from '#api/domain/site-content.ts';

const FEED_PATHS = ['/rss.xml', '/atom.xml', '/feed.json'];

/**
 * Every content page there should be, with its inputs, posts last. A page is up to date when the live entry has the
 * same inputs: this comparison alone decides what the background lane renders, so no page can be missed.
 */
export function* planAllPages(context: PlanContext): Generator<PlannedPage> {
  yield* planFixedPages(context);
  yield* planWaitingLists(context);
  yield* planSitePages(context);
  yield* planSingletonPages(context);
  yield* planAllCategories(context);
  yield* planListPages(context, null);
  for (const { id } of context.index.categories) yield* planListPages(context, { kind: 'category', id });
  yield* planUsedGroups(context);
  if (isPathOn(SHELF_PATH, context.site.facts)) yield* planShelf(context);
  yield* planDocuments(context);
  yield* planTexts(context);
  for (const post of context.index.posts) {
    yield planPost(context, post);
    yield* planPostText(context, post);
  }
}

/** The pages that the owner makes of sections. */
export function* planSitePages(context: PlanContext): Generator<PlannedPage> {
  for (const page of context.site.pages.values()) yield planSitePage(context, page);
}

/** Those of them that change when a post is published or a day ends. */
export function* planChangingSitePages(context: PlanContext): Generator<PlannedPage> {
  for (const page of context.site.pages.values())
    if (showsPosts(page) || hasSection(page, 'legal')) yield planSitePage(context, page);
}

const showsPosts = (page: PublishedPage): boolean => hasSection(page, 'latest_posts') || hasSection(page, 'news');

/** The inputs are the page itself, and what its sections show of posts and of today. */
function planSitePage(context: PlanContext, page: PublishedPage): PlannedPage {
  const { index, now } = context;
  const today = hasSection(page, 'legal') ? formatLocalDay(now, getTimeZone(context)) : null;
  if (!showsPosts(page)) return toPlannedPage(context, page.address, [page.hash, today]);
  const news = findNewestNews(index);
  const shownNews = news && now <= news.publishedAt + NEWS_MAX_AGE_MS ? news : null;
  const latest = index.posts.slice(-HOME_POST_COUNT);
  return toPlannedPage(
    context,
    page.address,
    [page.hash, today, ...summaries(context, latest), shownNews && summaries(context, [shownNews])],
    toShownPosts(shownNews ? [...latest, shownNews] : latest),
  );
}

/** The pages of which there is one each: feeds, sitemap, the list of texts and the text for a missing post. */
export function* planSingletonPages(context: PlanContext): Generator<PlannedPage> {
  const { index } = context;
  const feedPosts = index.posts.slice(-FEED_POST_COUNT);
  for (const path of FEED_PATHS)
    yield toPlannedPage(context, path, listFeedTokens(context, feedPosts), toShownPostsWithCards(context, feedPosts));
  yield toPlannedPage(context, POST_NOT_FOUND_PATH, [hashCategoryCounts(context)]);
  yield* planTextList(context);
  yield toPlannedPage(context, '/sitemap.xml', [listSitemapParts(context)]);
  yield toPlannedPage(context, '/sitemap-0.xml', [
    context.listedPaths,
    index.categories.map((category) => category.slug),
    USED_GROUPS.map((kind) => index.groups[kind].listUsed().map(({ slug }) => slug)),
    countNumberedPages(index.posts.length),
    hashDocuments(context),
  ]);
  for (const [part, posts] of index.parts.list())
    yield toPlannedPage(context, `/sitemap-${part}.xml`, [hashPartVersions(posts)]);
}

/** The pages that only a new build or the owner's settings change. */
export function* planFixedPages(context: PlanContext): Generator<PlannedPage> {
  for (const path of context.fixedPages) yield toPlannedPage(context, path, ['fixed']);
  const { styles } = context.site.brand;
  if (styles !== null) yield toPlannedPage(context, getBrandStylesPath(styles), ['styles']);
}

/** The page of each waiting list, and where its form leads without scripts: as fixed pages, they read nothing but the settings and products. */
export function* planWaitingLists(context: PlanContext): Generator<PlannedPage> {
  for (const key of listWaitingListKeys(context.site.products, context.site.facts))
    for (const path of [toWaitingListPath(key), toJoinedPath(key)]) yield toPlannedPage(context, path, ['fixed']);
}

/** It shows only names and counts, so the background lane renders it and no publish waits for it. */
const planAllCategories = (context: PlanContext): PlannedPage[] =>
  hasAllCategories(context.index) ? [toPlannedPage(context, ALL_CATEGORIES, [allCounts(context)])] : [];

/** The plan of one address, or null when there should be no such content page. */
export function planPath(context: PlanContext, path: string): PlannedPage | null {
  if (!isPathOn(path, context.site.facts)) return null;
  const page = planCollectionPath(context, path);
  if (page) return page;
  for (const single of [...planWaitingLists(context), ...planSingletonPages(context)])
    if (single.path === path) return single;
  return null;
}

/** The plan of a text, a post, a list, a document or a page of the shelf. */
function planCollectionPath(context: PlanContext, path: string): PlannedPage | null {
  if (isTextPath(path)) return planTextPath(context, path);
  const [, first, name, third, number] = path.split('/');
  if (first === 'blogs' && third && (name === 'tag' || name === 'author'))
    return planGroupPath(context, path, { kind: name, slug: third });
  if (first === 'blogs' && name && !third) {
    const post = context.index.getBySlug(name);
    return post && planPost(context, post);
  }
  if (first === 'blogs' && (!name || name === 'page')) return planListPageIfExists(context, null, third);
  if (path === ALL_CATEGORIES) return planAllCategories(context)[0] ?? null;
  if (first === 'categories' && name) {
    const category = context.index.getCategoryBySlug(name);
    return category && planListPageIfExists(context, { kind: 'category', id: category.id }, number);
  }
  if (context.fixedPages.includes(path)) return toPlannedPage(context, path, ['fixed']);
  const sitePage = context.site.pages.get(path);
  if (sitePage) return planSitePage(context, sitePage);
  return planDocumentPath(context, path) ?? planShelfPath(context, path);
}

/** Where texts, posts, lists, documents and pages of the shelf are. */
const COLLECTION = /^\/(blogs|categories|documents|documentation$|openshelf|sitemap-)|\.md$/;

/** Tells for many addresses whether there should be a page or file: what there is one of each is planned once. */
export function createPageTest(context: PlanContext): (path: string) => boolean {
  const singletons = new Set([
    ...[...planSitePages(context), ...planSingletonPages(context), ...planWaitingLists(context)].map(
      ({ path }) => path,
    ),
    ...planFixedRedirects(context).map(({ path }) => path),
  ]);
  const isPlanned = (path: string) =>
    context.builtPaths.has(path) ||
    singletons.has(path) ||
    (COLLECTION.test(path) && planCollectionPath(context, path) !== null);
  return (path) => isPathOn(path, context.site.facts) && isPlanned(path);
}

function planListPageIfExists(context: PlanContext, list: PostList, pagePart: string | undefined): PlannedPage | null {
  const number = pagePart === undefined ? null : Number(pagePart);
  return getPageSlice(context.index.listPosts(list).length, number) ? planListPage(context, list, number) : null;
}

export function* planListPages(context: PlanContext, list: PostList): Generator<PlannedPage> {
  const total = context.index.listPosts(list).length;
  yield planListPage(context, list, null);
  for (let number = 1; number <= countNumberedPages(total); number += 1) yield planListPage(context, list, number);
}

export function planListPage(context: PlanContext, list: PostList, number: number | null): PlannedPage {
  const all = context.index.listPosts(list);
  const slice = getPageSlice(all.length, number);
  const posts = slice ? all.slice(slice.start, slice.end) : null;
  const groupTokens = list === null ? null : [context.index.groups[list.kind].get(list.id), all.length];
  return toPlannedPage(
    context,
    toListPath(context, list, number),
    [
      hashCategoryCounts(context),
      groupTokens,
      posts && summaries(context, posts),
      getAdjacentPages(all.length, number),
    ],
    toShownPosts(posts ?? []),
  );
}

/** The pages and the feed of each tag and author that a public post has. */
export function* planUsedGroups(context: PlanContext): Generator<PlannedPage> {
  for (const kind of USED_GROUPS)
    for (const { id } of context.index.groups[kind].listUsed()) {
      yield* planListPages(context, { kind, id });
      yield planListFeed(context, { kind, id });
    }
}

function planGroupPath(
  context: PlanContext,
  path: string,
  { kind, slug }: { kind: (typeof USED_GROUPS)[number]; slug: string },
): PlannedPage | null {
  const group = context.index.groups[kind].findUsed(slug);
  if (!group) return null;
  const list = { kind, id: group.id };
  if (path === toFeedPath(toListPath(context, list, null))) return planListFeed(context, list);
  const [, number] = /\/page\/(\d+)$/.exec(path) ?? [];
  const planned = planListPageIfExists(context, list, number);
  return planned?.path === path ? planned : null;
}

/** The feed of a list, with its newest posts. */
export function planListFeed(context: PlanContext, list: NonNullable<PostList>): PlannedPage {
  const posts = context.index.listPosts(list).slice(-FEED_POST_COUNT);
  const group = context.index.groups[list.kind].get(list.id);
  return toPlannedPage(
    context,
    toFeedPath(toListPath(context, list, null)),
    [group, ...listFeedTokens(context, posts)],
    toShownPostsWithCards(context, posts),
  );
}

export function planPost(context: PlanContext, post: IndexedPost): PlannedPage {
  const { previous, next } = context.index.getAdjacent(post);
  return toPlannedPage(
    context,
    toPostPath(post.slug),
    [
      hashCategoryCounts(context),
      ...summaries(context, [post]),
      listGroupTokens(context, post.id),
      previous && [previous.slug, previous.title],
      next && [next.slug, next.title],
      listRelatedPosts(context.index, post).map(({ id, slug, title, publishedAt, cover }) => [
        [slug, title, publishedAt, cover],
        context.index.getCategoryIds(id),
      ]),
      ...listCardTokens(context, post.cards),
    ],
    toShownPostsWithCards(context, [post]),
  );
}

const LIST_PATHS = { category: toCategoryPath, tag: toTagPath, author: toAuthorPath };

export function toListPath({ index }: PlanContext, list: PostList, number: number | null): string {
  const first =
    list === null ? '/blogs' : LIST_PATHS[list.kind](index.groups[list.kind].get(list.id)?.slug ?? String(list.id));
  return number === null ? first : `${first}/page/${number}`;
}

/** The input hash of the OG image of a post: of the texts that are drawn on it. */
export function hashOgImageInputs(context: PlanContext, post: IndexedPost): string {
  const categories = context.index.getCategoryIds(post.id).map((id) => [id, context.index.category(id)?.name]);
  const { settings, brand } = context.site;
  const salt = `${context.buildSalt} ${settings.company.name} ${brand.styles ?? ''} ${brand.mark?.url ?? ''}`;
  return toPlannedPage({ ...context, salt }, 'og-image', [toVersionToken(post), [categories]]).inputHash;
}

const toVersionToken = ({ id, revision, cover }: IndexedPost) =>
  `${id}.${revision}${cover && ` ${JSON.stringify(cover)}`}`;
const toVersionTokens = (posts: readonly IndexedPost[]) => posts.map(toVersionToken).join(' ');

const hashPartVersions = memoizeByPart((posts: readonly IndexedPost[]) => hashState(toVersionTokens(posts)));

const toShownPosts = (posts: readonly IndexedPost[]): ShownPosts => ({
  ids: posts.map(({ id }) => id),
  withContent: false,
});

const toShownPostsWithCards = (context: PlanContext, posts: readonly IndexedPost[]): ShownPosts => ({
  ids: posts.flatMap(({ id, cards }) => [id, ...listCardPostIds(context, cards)]),
  withContent: true,
});

/** Posts as lists show them: their versions, the names and slugs of their categories, and the names of their authors. */
function summaries({ index }: PlanContext, posts: readonly IndexedPost[]): unknown[] {
  const toToken = (id: number) => [id, index.category(id)?.name, index.category(id)?.slug];
  const { author } = index.groups;
  return [
    toVersionTokens(posts),
    posts.map(({ id }) => index.getCategoryIds(id).map(toToken)),
    posts.map(({ id }) => author.getIds(id).map((each) => author.get(each)?.name)),
  ];
}

const listGroupTokens = ({ index: { groups } }: PlanContext, postId: number) =>
  USED_GROUPS.map((kind) => groups[kind].getIds(postId).map((id) => groups[kind].get(id)));

const listFeedTokens = (context: PlanContext, posts: readonly IndexedPost[]) => [
  ...summaries(context, posts),
  posts.map(({ id }) => listGroupTokens(context, id)),
  ...posts.flatMap(({ cards }) => listCardTokens(context, cards)),
];

/** Hashed once for each state of the index. */
const countHashCache = new WeakMap<PublicIndex, { at: number; token: string }>();

/** Input of every page with the category sidebar. */
function hashCategoryCounts({ index }: PlanContext): string {
  const cached = countHashCache.get(index);
  if (cached && cached.at === index.version) return cached.token;
  const token = hashState(getCategorySidebar(index));
  countHashCache.set(index, { at: index.version, token });
  return token;
}

const allCounts = ({ index }: PlanContext) =>
  hashState(index.categories.map(({ id, name, slug }) => [id, name, slug, index.list(id).length]));
