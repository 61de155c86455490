import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Manifest } from '#api/releases/manifest.ts';
import { type ChangedPost, planAtOnce } from './immediate-lane.ts';
import { planCards } from '#api/publishing/render/og-image-entries.ts';
import { type PlanContext, planAllPages } from './page-plan.ts';

/** `paths` change at once, so many pages `afterwards`, in the background. */
export type PublishPlan = { paths: string[]; afterwards: number };

/** Comparisons between two pauses for requests. */
const COMPARISONS = 500;

/**
 * What a publish would change, by the planner that does it. `context` holds a copy of the index in which the posts
 * already stand as they would.
 */
export async function planWhatIf(
  context: PlanContext,
  manifest: Manifest,
  changed: readonly ChangedPost[],
): Promise<PublishPlan> {
  const plan = planAtOnce(context, manifest, { posts: changed, categories: [] });
  const cards = planCards(manifest, changed);
  const paths = new Set([
    ...[...plan.pages, ...plan.redirects, ...cards.changed].map((each) => each.path),
    ...plan.removed,
    ...cards.removed,
  ]);
  let afterwards = 0;
  let compared = 0;
  const expected = new Set<string>();
  for (const page of planAllPages(context)) {
    expected.add(page.path);
    if (manifest.get(page.path)?.inputs !== page.inputs && !paths.has(page.path)) afterwards += 1;
    compared += 1;
    if (compared % COMPARISONS === 0) await yieldToRequests();
  }
  for (const { path } of manifest.entries()) {
    if (isListPage(path) && !expected.has(path) && !paths.has(path)) afterwards += 1;
  }
  return { paths: [...paths].sort(), afterwards };
}

const NUMBERED = /^\/(blogs|categories\/\d+)\/page\/\d+$/;
/** Pages that are there only as long as there are posts enough for them. */
const isListPage = (path: string) => NUMBERED.test(path) || /^\/sitemap-\d+\.xml$/.test(path);
