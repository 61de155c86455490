import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PICTURE_MAX, type Picture, type PictureFile, pictureFiles } from '#api/domain/image-variants.ts';
import type { MadePicture, MediaFault, MediaJob } from './media-worker-protocol.ts';
import { PIXELS_MAX } from './image-header.ts';

const FRAMES_MAX = 200;
/** A drawing has no pixels of its own: it is drawn at least this wide, pixels. */
const DRAWING_WIDTH = 1600;
const SVG_DENSITY = 72;
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'];
const encoders = {
  webp: (image: Sharp) => image.webp({ quality: 82, effort: 4, smartSubsample: true }),
  avif: (image: Sharp) => image.avif({ quality: 58, effort: 1 }),
};

type Work = MediaJob & { contentType: string; onDecoded: () => void; refuse: (fault: MediaFault) => Error };
type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

// Only what we take is decoded at all, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });
sharp.cache(false);

/**
 * Turns a picture into all its files, in `directory`: upright, sRGB, without what a camera wrote into it. Pictures that
 * move stay so.
 * @throws what `refuse` makes, or the decoder's error for a damaged file.
 */
export async function makePictures(work: Work): Promise<MadePicture> {
  const limits = {
    limitInputPixels: PIXELS_MAX,
    failOn: 'error',
    animated: work.contentType !== 'image/svg+xml',
  } as const;
  const source = work.contentType === 'image/svg+xml' ? await readFile(work.path) : work.path;
  const open = (density = SVG_DENSITY) => sharp(source, { ...limits, density, sequentialRead: true });
  const known = await open()
    .metadata()
    .catch((error: Error) => {
      throw /pixel limit/.test(error.message) ? work.refuse('too_many_pixels') : error;
    });
  if ((known.pages ?? 1) > FRAMES_MAX) throw work.refuse('too_many_frames');
  if ((known.pages ?? 1) > 1) return keepMoving(work, open, known);

  const density = work.contentType === 'image/svg+xml' ? densityOf(known) : SVG_DENSITY;
  const { data, info }: Pixels = await open(density)
    .autoOrient()
    .resize({ ...PICTURE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  work.onDecoded();
  const picture = { hash: work.hash, width: info.width, height: info.height, isAnimated: false };
  return save(work, picture, () => sharp(data, { raw: info }));
}

function keepMoving(work: Work, open: () => Sharp, known: Metadata): Promise<MadePicture> {
  const height = known.pageHeight ?? known.height;
  const scale = Math.min(1, PICTURE_MAX.width / known.width, PICTURE_MAX.height / height);
  const size = { width: Math.max(1, Math.round(known.width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return save(work, { hash: work.hash, ...size, isAnimated: true }, open).finally(work.onDecoded);
}

async function save(work: Work, picture: Picture, from: () => Sharp): Promise<MadePicture> {
  const files: MadePicture['files'] = [];
  for (const file of pictureFiles(picture)) files.push(await encode(work.directory, file, from()));
  return { kind: 'image', picture, files };
}

async function encode(directory: string, file: PictureFile, image: Sharp): Promise<MadePicture['files'][number]> {
  const { name, format, width, height } = file;
  const sized = image.resize(width, height, { fit: 'fill' });
  const { size } = await encoders[format](sized).toFile(join(directory, name));
  return { name, contentType: `image/${format}`, width, height, bytes: size };
}

function densityOf({ width, height }: Metadata): number {
  const wanted = Math.min(Math.max(1, DRAWING_WIDTH / width), PICTURE_MAX.width / width, PICTURE_MAX.height / height);
  return Math.min(SVG_DENSITY * Math.max(wanted, 0.01), 20_000);
}
