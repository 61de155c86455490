import { inArray } from 'drizzle-orm';
import { listCategoriesByBlog } from '#db/queries/blog-categories.ts';
import type { Database } from '#db/client.ts';
import { blogs } from '#db/schema/index.ts';
import { type OgImage, resolveOgImage } from '#api/domain/og-image.ts';
import type { ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import type { ChangedPost } from '#api/publishing/plan/immediate-lane.ts';
import { hashOgImageInputs, type PlanContext } from '#api/publishing/plan/page-plan.ts';
import type { IndexedPost } from '#api/publishing/index/public-index.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Makes the picture that goes out with a shared link: a PNG that is drawn, or a JPEG that is cut out of the cover. */
export type OgImagePort = {
  render(card: { title: string; eyebrow: string; byline: string }): Promise<Buffer>;
  /** Null when the cover is not to be had. */
  crop(picture: OgImage): Promise<Buffer | null>;
  close(): Promise<void>;
};

const DEFAULT_OG_IMAGE = '/og.png';
const PENDING = 'pending';

/** The cover as the index knows it begins with its address. */
const toOgImage = (post: IndexedPost) => resolveOgImage(post.slug, post.cover.split(' ', 1)[0] || null);
export const toOgImagePath = (post: IndexedPost) => toOgImage(post).path;
/** Cards are no pages: `planCards` alone says what becomes of them. */
export const isOgImagePath = (path: string) => path.startsWith('/og/');

/** Until its own card is drawn, a new post answers with the default one; a renamed post keeps its card. */
export function planOgImages(
  manifest: Pick<Manifest, 'get'>,
  changed: readonly ChangedPost[],
): { changed: ReleaseEntry[]; removed: string[] } {
  const entries: ReleaseEntry[] = [];
  const removed: string[] = [];
  const placeholder = manifest.get(DEFAULT_OG_IMAGE);
  for (const { before, after } of changed) {
    const old = before ? manifest.get(toOgImagePath(before)) : undefined;
    if (old && old.path !== (after && toOgImagePath(after))) removed.push(old.path);
    if (!after || manifest.get(toOgImagePath(after))) continue;
    const source = old ?? (placeholder && { ...placeholder, inputHash: PENDING });
    if (source) entries.push({ ...source, path: toOgImagePath(after), postIds: [after.id], validUntil: null });
  }
  return { changed: entries, removed };
}

/** Posts whose card is missing or out of date, newest first. */
export function listPendingOgImages(context: PlanContext, manifest: Manifest): IndexedPost[] {
  const isCurrent = (post: IndexedPost) =>
    manifest.get(toOgImagePath(post))?.inputHash === hashOgImageInputs(context, post);
  return context.index.posts.filter((post) => !isCurrent(post)).reverse();
}

/** Draws the cards of a few posts. */
export async function renderOgImages(
  tools: { db: Database; store: ObjectStore; cards: OgImagePort },
  context: PlanContext,
  posts: readonly IndexedPost[],
): Promise<{ changed: ReleaseEntry[]; bytes: number }> {
  const ids = posts.map((post) => post.id);
  const { id, title, authorName } = blogs;
  const rows = await tools.db.orm.select({ id, title, authorName }).from(blogs).where(inArray(id, ids));
  const categories = await listCategoriesByBlog(tools.db, ids);
  const changed: ReleaseEntry[] = [];
  let bytes = 0;
  for (const post of posts) {
    const row = rows.find((candidate) => candidate.id === post.id);
    if (!row) continue;
    const eyebrow = categories.get(post.id)?.[0]?.name ?? 'Story';
    const share = toOgImage(post);
    const crop = share.cover && (await tools.cards.crop(share));
    const picture = crop ?? (await tools.cards.render({ title: row.title, eyebrow, byline: row.authorName }));
    const contentType = crop ? 'image/jpeg' : 'image/png';
    const hash = await tools.store.put(picture, contentType, { durable: false });
    bytes += picture.length;
    changed.push(toOgImageEntry(post, { hash, contentType, inputHash: hashOgImageInputs(context, post) }));
  }
  return { changed, bytes };
}

function toOgImageEntry(
  post: IndexedPost,
  made: Pick<ReleaseEntry, 'hash' | 'contentType' | 'inputHash'>,
): ReleaseEntry {
  return {
    ...made,
    path: toOgImagePath(post),
    status: 200,
    location: null,
    policy: null,
    postIds: [post.id],
    validUntil: null,
  };
}
