import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Database } from '#db/client.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import { isTextPath } from '#api/domain/text-paths.ts';
import { renderText, type TextSource } from './text-renderer.ts';
import { createContentReader, createPageDependencies, type PageDependencies } from './content-reader.ts';
import type { PlanContext, PlannedPage } from '#api/publishing/plan/planned-page.ts';
import { createPostLoader, type PostLoader } from './post-loader.ts';
import { createPostPrefetcher } from './post-prefetcher.ts';
import { type Renderer, RenderError } from './astro-renderer.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/**
 * Pages that are rendered and stored at once; more would only use memory. While one waits for its compression or the
 * disk, another is rendered.
 */
const RENDER_CONCURRENCY = 8;

export type RenderDeps = { db: Database; store: ObjectStore; renderer: Renderer; siteUrl: string };

export type RenderedPages = {
  changed: ReleaseEntry[];
  /** Planned pages whose content was deleted in the meantime. */
  missing: string[];
  /** How many pages of the background wait for a post that was saved since. */
  ahead: number;
  bytes: number;
};

/**
 * Renders planned pages, a few at a time and with a pause for requests between.
 * `loader` may hold the posts that they show already. `onFailure` decides about a page that fails: rethrow, or leave it out.
 * @throws RenderError for a page that fails or carries no policy.
 */
export async function renderPages(
  deps: RenderDeps,
  context: PlanContext,
  pages: Iterable<PlannedPage>,
  options: { durable: boolean; loader?: PostLoader; onFailure?: (error: RenderError) => void },
): Promise<RenderedPages> {
  const result: RenderedPages = { changed: [], missing: [], ahead: 0, bytes: 0 };
  const queue = new PQueue({ concurrency: RENDER_CONCURRENCY });
  const failures: unknown[] = [];
  // A publish shows few posts, on many pages; a render of the site shows each post on few.
  const source = { db: deps.db, ...context };
  const readers = options.durable
    ? { loader: options.loader ?? createPostLoader(source) }
    : { prefetcher: createPostPrefetcher(source), textPrefetcher: createPostPrefetcher(source) };

  const renderAndStore = async (page: PlannedPage) => {
    const dependencies = createPageDependencies();
    const rendered = await renderPage(deps, { ...source, ...readers }, page, dependencies);
    if (!rendered) return void result.missing.push(page.path);
    // In the background a page waits for the posts that it shows: their own jobs bring them to all pages at once.
    if (dependencies.isAhead && !options.durable) {
      result.ahead += 1;
      return;
    }
    result.bytes += rendered.body.length;
    const { entry, body } = rendered;
    const hash = await deps.store.put(body, entry.contentType, { durable: options.durable });
    result.changed.push({ ...entry, hash });
  };
  const handleFailure = (error: unknown) => {
    if (!(error instanceof RenderError) || !options.onFailure) throw error;
    options.onFailure(error);
  };

  for (const page of pages) {
    const render = () =>
      // What a page needs is in memory: one after the other they would be rendered in a single turn of the event loop.
      yieldToRequests()
        .then(() => renderAndStore(page))
        .catch(handleFailure)
        .catch((error: unknown) => void failures.push(error));
    void queue.add(render);
    await (queue.size > 0 ? queue.onSizeLessThan(1) : yieldToRequests());
    if (failures.length > 0) break;
  }
  await queue.onIdle();
  if (failures.length > 0) throw failures[0];
  return result;
}

/**
 * Reads the posts that pages show, all at once, so that a save meanwhile can't come between two of them. Returns those that are not as
 * the index has them.
 */
export async function readShownPosts(
  loader: PostLoader,
  { index }: PlanContext,
  pages: readonly PlannedPage[],
): Promise<number[]> {
  const listIds = (withContent: boolean) => [
    ...new Set(pages.flatMap(({ shows }) => (shows?.withContent === withContent ? shows.ids : []))),
  ];
  const full = listIds(true);
  const short = listIds(false);
  const rows = await Promise.all([loader.listPosts(full), loader.listSummaries(short)]);
  const revisions = new Map(rows.flat().map(({ id, revision }) => [id, revision]));
  return [...new Set([...full, ...short])].filter((id) => revisions.get(id) !== index.get(id)?.revision);
}

async function renderPage(
  deps: RenderDeps,
  source: Parameters<typeof createContentReader>[0] & TextSource,
  page: PlannedPage,
  dependencies: PageDependencies,
) {
  const { status, body, contentType, policy } = await (isTextPath(page.path)
    ? renderText({ ...source, siteUrl: deps.siteUrl }, page.path, dependencies)
    : deps.renderer.render(page.path, createContentReader(source, dependencies)));
  if (status === 404) return null;
  if (status !== 200 && status !== 410)
    throw new RenderError(page.path, `${page.path} returned status ${status} instead of 200.`);
  if (policy === null && contentType.startsWith('text/html')) {
    throw new RenderError(page.path, `${page.path} has no content security policy.`);
  }
  const entry: ReleaseEntry = {
    path: page.path,
    status: page.path === POST_NOT_FOUND_PATH ? 404 : status,
    hash: null,
    location: null,
    contentType,
    policy: contentType.startsWith('text/html') ? policy : null,
    inputHash: page.inputHash,
    postIds: [...dependencies.postIds],
    validUntil: dependencies.validUntil,
  };
  return { entry, body };
}
