import { inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { BlogStatus } from '#api/domain/enums.ts';
import { categories, tags } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { Caller } from '#api/endpoints/access.ts';
import { requireOwnBlog } from '#api/features/blogs/review/own-blogs.service.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { SharedWork } from '#api/http/shared-work.ts';
import { verifySignedToken, createSignedToken } from '#api/adapters/signed-token.ts';
import type { RenderedPage } from '#api/publishing/render/astro-renderer.ts';
import { listIndexedAuthors } from '#api/publishing/index/public-index.ts';
import type { PublishPlan } from '#api/publishing/plan/publish-effects.ts';
import { formatPreviewSubject, parsePreviewSubject, requireMaker } from './makers.service.ts';
import { addDraftRibbon } from './page/page.service.ts';
import { type BlogWithDraft, projectDraft, projectIndexEntries, loadBlogWithDraft } from './previews.queries.ts';

const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1000;
/** Size of the cache of rendered previews: an editor loads one page at three widths. */
const CACHE_SIZE = 16;
/** Maximum age of a cached preview whose post has not changed (ms). */
const CACHE_BUCKET_MS = 60_000;

/** A link to the preview of a post that anybody may open for seven days, while its maker writes posts. @throws not_found */
export async function createPreviewLink(
  deps: Deps,
  id: number,
  makerId: number | null = null,
): Promise<{ url: string; expires_at: string }> {
  await loadBlogWithDraft(deps.db, id);
  const expiresAt = deps.clock.now() + LINK_TTL_MS;
  const token = createSignedToken(deps.secrets, {
    purpose: 'preview',
    value: formatPreviewSubject(String(id), makerId),
    expiresAt,
  });
  return { url: `${deps.site.url}/preview/${token}`, expires_at: toIso(expiresAt) };
}

/** The same for whoever may work on this post. @throws not_found */
export async function createOwnPreviewLink(deps: Deps, caller: Caller, id: number) {
  await requireOwnBlog(deps, caller, id);
  return createPreviewLink(deps, id, caller.user.id);
}

/** Dry run of publishing the draft of a post; with a status, as if it were published with it now. @throws not_found */
export async function planPublish(deps: Deps, id: number, status?: BlogStatus): Promise<PublishPlan> {
  const source = await loadBlogWithDraft(deps.db, id);
  const projected = await projectDraft(deps, status ? withStatusNow(source, status, deps.clock.now()) : source);
  const { publishedAt } = projected.row;
  const isPublic =
    projected.row.status === 'published' && (publishedAt ?? Number.POSITIVE_INFINITY) <= deps.clock.now();
  return deps.publisher.dryRun.planPublish(await projectIndexEntries(deps, projected, isPublic));
}

/** The same for whoever may work on this post. @throws not_found */
export async function planOwnPublish(deps: Deps, caller: Caller, id: number, status?: BlogStatus) {
  await requireOwnBlog(deps, caller, id);
  return planPublish(deps, id, status);
}

/** The draft with this status and, unless its date is in the past, no date. */
function withStatusNow(source: BlogWithDraft, status: BlogStatus, now: number): BlogWithDraft {
  const { published_at: date } = source.fields;
  const isPast = date !== null && Date.parse(date) <= now;
  const fields = { ...source.fields, status, published_at: isPast ? date : null };
  return { ...source, fields, version: Math.max(source.version, 1) };
}

/**
 * Renders drafts as they would be live, in the queue of previews, and keeps what it rendered.
 */
export function createPreviewRenderer(deps: Deps) {
  const pageCache = new LRUCache<string, RenderedPage>({ max: CACHE_SIZE });
  const rendering = new SharedWork<RenderedPage>();

  async function render(source: BlogWithDraft): Promise<RenderedPage> {
    const projected = await projectDraft(deps, source);
    const row = { ...projected.row, publishedAt: projected.row.publishedAt ?? deps.clock.now() };
    const [indexEntry] = await projectIndexEntries(deps, { ...projected, row }, true);
    const loadChips = async (table: typeof categories | typeof tags, ids: number[]) => {
      const { id, name, slug } = table;
      const rows = await deps.db.orm.select({ id, name, slug }).from(table).where(inArray(id, ids));
      return ids.flatMap((each) => rows.find((chip) => chip.id === each) ?? []);
    };
    return deps.publisher.dryRun.previewPost({
      row,
      categories: await loadChips(categories, projected.categoryIds),
      tags: await loadChips(tags, projected.tagIds),
      authors: await listIndexedAuthors(deps.db, projected.authorIds),
      indexEntry: indexEntry as NonNullable<typeof indexEntry>,
    });
  }

  return {
    /**
     * Renders the page of a token, unless its client leaves first; it says that it is a draft unless it is what visitors see.
     * @throws not_found, gone, QueueFullError, RenderError, ClientGoneError
     */
    async open(token: string, signal: AbortSignal): Promise<RenderedPage> {
      const now = deps.clock.now();
      const verified = verifySignedToken(deps.secrets, token, { purpose: 'preview', now });
      if (!verified)
        throw new AppError('not_found', 'This link is incomplete or incorrect. Check that you copied all of it.');
      if (verified.isExpired) throw new AppError('gone', 'This link has expired. Ask for a new one.');
      const { subject, makerId } = parsePreviewSubject(verified.value);
      await requireMaker(deps, makerId, 'posts.write');
      const id = Number(subject);
      const source = await loadBlogWithDraft(deps.db, id);
      const isDraft = source.version > 0 || source.row.status !== 'published';
      const content = [id, source.row.revision, source.version, isDraft];
      const key = [...content, deps.site.release(), Math.floor(now / CACHE_BUCKET_MS)].join(' ');
      const cached = pageCache.get(key);
      if (cached) return cached;
      const page = await rendering.run(key, signal, (clients) =>
        deps.previewQueue.add(async () => (isDraft ? addDraftRibbon(await render(source)) : render(source)), clients),
      );
      pageCache.set(key, page);
      return page;
    },
  };
}
