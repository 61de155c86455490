import { type StoredImage, type ImageVariant, listImageVariants, parseImageUrl } from './image-variants.ts';

// The picture that goes out with a shared link: cut out of the cover of a post, or drawn. The page names it and says its
// size before it is made, so both ask here.

/** What networks show large. */
export const OG_SIZE = { width: 1200, height: 630 };
/** Less than that they show as a thumbnail, pixels. */
const MIN_COVER_SIZE = { width: 600, height: 315 };

/** The image of all pages of the shelf, with its words beside the name of the shelf. */
export const shelfOgImage = {
  file: 'og-openshelf.png',
  title: 'Finished works by independent authors',
  byline: 'Our reviewers read each one first.',
} as const;

type Size = { width: number; height: number };
/** `cover` is the image that it is cropped from, or null when it is drawn. */
export type OgImage = Size & { path: string; cover: StoredImage | null };

/** The OG image of a post by its slug and the URL of its cover. */
export function resolveOgImage(slug: string, coverUrl: string | null): OgImage {
  const cover = coverUrl === null ? null : parseImageUrl(coverUrl);
  if (!cover || cover.width < MIN_COVER_SIZE.width || cover.height < MIN_COVER_SIZE.height) {
    return { ...OG_SIZE, path: `/og/${slug}.png`, cover: null };
  }
  const scale = Math.min(1, cover.width / OG_SIZE.width, cover.height / OG_SIZE.height);
  // Networks read no AVIF, and not all of them WebP.
  const size = { width: Math.floor(OG_SIZE.width * scale), height: Math.floor(OG_SIZE.height * scale) };
  return { ...size, path: `/og/${slug}.jpg`, cover };
}

/** The smallest variant of a cover that an OG image can be cropped from. */
export function selectCropSource(cover: StoredImage, size: Size): ImageVariant {
  const files = listImageVariants(cover).filter(({ format }) => format === 'webp');
  const fits = files.find(({ width, height }) => width >= size.width && height >= size.height);
  return fits ?? (files.at(-1) as ImageVariant);
}
