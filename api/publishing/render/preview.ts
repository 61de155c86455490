import type { Database } from '#db/client.ts';
import { createContentReader, createNotes, type FoundPost } from './content-reader.ts';
import type { PlanContext } from '#api/publishing/plan/page-plan.ts';
import type { PostPlace } from '#api/publishing/index/public-index.ts';
import { type Rendered, RenderError, type Renderer } from './astro-renderer.ts';

/** A post as it may become, and where it would stand among the others. */
export type PreviewedPost = FoundPost & { place: PostPlace };

/**
 * Renders the page of a post that is not live, as it would be: by the renderer of the live pages, from a copy of the
 * index in which it stands (`context`). @throws RenderError
 */
export async function renderPreview(
  tools: { db: Database; renderer: Renderer },
  context: PlanContext,
  draft: PreviewedPost,
): Promise<Rendered> {
  const path = `/blogs/${draft.row.slug}`;
  const reader = createContentReader({ db: tools.db, ...context, draft }, createNotes());
  const rendered = await tools.renderer.render(path, reader);
  if (rendered.status !== 200) throw new RenderError(path, `The preview of ${path} answered ${rendered.status}.`);
  return rendered;
}
