import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MAX_IMAGE_SIZE, type StoredImage, type ImageVariant, listImageVariants } from '#api/domain/image-variants.ts';
import type { ProcessedImage, MediaErrorCode, MediaJob } from './media-worker-protocol.ts';
import { MAX_PIXELS } from './image-header.ts';

const FRAMES_MAX = 200;
/** Minimum width at which an SVG is rasterised (pixels). */
const SVG_MIN_WIDTH = 1600;
const SVG_DENSITY = 72;
/** Of a preview: the column of a text on a screen of double density (pixels). */
const PREVIEW_SIZE = { width: 1344, height: 2688 };
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'];
const encoders = {
  webp: (image: Sharp) => image.webp({ quality: 82, effort: 4, smartSubsample: true }),
  avif: (image: Sharp) => image.avif({ quality: 58, effort: 1 }),
};

type ImageJob = MediaJob & { contentType: string; onDecoded: () => void; refuse: (errorCode: MediaErrorCode) => Error };
type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

// Decoders of types that are not accepted are off, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });
sharp.cache(false);

/**
 * Creates all variants of an image in `directory`: rotated upright, in sRGB, without metadata. Animations are preserved.
 * @throws what `refuse` makes, or the decoder's error for a damaged file.
 */
export async function createImageVariants(job: ImageJob): Promise<ProcessedImage> {
  const limits = {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    animated: job.contentType !== 'image/svg+xml',
  } as const;
  const source = job.contentType === 'image/svg+xml' ? await readFile(job.path) : job.path;
  const open = (density = SVG_DENSITY) => sharp(source, { ...limits, density, sequentialRead: true });
  const metadata = await readMetadata(open(), job);
  if ((metadata.pages ?? 1) > FRAMES_MAX) throw job.refuse('too_many_frames');
  if ((metadata.pages ?? 1) > 1) return encodeAnimation(job, open, metadata);

  const density = job.contentType === 'image/svg+xml' ? computeSvgDensity(metadata) : SVG_DENSITY;
  const { data, info } = await decodeStill(open(density), MAX_IMAGE_SIZE);
  job.onDecoded();
  const image = { hash: job.hash, width: info.width, height: info.height, isAnimated: false };
  return encodeVariants(job, image, () => sharp(data, { raw: info }));
}

/** One WebP of an image, or of the first frame of an animation: the number of frames costs nothing. @throws as above */
export async function createImagePreview(job: ImageJob): Promise<ProcessedImage> {
  // The type was detected by other code than the library’s: a file that only the library takes for SVG is not opened.
  sharp.block({ operation: ['VipsForeignLoadSvg'] });
  const opened = sharp(job.path, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  await readMetadata(opened, job);
  const { data, info } = await decodeStill(opened, PREVIEW_SIZE);
  job.onDecoded();
  const { width, height } = info;
  const name = `${job.hash}-preview.webp`;
  const { size: bytes } = await encoders.webp(sharp(data, { raw: info })).toFile(join(job.directory, name));
  const image = { hash: job.hash, width, height, isAnimated: false };
  return { kind: 'image', image, files: [{ name, contentType: 'image/webp', width, height, bytes }] };
}

const readMetadata = (opened: Sharp, job: ImageJob): Promise<Metadata> =>
  opened.metadata().catch((error: Error) => {
    throw /pixel limit/.test(error.message) ? job.refuse('too_many_pixels') : error;
  });

/** The pixels of an image, upright and in sRGB, scaled down to fit. */
const decodeStill = (opened: Sharp, maxSize: { width: number; height: number }): Promise<Pixels> =>
  opened
    .autoOrient()
    .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });

function encodeAnimation(job: ImageJob, open: () => Sharp, metadata: Metadata): Promise<ProcessedImage> {
  const height = metadata.pageHeight ?? metadata.height;
  const scale = Math.min(1, MAX_IMAGE_SIZE.width / metadata.width, MAX_IMAGE_SIZE.height / height);
  const size = {
    width: Math.max(1, Math.round(metadata.width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return encodeVariants(job, { hash: job.hash, ...size, isAnimated: true }, open).finally(job.onDecoded);
}

async function encodeVariants(job: ImageJob, image: StoredImage, from: () => Sharp): Promise<ProcessedImage> {
  const files: ProcessedImage['files'] = [];
  for (const file of listImageVariants(image)) files.push(await encodeVariant(job.directory, file, from()));
  return { kind: 'image', image, files };
}

async function encodeVariant(
  directory: string,
  file: ImageVariant,
  image: Sharp,
): Promise<ProcessedImage['files'][number]> {
  const { name, format, width, height } = file;
  const sized = image.resize(width, height, { fit: 'fill' });
  const { size } = await encoders[format](sized).toFile(join(directory, name));
  return { name, contentType: `image/${format}`, width, height, bytes: size };
}

function computeSvgDensity({ width, height }: Metadata): number {
  const maxScale = Math.min(
    Math.max(1, SVG_MIN_WIDTH / width),
    MAX_IMAGE_SIZE.width / width,
    MAX_IMAGE_SIZE.height / height,
  );
  return Math.min(SVG_DENSITY * Math.max(maxScale, 0.01), 20_000);
}
