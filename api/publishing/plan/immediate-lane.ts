import type { Entry, Manifest } from '#api/releases/manifest.ts';
import { isCard } from '#api/publishing/render/og-image-entries.ts';
import { redirectEntry } from '#api/publishing/render/fixed-pages.ts';
import { lowerBound, type IndexedPost } from '#api/publishing/index/public-index.ts';
import {
  listPath,
  type PlanContext,
  type PlannedPage,
  planListPage,
  planPath,
  planPost,
  planSinglePages,
} from './page-plan.ts';
import { numberedPages, pageOfPosition } from './list-pages.ts';

/** A post of which something changed, as it was and as it is; null where the public does not see it. */
export type ChangedPost = { id: number; before: IndexedPost | null; after: IndexedPost | null };

export type AtOnce = { pages: PlannedPage[]; redirects: Entry[]; removed: string[] };

/**
 * What must be right before a change counts as live: the post itself, home, feeds, sitemap, the newest page of every
 * list that it is in, each page that shows it or showed it, and its old addresses. What only shows counts follows
 * in the background.
 */
export function planAtOnce(
  context: PlanContext,
  manifest: Manifest,
  changed: { posts: readonly ChangedPost[]; categories: readonly number[] },
): AtOnce {
  const wanted = new Map<string, PlannedPage>();
  const removed = new Set<string>();
  const want = (page: PlannedPage) => wanted.set(page.path, page);

  // Posts first: a page that cannot be rendered stops the publish before anything else is spent on it.
  for (const { before, after } of changed.posts) {
    if (after) want(planPost(context, after));
    if (before && before.slug !== after?.slug) removed.add(`/blogs/${before.slug}`);
  }
  for (const page of planSinglePages(context)) want(page);
  want(planListPage(context, null, null));
  for (const { after } of changed.posts) {
    if (!after) continue;
    for (const category of [null, ...context.index.categoryIdsOf(after.id)]) {
      want(planListPage(context, category, null));
      want(planListPage(context, category, pageOf(context, category, after)));
      for (const page of planMissingPages(context, manifest, category)) want(page);
    }
  }
  for (const id of changed.categories) {
    const page = planPath(context, listPath(id, null));
    if (page) want(page);
    else removed.add(listPath(id, null));
  }
  const ids = new Set(changed.posts.map((post) => post.id));
  for (const entry of manifest.entries()) {
    if (!entry.shows.some((id) => ids.has(id)) || wanted.has(entry.path) || isCard(entry.path)) continue;
    const page = planPath(context, entry.path);
    if (page) want(page);
    else removed.add(entry.path);
  }
  const redirects = redirectChanges(context, manifest, wanted);
  for (const path of redirects.removed) if (!wanted.has(path)) removed.add(path);
  for (const path of wanted.keys()) removed.delete(path);
  for (const entry of redirects.changed) removed.delete(entry.path);
  return {
    pages: [...wanted.values()].filter((page) => manifest.get(page.path)?.inputs !== page.inputs),
    redirects: redirects.changed,
    removed: [...removed].filter((path) => manifest.get(path) !== undefined),
  };
}

/** Numbered pages that a burst of posts has just filled: the newest page already leads to them. */
function* planMissingPages(context: PlanContext, manifest: Manifest, category: number | null): Generator<PlannedPage> {
  const last = numberedPages(context.index.list(category).length);
  for (let page = last; page >= 1 && !manifest.get(listPath(category, page)); page -= 1) {
    yield planListPage(context, category, page);
  }
}

/**
 * How the old addresses of posts must change: new ones, chains made short, and those whose post is not public. An old
 * address leads on when the page it leads to is live, or comes with this release (`coming`).
 */
export function redirectChanges(
  context: PlanContext,
  manifest: Manifest,
  coming: { has(path: string): boolean },
): { changed: Entry[]; removed: string[] } {
  const { redirects } = context.index;
  const changed = [...redirects]
    .map(([from, to]) => redirectEntry(`/blogs/${from}`, `/blogs/${to}`, 301))
    .filter((entry) => manifest.get(entry.path)?.inputs !== entry.inputs)
    .filter((entry) => coming.has(entry.location ?? '') || manifest.get(entry.location ?? '') !== undefined);
  const removed: string[] = [];
  for (const entry of manifest.entries()) {
    if (entry.location === null || !entry.path.startsWith('/blogs/')) continue;
    if (!redirects.has(entry.path.slice('/blogs/'.length))) removed.push(entry.path);
  }
  return { changed, removed };
}

function pageOf(context: PlanContext, category: number | null, post: IndexedPost): number | null {
  const list = context.index.list(category);
  return pageOfPosition(list.length, lowerBound(list, post));
}
