import type { PlanContext } from '#api/publishing/plan/page-plan.ts';
import { type PreviewedPost, renderPreview } from '#api/publishing/render/preview.ts';
import type { PostPlace, PublicIndex } from '#api/publishing/index/public-index.ts';
import type { PublisherOptions } from './publisher-options.ts';
import { planRestore } from '#api/releases/release-rows.ts';
import type { Rendered } from '#api/publishing/render/astro-renderer.ts';
import { planWhatIf, type PublishPlan } from '#api/publishing/plan/publish-effects.ts';

/** Says what would be, without touching what is. */
export type Outlook = {
  /** What would change if these posts stood there. */
  planOf(places: readonly PostPlace[]): Promise<PublishPlan>;
  /** The page of a post as it would be live. @throws RenderError */
  preview(post: PreviewedPost): Promise<Rendered>;
  /** How many addresses would change, and how many would go, if a release came back. @throws when there is none. */
  planRestore(release: number): Promise<{ changed: number; removed: number }>;
};

export function createOutlook(options: PublisherOptions, index: PublicIndex, now: () => PlanContext): Outlook {
  const contextWith = async (places: readonly PostPlace[]) => ({ ...now(), index: await index.copyWith(places) });
  return {
    async planOf(places) {
      const context = await contextWith(places);
      const posts = places.map(({ id, post }) => ({ id, before: index.get(id), after: post }));
      return planWhatIf(context, options.manifest, posts);
    },
    preview: async (post) => renderPreview(options, await contextWith([post.place]), post),
    async planRestore(release) {
      const { changed, removed } = await planRestore(options.db, options.manifest, release);
      return { changed: changed.length, removed: removed.length };
    },
  };
}
