import { inArray } from 'drizzle-orm';
import { listCategoriesByBlog } from '#db/queries/blog-categories.ts';
import { toPublicAuthorName } from '#api/domain/author-name.ts';
import { createSiteLook, type SiteLook } from '#api/domain/site-brand.ts';
import type { Database } from '#db/client.ts';
import { blogs } from '#db/schema/index.ts';
import type { OgImage } from '#api/domain/og-image.ts';
import type { ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { toOgImage, toOgImagePath } from '#api/publishing/plan/og-images.ts';
import { hashOgImageInputs } from '#api/publishing/plan/page-plan.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Creates the OG image of a post: a drawn PNG, or a JPEG that is cropped from the cover. */
export type OgImagePort = {
  render(
    image: { title: string; eyebrow: string; byline: string },
    look: Pick<SiteLook, 'name' | 'palette' | 'mark'>,
  ): Promise<Buffer>;
  /** The icons of the company, the manifest that names them and the image of a shared link, by file name. */
  renderBrandFiles(look: SiteLook): Promise<Record<string, Buffer>>;
  /** Null when the cover is not to be had. */
  crop(image: OgImage): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** Posts whose OG image is missing or out of date, newest first. */
export function listPendingOgImages(context: PlanContext, manifest: Manifest): IndexedPost[] {
  const isCurrent = (post: IndexedPost) =>
    manifest.get(toOgImagePath(post))?.inputHash === hashOgImageInputs(context, post);
  return context.index.posts.filter((post) => !isCurrent(post)).reverse();
}

/** Draws or crops the OG images of a few posts. */
export async function renderOgImages(
  deps: { db: Database; store: ObjectStore; ogImages: OgImagePort },
  context: PlanContext,
  posts: readonly IndexedPost[],
): Promise<{ changed: ReleaseEntry[]; bytes: number }> {
  const ids = posts.map((post) => post.id);
  const { id, title, authorName } = blogs;
  const rows = await deps.db.orm.select({ id, title, authorName }).from(blogs).where(inArray(id, ids));
  const categories = await listCategoriesByBlog(deps.db, ids);
  const changed: ReleaseEntry[] = [];
  let bytes = 0;
  for (const post of posts) {
    const row = rows.find((candidate) => candidate.id === post.id);
    if (!row) continue;
    const eyebrow = categories.get(post.id)?.[0]?.name ?? 'Story';
    const ogImage = toOgImage(post);
    const crop = ogImage.cover && (await deps.ogImages.crop(ogImage));
    const image =
      crop ??
      (await deps.ogImages.render(
        { title: row.title, eyebrow, byline: toPublicAuthorName(row.authorName) },
        createSiteLook(context.site),
      ));
    const contentType = crop ? 'image/jpeg' : 'image/png';
    const hash = await deps.store.put(image, contentType, { durable: false });
    bytes += image.length;
    changed.push(toOgImageEntry(post, { hash, contentType, inputHash: hashOgImageInputs(context, post) }));
  }
  return { changed, bytes };
}

function toOgImageEntry(
  post: IndexedPost,
  rendered: Pick<ReleaseEntry, 'hash' | 'contentType' | 'inputHash'>,
): ReleaseEntry {
  return {
    ...rendered,
    path: toOgImagePath(post),
    status: 200,
    location: null,
    policy: null,
    postIds: [post.id],
    validUntil: null,
  };
}
