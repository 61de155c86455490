import { isOgImagePath } from '#api/publishing/plan/og-images.ts';
import type { ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { isPathOn } from '#api/domain/features.ts';
import { isPageAddress } from '#api/domain/site-pages.ts';
import type { PostList } from '#api/publishing/index/public-index.ts';
import { toTextPath } from '#api/domain/text-paths.ts';
import { SHELF_PATH, toCategoryPath, toDocumentPath, toPostPath } from '#api/publishing/index/paths.ts';
import type { DocumentIndex } from '#api/publishing/index/document-index.ts';
import { type ChangedPost, type IndexedPost, lowerBound } from '#api/publishing/index/indexed-post.ts';
import { type ChangedWork, toWorkDependency } from '#api/publishing/index/indexed-work.ts';
import {
  toListPath,
  planChangingSitePages,
  planListFeed,
  planListPage,
  planPath,
  planPost,
  planSingletonPages,
  planSitePages,
  planUsedGroups,
} from './page-plan.ts';
import type { PlanContext, PlannedPage } from './planned-page.ts';
import { listRemovedShelfPaths, planShelfLane } from './shelf-lane.ts';
import { listRemovedDocumentPaths, planDocument, planDocumentLane, planDocumentText } from './document-plan.ts';
import { listShownDocuments } from './shown-documents.ts';
import { planTexts } from './text-list-plan.ts';
import { planPostText } from './text-plan.ts';
import { countNumberedPages, getPageAtPosition } from './list-pages.ts';
import { planRedirects } from './redirect-plan.ts';

export type ChangedContent = {
  posts: readonly ChangedPost[];
  categories: readonly number[];
  works: readonly ChangedWork[];
  /** Whether tags or authors were changed, and the addresses of pages that they had. */
  groups?: { before: readonly string[] } | null;
  /** The public documentation before it changed. */
  documents?: DocumentIndex | null;
  /** Whether pages of the owner were published, and the addresses that no page has any more. */
  sitePages?: { removed: readonly string[] } | null;
};

export type ImmediatePlan = { pages: PlannedPage[]; redirects: ReleaseEntry[]; removed: string[] };

/**
 * What must be right before a change counts as live: the post itself, home, feeds, sitemap, the newest page of every
 * list that it is in, each page that shows it or showed it, and its old addresses. What only shows counts follows
 * in the background.
 */
export function planImmediateLane(context: PlanContext, manifest: Manifest, changed: ChangedContent): ImmediatePlan {
  const pagesByPath = new Map<string, PlannedPage>();
  const removed = new Set<string>();
  const addPage = (page: PlannedPage) => pagesByPath.set(page.path, page);

  // Posts first: a page that cannot be rendered stops the publish before anything else is spent on it.
  for (const { before, after } of changed.posts) {
    if (after) for (const page of [planPost(context, after), ...planPostText(context, after)]) addPage(page);
    if (!before || before.slug === after?.slug) continue;
    for (const path of [toPostPath(before.slug), toTextPath(toPostPath(before.slug))]) removed.add(path);
  }
  if (isPathOn(SHELF_PATH, context.site.facts))
    for (const page of planShelfLane(context, manifest, changed.works)) addPage(page);
  for (const path of listRemovedShelfPaths(context, changed.works)) removed.add(path);
  if (changed.documents) {
    for (const page of planDocumentLane(context, manifest, changed.documents)) addPage(page);
    for (const path of listRemovedDocumentPaths(context, manifest)) removed.add(path);
  }
  for (const page of changed.sitePages ? planSitePages(context) : planChangingSitePages(context)) addPage(page);
  for (const page of changed.sitePages ? planTexts(context) : []) addPage(page);
  for (const path of changed.sitePages?.removed ?? []) for (const each of [path, toTextPath(path)]) removed.add(each);
  for (const page of planPagesWithCards(context, changed)) addPage(page);
  for (const page of planSingletonPages(context)) addPage(page);
  addPage(planListPage(context, null, null));
  for (const { after } of changed.posts) {
    if (!after) continue;
    for (const list of context.index.getLists(after.id)) {
      addPage(planListPage(context, list, null));
      addPage(planListPage(context, list, findListPage(context, list, after)));
      for (const page of planMissingPages(context, manifest, list)) addPage(page);
      if (list?.kind === 'tag' || list?.kind === 'author') addPage(planListFeed(context, list));
    }
  }
  for (const id of changed.categories) {
    // Where the category is live, whatever the index holds by now: its id redirects there.
    const livePath = manifest.get(toCategoryPath(id))?.location;
    if (livePath) removed.add(livePath);
    if (!context.index.category(id)) continue;
    const list = { kind: 'category', id } as const;
    addPage(planListPage(context, list, null));
    for (const page of planMissingPages(context, manifest, list)) addPage(page);
  }
  for (const path of changed.groups?.before ?? []) removed.add(path);
  for (const page of changed.groups ? planUsedGroups(context) : []) addPage(page);
  const changedIds = [...changed.posts.map(({ id }) => id), ...changed.works.map(({ id }) => toWorkDependency(id))];
  for (const path of manifest.listPathsByPosts(changedIds)) {
    if (pagesByPath.has(path) || isOgImagePath(path)) continue;
    const page = planPath(context, path);
    if (page) addPage(page);
    else removed.add(path);
  }
  const redirects = planRedirects(context, manifest, pagesByPath);
  for (const path of redirects.removed) if (!pagesByPath.has(path)) removed.add(path);
  for (const path of pagesByPath.keys()) removed.delete(path);
  for (const entry of redirects.changed) removed.delete(entry.path);
  return {
    pages: [...pagesByPath.values()].filter((page) => manifest.get(page.path)?.inputHash !== page.inputHash),
    redirects: redirects.changed,
    removed: [...removed].filter((path) => manifest.get(path) !== undefined),
  };
}

/** The posts and documents that have cards of what changed: what is not public any more must not stay on them. */
function* planPagesWithCards(context: PlanContext, changed: ChangedContent): Generator<PlannedPage> {
  const slugs = changed.posts.flatMap(({ before, after }) => [before?.slug ?? [], after?.slug ?? []].flat());
  const paths = new Set(slugs.map(toPostPath));
  const hasChanged = (path: string) =>
    paths.has(path) ||
    (changed.documents && path.startsWith(toDocumentPath(''))) ||
    (changed.sitePages && isPageAddress(path));
  for (const post of context.index.posts)
    if (post.cards.some(hasChanged)) yield* [planPost(context, post), ...planPostText(context, post)];
  for (const document of listShownDocuments(context))
    if (document.cards.some(hasChanged))
      yield* [planDocument(context, document), ...planDocumentText(context, document)];
}

/** Numbered pages that a burst of posts has just filled, or of a new address: the newest page already leads to them. */
function* planMissingPages(context: PlanContext, manifest: Manifest, list: PostList): Generator<PlannedPage> {
  const last = countNumberedPages(context.index.listPosts(list).length);
  for (let page = last; page >= 1 && !manifest.get(toListPath(context, list, page)); page -= 1) {
    yield planListPage(context, list, page);
  }
}

function findListPage(context: PlanContext, list: PostList, post: IndexedPost): number | null {
  const posts = context.index.listPosts(list);
  return getPageAtPosition(posts.length, lowerBound(posts, post));
}
