import type { PlanContext } from './pages.ts';
import { type PreviewedPost, renderPreview } from './preview.ts';
import type { PostPlace, PublicIndex } from './public-index.ts';
import type { PublisherOptions } from './publisher-options.ts';
import { planRestore } from './releases.ts';
import type { Rendered } from './renderer.ts';
import { planWhatIf, type PublishPlan } from './what-if.ts';

/** Says what would be, without touching what is. */
export type Outlook = {
  /** What would change if a post stood there. */
  planOf(place: PostPlace): Promise<PublishPlan>;
  /** The page of a post as it would be live. @throws RenderError */
  preview(post: PreviewedPost): Promise<Rendered>;
  /** How many addresses would change, and how many would go, if a release came back. @throws when there is none. */
  planRestore(release: number): Promise<{ changed: number; removed: number }>;
};

export function createOutlook(options: PublisherOptions, index: PublicIndex, now: () => PlanContext): Outlook {
  const contextWith = async (place: PostPlace) => ({ ...now(), index: await index.copyWith(place) });
  return {
    async planOf(place) {
      const context = await contextWith(place);
      return planWhatIf(context, options.manifest, { id: place.id, before: index.get(place.id), after: place.post });
    },
    preview: async (post) => renderPreview(options, await contextWith(post.place), post),
    async planRestore(release) {
      const { changed, removed } = await planRestore(options.db, options.manifest, release);
      return { changed: changed.length, removed: removed.length };
    },
  };
}
