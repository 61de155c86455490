import { planOgImages } from '#api/publishing/plan/og-images.ts';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Manifest } from '#api/releases/manifest.ts';
import { planImmediateLane } from './immediate-lane.ts';
import type { ChangedPost } from '#api/publishing/index/indexed-post.ts';
import { planAllPages } from './page-plan.ts';
import type { PlanContext } from './planned-page.ts';

/** `paths` change at once, so many pages `afterwards`, in the background. */
export type PublishPlan = { paths: string[]; backgroundCount: number };

/** Comparisons between two pauses for requests. */
const YIELD_INTERVAL = 500;

/**
 * What a publish would change, by the planner that does it. `context` holds a copy of the index in which the posts
 * already have their new state.
 */
export async function planPublishEffects(
  context: PlanContext,
  manifest: Manifest,
  changed: readonly ChangedPost[],
): Promise<PublishPlan> {
  const plan = planImmediateLane(context, manifest, { posts: changed, categories: [], works: [] });
  const ogImages = planOgImages(manifest, changed);
  const paths = new Set([
    ...[...plan.pages, ...plan.redirects, ...ogImages.changed].map((each) => each.path),
    ...plan.removed,
    ...ogImages.removed,
  ]);
  let backgroundCount = 0;
  let compared = 0;
  const expected = new Set<string>();
  for (const page of planAllPages(context)) {
    expected.add(page.path);
    if (manifest.get(page.path)?.inputHash !== page.inputHash && !paths.has(page.path)) backgroundCount += 1;
    compared += 1;
    if (compared % YIELD_INTERVAL === 0) await yieldToRequests();
  }
  for (const { path } of manifest.entries()) {
    if (isListPage(path) && !expected.has(path) && !paths.has(path)) backgroundCount += 1;
  }
  return { paths: [...paths].sort(), backgroundCount };
}

const NUMBERED = /^\/(blogs|blogs\/(tag|author)\/[^/]+|categories\/[^/]+)\/page\/\d+$/;
/** Pages that are there only as long as there are posts enough for them. */
const isListPage = (path: string) => NUMBERED.test(path) || /^\/sitemap-\d+\.xml$/.test(path);
