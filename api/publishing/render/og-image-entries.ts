import { inArray } from 'drizzle-orm';
import { listCategoriesByBlog } from '#db/queries/blog-categories.ts';
import type { Database } from '#db/client.ts';
import { blogs } from '#db/schema/index.ts';
import type { OgImage } from '#api/domain/og-image.ts';
import type { ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { toOgImage, toOgImagePath } from '#api/publishing/plan/og-images.ts';
import { hashOgImageInputs, type PlanContext } from '#api/publishing/plan/page-plan.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Makes the picture that goes out with a shared link: a PNG that is drawn, or a JPEG that is cut out of the cover. */
export type OgImagePort = {
  render(card: { title: string; eyebrow: string; byline: string }): Promise<Buffer>;
  /** Null when the cover is not to be had. */
  crop(picture: OgImage): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** Posts whose card is missing or out of date, newest first. */
export function listPendingOgImages(context: PlanContext, manifest: Manifest): IndexedPost[] {
  const isCurrent = (post: IndexedPost) =>
    manifest.get(toOgImagePath(post))?.inputHash === hashOgImageInputs(context, post);
  return context.index.posts.filter((post) => !isCurrent(post)).reverse();
}

/** Draws the cards of a few posts. */
export async function renderOgImages(
  tools: { db: Database; store: ObjectStore; ogImages: OgImagePort },
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
    const crop = share.cover && (await tools.ogImages.crop(share));
    const picture = crop ?? (await tools.ogImages.render({ title: row.title, eyebrow, byline: row.authorName }));
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
