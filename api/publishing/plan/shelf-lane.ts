import type { ChangedWork, IndexedWork } from '#api/publishing/index/indexed-work.ts';
import { lowerBound } from '#api/publishing/index/indexed-post.ts';
import { toWorkPath } from '#api/publishing/index/paths.ts';
import { toPartNumber } from '#api/publishing/index/sitemap-parts.ts';
import { listCategoryIds } from '#api/publishing/index/work-index.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import { countNumberedPages, getPageAtPosition } from './list-pages.ts';
import type { PlanContext, PlannedPage } from './planned-page.ts';
import {
  planShelfList,
  planShelfPath,
  planShelfSingletons,
  planWithdrawn,
  planWork,
  toShelfListPath,
} from './shelf-plan.ts';
import { SHELF_SITEMAP } from './shelf-sitemap.ts';

/**
 * The pages of the shelf that must be right before a change of works counts as live: the work, or that it is withdrawn, the
 * newest page of each of its lists and the one that it is on, feeds and sitemap.
 */
export function* planShelfLane(
  context: PlanContext,
  manifest: Manifest,
  changed: readonly ChangedWork[],
): Generator<PlannedPage> {
  if (changed.length === 0) return;
  for (const { after, withdrawnSlug } of changed) {
    if (after) yield planWork(context, after);
    else if (withdrawnSlug !== null) yield planWithdrawn(context, withdrawnSlug);
  }
  yield* planShelfSingletons(context);
  for (const { before, after } of changed) {
    const categories = [before, after].flatMap((work) => (work ? listCategoryIds(work) : []));
    for (const category of new Set([null, ...categories])) {
      const newest = planShelfPath(context, toShelfListPath(context, category, null));
      if (!newest) continue;
      yield newest;
      if (after) yield planShelfList(context, category, findListPage(context, category, after));
      yield* planMissingLists(context, manifest, category);
    }
  }
}

/** Addresses of works whose rows are deleted, and parts of the sitemap whose last work is gone. */
export function listRemovedShelfPaths({ index }: PlanContext, changed: readonly ChangedWork[]): string[] {
  const gone = changed.filter(({ after }) => !after);
  const deleted = gone.flatMap(({ before, withdrawnSlug }) =>
    before && withdrawnSlug === null ? [toWorkPath(before.slug)] : [],
  );
  const emptyParts = gone.map(({ id }) => toPartNumber(id)).filter((part) => index.works.parts.get(part).length === 0);
  return [...deleted, ...emptyParts.map((part) => `/sitemap-${SHELF_SITEMAP}${part}.xml`)];
}

/** Numbered pages that have just been filled: the newest page already leads to them. */
function* planMissingLists(context: PlanContext, manifest: Manifest, category: number | null): Generator<PlannedPage> {
  const last = countNumberedPages(context.index.works.list(category).length);
  for (let page = last; page >= 1 && !manifest.get(toShelfListPath(context, category, page)); page -= 1) {
    yield planShelfList(context, category, page);
  }
}

function findListPage({ index }: PlanContext, category: number | null, work: IndexedWork): number | null {
  const list = index.works.list(category);
  return getPageAtPosition(list.length, lowerBound(list, work));
}
