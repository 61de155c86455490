// Names say everything: from the address of a picture follow all its smaller sizes and formats, so that rendering
// asks no database. Imports nothing.

/** Widths that a picture is kept in besides its own, pixels. */
const SMALLER_WIDTHS = [480, 960, 1600];
/** The largest picture that is kept; what is sent larger is scaled down, pixels. */
export const PICTURE_MAX = { width: 2400, height: 4800 };

const FOLDER = '/uploads/';
const HASH = '[0-9a-f]{64}';
const PICTURE = new RegExp(`^${FOLDER}(${HASH})-([1-9]\\d{0,3})x([1-9]\\d{0,3})(-animated)?\\.webp$`);
const STORED = new RegExp(
  `^(${HASH})(?:-[1-9]\\d{0,3}x[1-9]\\d{0,3}(?:(?:-animated)?\\.webp|\\.avif)|\\.mp4|\\.webm)$`,
);
const IN_CONTENT = new RegExp(`${FOLDER}(${HASH})(?=[-.])`, 'g');

export type PictureFormat = 'webp' | 'avif';
/** A picture of ours by its address: the hash of what was sent, and the size of the largest file, pixels. */
export type Picture = { hash: string; width: number; height: number; isAnimated: boolean };
export type PictureFile = { name: string; format: PictureFormat; width: number; height: number };

export const uploadUrl = (name: string) => `${FOLDER}${name}`;

/** The picture that an address on this site leads to, or null when it is none of ours. */
export function pictureOf(url: string): Picture | null {
  const [, hash, width, height, animated] = PICTURE.exec(url) ?? [];
  return hash ? { hash, width: Number(width), height: Number(height), isAnimated: animated !== undefined } : null;
}

/** The address of a picture: of its largest WebP file. */
export const pictureUrl = (picture: Picture) => uploadUrl(nameOf(picture, picture, 'webp'));

/** Every file of a picture, the smallest first. What moves is kept as WebP only. */
export function pictureFiles(picture: Picture): PictureFile[] {
  const formats: PictureFormat[] = picture.isAnimated ? ['webp'] : ['webp', 'avif'];
  return formats.flatMap((format) =>
    sizesOf(picture).map((size) => ({ ...size, format, name: nameOf(picture, size, format) })),
  );
}

/** What `srcset` says of a picture in one format; empty when it is not kept in that. */
export function srcsetOf(picture: Picture, format: PictureFormat): string {
  return pictureFiles(picture)
    .filter((file) => file.format === format)
    .map((file) => `${uploadUrl(file.name)} ${file.width}w`)
    .join(', ');
}

/** The hash in the name of a stored file, or null for what is no such name. */
export function hashOfStoredName(name: string): string | null {
  return STORED.exec(name)?.[1] ?? null;
}

/** The hashes of all uploads that content shows, each once. */
export function hashesIn(content: string): string[] {
  return [...new Set(Array.from(content.matchAll(IN_CONTENT), (match) => match[1] as string))];
}

function sizesOf({ width, height }: Picture): { width: number; height: number }[] {
  const smaller = SMALLER_WIDTHS.filter((each) => each < width);
  return [
    ...smaller.map((each) => ({ width: each, height: Math.max(1, Math.round((height * each) / width)) })),
    { width, height },
  ];
}

function nameOf({ hash, isAnimated }: Picture, size: { width: number; height: number }, format: PictureFormat): string {
  return `${hash}-${size.width}x${size.height}${isAnimated ? '-animated' : ''}.${format}`;
}
