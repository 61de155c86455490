// Names say everything: from the address of a picture follow all its smaller sizes and formats, so that rendering
// asks no database. Imports nothing.

/** Widths that a picture is kept in besides its own, pixels. */
const VARIANT_WIDTHS = [480, 960, 1600];
/** The largest picture that is kept; what is sent larger is scaled down, pixels. */
export const MAX_IMAGE_SIZE = { width: 2400, height: 4800 };

const FOLDER = '/uploads/';
const HASH = '[0-9a-f]{64}';
const IMAGE_URL = new RegExp(`^${FOLDER}(${HASH})-([1-9]\\d{0,3})x([1-9]\\d{0,3})(-animated)?\\.webp$`);
const STORED_FILE_NAME = new RegExp(
  `^(${HASH})(?:-[1-9]\\d{0,3}x[1-9]\\d{0,3}(?:(?:-animated)?\\.webp|\\.avif)|\\.mp4|\\.webm)$`,
);
const UPLOAD_IN_CONTENT = new RegExp(`${FOLDER}(${HASH})(?=[-.])`, 'g');

export type ImageFormat = 'webp' | 'avif';
/** A picture of ours by its address: the hash of what was sent, and the size of the largest file, pixels. */
export type StoredImage = { hash: string; width: number; height: number; isAnimated: boolean };
export type ImageVariant = { name: string; format: ImageFormat; width: number; height: number };

export const toUploadUrl = (name: string) => `${FOLDER}${name}`;

/** The picture that an address on this site leads to, or null when it is none of ours. */
export function parseImageUrl(url: string): StoredImage | null {
  const [, hash, width, height, animated] = IMAGE_URL.exec(url) ?? [];
  return hash ? { hash, width: Number(width), height: Number(height), isAnimated: animated !== undefined } : null;
}

/** The address of a picture: of its largest WebP file. */
export const toImageUrl = (picture: StoredImage) => toUploadUrl(toVariantName(picture, picture, 'webp'));

/** Every file of a picture, the smallest first. What moves is kept as WebP only. */
export function listImageVariants(picture: StoredImage): ImageVariant[] {
  const formats: ImageFormat[] = picture.isAnimated ? ['webp'] : ['webp', 'avif'];
  return formats.flatMap((format) =>
    computeVariantSizes(picture).map((size) => ({ ...size, format, name: toVariantName(picture, size, format) })),
  );
}

/** What `srcset` says of a picture in one format; empty when it is not kept in that. */
export function toSrcset(picture: StoredImage, format: ImageFormat): string {
  return listImageVariants(picture)
    .filter((file) => file.format === format)
    .map((file) => `${toUploadUrl(file.name)} ${file.width}w`)
    .join(', ');
}

/** The hash in the name of a stored file, or null for what is no such name. */
export function parseStoredFileHash(name: string): string | null {
  return STORED_FILE_NAME.exec(name)?.[1] ?? null;
}

/** The hashes of all uploads that content shows, each once. */
export function extractUploadHashes(content: string): string[] {
  return [...new Set(Array.from(content.matchAll(UPLOAD_IN_CONTENT), (match) => match[1] as string))];
}

function computeVariantSizes({ width, height }: StoredImage): { width: number; height: number }[] {
  const smaller = VARIANT_WIDTHS.filter((each) => each < width);
  return [
    ...smaller.map((each) => ({ width: each, height: Math.max(1, Math.round((height * each) / width)) })),
    { width, height },
  ];
}

function toVariantName(
  { hash, isAnimated }: StoredImage,
  size: { width: number; height: number },
  format: ImageFormat,
): string {
  return `${hash}-${size.width}x${size.height}${isAnimated ? '-animated' : ''}.${format}`;
}
