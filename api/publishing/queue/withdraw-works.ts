import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { ChangedWork } from '#api/publishing/index/indexed-work.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import { planWithdrawn } from '#api/publishing/plan/shelf-plan.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import type { RenderError } from '#api/publishing/render/astro-renderer.ts';
import { renderPages } from '#api/publishing/render/render-pages.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';

/**
 * Takes the pages of withdrawn works down by themselves, when their publish failed or publishing is paused. The pages that
 * list them follow.
 */
export async function withdrawWorks(
  { options, context, writer }: { options: PublisherOptions; context: PlanContext; writer: ReleaseWriter },
  works: readonly ChangedWork[],
): Promise<void> {
  const pages = works
    .flatMap(({ withdrawnSlug }) => (withdrawnSlug === null ? [] : [planWithdrawn(context, withdrawnSlug)]))
    .filter(({ path, inputHash }) => options.manifest.get(path)?.inputHash !== inputHash);
  if (pages.length === 0) return;
  const removed: string[] = [];
  const onFailure = ({ path }: RenderError) => void (options.manifest.get(path) && removed.push(path));
  const { changed, bytes } = await renderPages(options, context, pages, { durable: true, onFailure });
  await writer.commit({ kind: 'publish', note: `Withdrawn from ${getSiteFacts().shelf}`, changed, removed, bytes });
}
