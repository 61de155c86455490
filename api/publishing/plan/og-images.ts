import { resolveOgImage } from '#api/domain/og-image.ts';
import type { ChangedPost, IndexedPost } from '#api/publishing/index/indexed-post.ts';
import type { Manifest, ReleaseEntry } from '#api/releases/manifest.ts';

const DEFAULT_OG_IMAGE = '/og.png';
const PENDING = 'pending';

/** The cover in the index starts with its address. */
export const toOgImage = (post: IndexedPost) =>
  resolveOgImage(post.slug, post.socialImage || post.cover.split(' ', 1)[0] || null);
export const toOgImagePath = (post: IndexedPost) => toOgImage(post).path;
/** OG images are not content pages: only `planOgImages` adds and removes their entries. */
export const isOgImagePath = (path: string) => path.startsWith('/og/');

/** A new post has the default OG image until its own is drawn; a renamed post keeps its image. */
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
