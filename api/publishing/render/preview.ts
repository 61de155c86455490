import type { Database } from '#db/client.ts';
import { createContentReader, createPageDependencies, type PostWithCategories } from './content-reader.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { PostIndexEntry } from '#api/publishing/index/public-index.ts';
import { type RenderedPage, RenderError, type Renderer } from './astro-renderer.ts';

/** A post as it would be after publishing, and the projected index. */
export type PostPreview = PostWithCategories & { indexEntry: PostIndexEntry };

/**
 * Renders the page of a post that is not live, as it would be: by the renderer of the live pages, from a copy of the
 * index that contains it (`context`). @throws RenderError
 */
export async function renderPreview(
  deps: { db: Database; renderer: Renderer },
  context: PlanContext,
  draft: PostPreview,
): Promise<RenderedPage> {
  const path = `/blogs/${draft.row.slug}`;
  const reader = createContentReader({ db: deps.db, ...context, draft }, createPageDependencies());
  const rendered = await deps.renderer.render(path, reader);
  if (rendered.status !== 200)
    throw new RenderError(path, `The preview of ${path} returned status ${rendered.status}.`);
  return rendered;
}
