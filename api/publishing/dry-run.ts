import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import {
  type PostPreview,
  renderPagePreview,
  renderPreview,
  renderSitePreview,
} from '#api/publishing/render/preview.ts';
import type { PostIndexEntry, PublicIndex } from '#api/publishing/index/public-index.ts';
import type { PublisherOptions } from './publisher-options.ts';
import { planRestore } from '#api/releases/release-rows.ts';
import type { RenderedPage } from '#api/publishing/render/astro-renderer.ts';
import { planPublishEffects, type PublishPlan } from '#api/publishing/plan/publish-effects.ts';

/** Dry run: plans and renders without writing. */
export type PublishDryRun = {
  /** What would change with these posts. */
  planPublish(entries: readonly PostIndexEntry[]): Promise<PublishPlan>;
  /** The page of a post as it would be live. @throws RenderError */
  previewPost(post: PostPreview): Promise<RenderedPage>;
  /** A page of the owner as it would be live; all else of the site is as published. @throws RenderError */
  previewPage(page: SitePage): Promise<RenderedPage>;
  /** A page or style sheet as it would be with another site of the owner; posts are as published. Its status may be 404. @throws RenderError */
  previewSite(site: SiteContent, path: string): Promise<RenderedPage>;
  /** The number of addresses that a restored release would change and remove. @throws when there is none. */
  planRestore(release: number): Promise<{ changed: number; removed: number }>;
};

export function createPublishDryRun(
  options: PublisherOptions,
  index: PublicIndex,
  now: () => PlanContext,
): PublishDryRun {
  const projectContext = async (entries: readonly PostIndexEntry[]) => ({
    ...now(),
    index: await index.cloneWith(entries),
  });
  return {
    async planPublish(entries) {
      const context = await projectContext(entries);
      const posts = entries.map(({ id, post }) => ({ id, before: index.get(id), after: post }));
      return planPublishEffects(context, options.manifest, posts);
    },
    previewPost: async (post) => renderPreview(options, await projectContext([post.indexEntry]), post),
    previewPage: (page) => renderPagePreview(options, now(), page),
    previewSite: (site, path) => renderSitePreview(options, { ...now(), site }, path),
    async planRestore(release) {
      const { changed, removed } = await planRestore(options.db, options.manifest, release);
      return { changed: changed.length, removed: removed.length };
    },
  };
}
