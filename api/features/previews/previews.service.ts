import { inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { categories } from '#db/schema/index.ts';
import { toIso } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { readLink, signLink } from '#api/http/signed-token.ts';
import type { Rendered } from '#api/publishing/render/astro-renderer.ts';
import type { PublishPlan } from '#api/publishing/plan/publish-effects.ts';
import { type BlogWithDraft, becomingBlog, placesOf, readBlogWithDraft } from './previews.queries.ts';

const LINK_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Pages that are kept, in case they are asked for again: an editor shows one at three widths. */
const KEPT = 16;
/** What is kept may tell the time of day or the sidebar as they were this long ago, milliseconds. */
const STALE_MS = 60_000;
/** Previews that wait for the one that is being rendered. */
const WAITING_MAX = 8;

/** A link to the preview of a post that anybody may open for seven days. @throws not_found */
export async function createPreviewLink(deps: Deps, id: number): Promise<{ url: string; expires_at: string }> {
  await readBlogWithDraft(deps.db, id);
  const expiresAt = deps.clock.now() + LINK_LIFE_MS;
  const token = signLink(deps.secrets, 'preview of a post', id, expiresAt);
  return { url: `${deps.site.url}/preview/${token}`, expires_at: toIso(expiresAt) };
}

/** What publishing the draft of a post would change now. @throws not_found */
export async function planPublish(deps: Deps, id: number): Promise<PublishPlan> {
  const becoming = await becomingBlog(deps, await readBlogWithDraft(deps.db, id));
  const { status, publishedAt } = becoming.row;
  const isPublic = status === 'published' && (publishedAt ?? Number.POSITIVE_INFINITY) <= deps.clock.now();
  return deps.publishing.outlook.planOf(await placesOf(deps, becoming, isPublic));
}

/**
 * Renders drafts as they would be live. This is the one place that renders at a request, so it does it one at a time,
 * lets few wait, and keeps what it rendered.
 */
export function createPreviews(deps: Deps) {
  const kept = new LRUCache<string, Promise<Rendered>>({ max: KEPT });
  let waiting = 0;
  let line: Promise<unknown> = Promise.resolve();

  async function render(written: BlogWithDraft): Promise<Rendered> {
    const becoming = await becomingBlog(deps, written);
    const { categoryIds } = becoming;
    const row = { ...becoming.row, publishedAt: becoming.row.publishedAt ?? deps.clock.now() };
    const [place] = await placesOf(deps, { ...becoming, row }, true);
    const { id, name } = categories;
    const names = await deps.db.query.select({ id, name }).from(categories).where(inArray(id, categoryIds));
    const chips = categoryIds.flatMap((wanted) => names.find((category) => category.id === wanted) ?? []);
    return deps.publishing.outlook.preview({ row, chips, place: place as NonNullable<typeof place> });
  }

  function inLine(written: BlogWithDraft): Promise<Rendered> {
    if (waiting >= WAITING_MAX) {
      throw new AppError('unavailable', 'Many previews are being made. Please try again.', { retryAfterSeconds: 2 });
    }
    waiting += 1;
    const page = line.then(() => render(written));
    line = page
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return page;
  }

  return {
    /** The page that a token opens. @throws not_found, gone, unavailable, RenderError */
    async open(token: string): Promise<Rendered> {
      const now = deps.clock.now();
      const id = readLink(deps.secrets, 'preview of a post', token, now);
      if (id === 'forged')
        throw new AppError('not_found', 'This link is not one of ours. Please check that it is whole.');
      if (id === 'expired') throw new AppError('gone', 'This link has expired. Please ask for a new one.');
      const written = await readBlogWithDraft(deps.db, id);
      const state = [id, written.row.revision, written.version, deps.site.release(), Math.floor(now / STALE_MS)];
      const key = state.join(' ');
      const known = kept.get(key);
      if (known) return known;
      const page = inLine(written);
      kept.set(key, page);
      page.catch(() => kept.delete(key));
      return page;
    },
  };
}
