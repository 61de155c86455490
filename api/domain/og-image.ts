import { type Picture, type PictureFile, pictureFiles, pictureOf } from './image-variants.ts';

// The picture that goes out with a shared link: cut out of the cover of a post, or drawn. The page names it and says its
// size before it is made, so both ask here.

/** What networks show large. */
const CARD = { width: 1200, height: 630 };
/** Less than that they show as a thumbnail, pixels. */
const MIN = { width: 600, height: 315 };

type Size = { width: number; height: number };
/** `cover` is what it is cut out of, or null for a drawn card. */
export type SharePicture = Size & { path: string; cover: Picture | null };

/** The share picture of a post by its slug and the address of its cover. */
export function sharePictureOf(slug: string, coverUrl: string | null): SharePicture {
  const cover = coverUrl === null ? null : pictureOf(coverUrl);
  if (!cover || cover.width < MIN.width || cover.height < MIN.height) {
    return { ...CARD, path: `/og/${slug}.png`, cover: null };
  }
  const scale = Math.min(1, cover.width / CARD.width, cover.height / CARD.height);
  // Networks read no AVIF, and not all of them WebP.
  const size = { width: Math.floor(CARD.width * scale), height: Math.floor(CARD.height * scale) };
  return { ...size, path: `/og/${slug}.jpg`, cover };
}

/** The smallest stored file of a cover that a share picture can be cut out of. */
export function fileToCutFrom(cover: Picture, size: Size): PictureFile {
  const files = pictureFiles(cover).filter(({ format }) => format === 'webp');
  const fits = files.find(({ width, height }) => width >= size.width && height >= size.height);
  return fits ?? (files.at(-1) as PictureFile);
}
