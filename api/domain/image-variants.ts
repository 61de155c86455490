// Names say everything: from the address of a picture follow all its smaller sizes and formats, so that rendering
// asks no database. Imports nothing.

/** Widths of the variants besides the width of the image itself (px). */
const VARIANT_WIDTHS = [480, 960, 1600];
/** Maximum width and height of a stored image; larger ones are scaled down (px). */
export const MAX_IMAGE_SIZE = { width: 2400, height: 4800 };

const FOLDER = '/uploads/';
const HASH = '[0-9a-f]{64}';
const IMAGE_URL = new RegExp(`^${FOLDER}(${HASH})-([1-9]\\d{0,3})x([1-9]\\d{0,3})(-animated)?\\.webp$`);
/** Those of file-types.ts. */
export const FILE_EXTENSIONS = 'mp3 m4a ogg wav flac pdf zip docx xlsx pptx odt ods odp epub csv txt'.split(' ');
const STORED_FILE_NAME = new RegExp(
  `^(${HASH})(?:-[1-9]\\d{0,3}x[1-9]\\d{0,3}(?:(?:-animated)?\\.webp|\\.avif)|\\.(?:mp4|webm|${FILE_EXTENSIONS.join('|')}))$`,
);
const UPLOAD_IN_CONTENT = new RegExp(`${FOLDER}(${HASH})(?=[-.])`, 'g');

export type ImageFormat = 'webp' | 'avif';
/** A stored image by its URL: the hash of the uploaded file, and the size of the largest variant (px). */
export type StoredImage = { hash: string; width: number; height: number; isAnimated: boolean };
export type ImageVariant = { name: string; format: ImageFormat; width: number; height: number };

export const toUploadUrl = (name: string) => `${FOLDER}${name}`;

/** The stored image of a URL, or null when it is not one of ours. */
export function parseImageUrl(url: string): StoredImage | null {
  const [, hash, width, height, animated] = IMAGE_URL.exec(url) ?? [];
  return hash ? { hash, width: Number(width), height: Number(height), isAnimated: animated !== undefined } : null;
}

/** The URL of an image: of its largest WebP variant. */
export const toImageUrl = (image: StoredImage) => toUploadUrl(toVariantName(image, image, 'webp'));

/** Every variant of an image, the smallest first. Animated images have WebP variants only. */
export function listImageVariants(image: StoredImage): ImageVariant[] {
  const formats: ImageFormat[] = image.isAnimated ? ['webp'] : ['webp', 'avif'];
  return formats.flatMap((format) =>
    computeVariantSizes(image).map((size) => ({ ...size, format, name: toVariantName(image, size, format) })),
  );
}

/** The `srcset` of an image in one format; empty when it has no such variants. */
export function toSrcset(image: StoredImage, format: ImageFormat): string {
  return listImageVariants(image)
    .filter((file) => file.format === format)
    .map((file) => `${toUploadUrl(file.name)} ${file.width}w`)
    .join(', ');
}

/** The hash in the name of a stored file, or null for any other name. */
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
