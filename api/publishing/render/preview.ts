import { announceAt } from '#api/domain/announcement.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { isPageAddress, type SitePage } from '#api/domain/site-pages.ts';
import type { Database } from '#db/client.ts';
import { createContentReader, createPageDependencies, type PostWithGroups } from './content-reader.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { PostIndexEntry } from '#api/publishing/index/public-index.ts';
import { type RenderedPage, RenderError, type Renderer } from './astro-renderer.ts';

type PreviewDeps = { db: Database; renderer: Renderer };

/** A post as it would be after publishing, and the projected index. */
export type PostPreview = PostWithGroups & { indexEntry: PostIndexEntry };

/**
 * Renders the page of a post that is not live, as it would be: by the renderer of the live pages, from a copy of the
 * index that contains it (`context`). @throws RenderError
 */
export async function renderPreview(
  deps: PreviewDeps,
  context: PlanContext,
  draft: PostPreview,
): Promise<RenderedPage> {
  return renderPath(deps, `/blogs/${draft.row.slug}`, { ...context, draft });
}

/** Where a page is rendered that has no address yet, or one that it can’t have. */
const PLACEHOLDER_ADDRESS = '/page-without-address';

/** Renders a page of the owner that is not live, beside the settings, menus and pages that are. @throws RenderError */
export async function renderPagePreview(
  deps: PreviewDeps,
  context: PlanContext,
  page: SitePage,
): Promise<RenderedPage> {
  const { address, site } = placePage(context.site, page);
  return renderPath(deps, address, { ...context, site });
}

/** A site with a page that is not live, and where it is in it. */
export function placePage(site: SiteContent, page: SitePage): { address: string; site: SiteContent } {
  const address = isPageAddress(page.address) ? page.address : PLACEHOLDER_ADDRESS;
  return { address, site: { ...site, pages: new Map(site.pages).set(address, { ...page, address, hash: '' }) } };
}

/** Renders whatever a site that is not live has at a path; its status may be 404. The announcement is the one of now. @throws RenderError */
export function renderSitePreview(deps: PreviewDeps, context: PlanContext, path: string): Promise<RenderedPage> {
  const site = announceAt(context.site, context.now);
  const reader = createContentReader({ db: deps.db, ...context, site }, createPageDependencies());
  return deps.renderer.render(path, reader);
}

async function renderPath(
  deps: PreviewDeps,
  path: string,
  context: PlanContext & { draft?: PostPreview },
): Promise<RenderedPage> {
  const reader = createContentReader({ db: deps.db, ...context }, createPageDependencies());
  const rendered = await deps.renderer.render(path, reader);
  if (rendered.status !== 200)
    throw new RenderError(path, `The preview of ${path} returned status ${rendered.status}.`);
  return rendered;
}
