import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaProcessor } from '#api/adapters/media/media-processor.ts';
import type { MediaErrorCode } from '#api/adapters/media/media-worker-protocol.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import { BoundedQueue } from '#api/bounded-queue.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { SharedWork } from '#api/http/shared-work.ts';
import { requireVersion } from '#api/features/openshelf/texts/texts.service.ts';
import { getIncomingDirectory } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { diskFullError } from '#api/features/uploads/quota/quota.service.ts';
import type { PublicationImageJson } from './images.contract.ts';

type ImageDeps = Pick<Deps, 'db' | 'log' | 'safeImageFetch' | 'uploads'>;
/** `fetches` bounds images in all; `decoding` runs one process at a time. */
export type ImageTools = {
  fetches: BoundedQueue;
  decoding: BoundedQueue;
  media: MediaProcessor;
  loading: SharedWork<PublicationImageJson>;
};

/** Images that are fetched or decoded at once. */
const CONCURRENCY = 4;
/** Images that wait. */
const MAX_WAITING = 16;

export const createImageTools = ({ uploads }: Pick<Deps, 'uploads'>): ImageTools => ({
  fetches: new BoundedQueue({
    concurrency: CONCURRENCY,
    maxWaiting: MAX_WAITING,
    message: 'Many images are being loaded right now. Try again in a few seconds.',
    retryAfterSeconds: 5,
  }),
  decoding: new BoundedQueue({ concurrency: 1, maxWaiting: CONCURRENCY }),
  media: uploads.media,
  loading: new SharedWork(),
});

type ImageRequest = { id: number; version: number | undefined; number: number; client: AbortSignal };

/**
 * The image with this number in the text of a version, the current one unless another is named. It is loaded each time; those who
 * ask for it at the same time share it. @throws not_found, QueueFullError while many others wait, ClientGoneError
 */
export async function getImage(
  deps: ImageDeps,
  tools: ImageTools,
  { id, version, number, client }: ImageRequest,
): Promise<{ data: PublicationImageJson }> {
  const { text } = await requireVersion(deps.db, id, version);
  const image = text?.images?.[number - 1];
  if (!image) throw notFoundError('This image isn’t part of the text any more. Reload the page.');
  const { url } = image;
  if (url === null) return { data: toFailure('Its address doesn’t begin with https:, so it can’t be loaded.') };
  return {
    data: await tools.loading.run(url, client, (clients) =>
      tools.fetches.add(() => loadImage(deps, tools, url, clients), clients),
    ),
  };
}

const toFailure = (error: string): PublicationImageJson => ({ data_url: null, width: 0, height: 0, error });

async function loadImage(deps: ImageDeps, tools: ImageTools, url: string, clients: AbortSignal) {
  try {
    const { bytes } = await deps.safeImageFetch(url, clients);
    return await tools.decoding.add(() => encodePreview(deps, tools, bytes), clients);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    deps.log.info({ err: error, url }, 'failed to load an image of a publication');
    return toFailure(error.message);
  }
}

/** @throws FetchError for what is no image, or too large */
async function encodePreview(deps: ImageDeps, { media }: ImageTools, bytes: Buffer): Promise<PublicationImageJson> {
  const root = getIncomingDirectory(deps);
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(join(root, 'preview-'));
  try {
    const path = join(directory, 'received');
    await writeFile(path, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    // Servers often name another type: only the bytes count.
    const result = await media.processFile({ path, hash, declaredType: '', directory, isPreview: true });
    if ('rejected' in result) throw toRejection(result.rejected);
    if (result.kind !== 'image') throw toRejection('unknown_type');
    const { width, height } = result.image;
    const encoded = await readFile(join(directory, result.files[0]?.name ?? ''), 'base64');
    return { data_url: `data:image/webp;base64,${encoded}`, width, height, error: null };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const REJECTIONS: Record<Exclude<MediaErrorCode, 'no_space'>, string> = {
  unknown_type: 'The file isn’t an image that can be shown here (JPEG, PNG, GIF, WebP or AVIF).',
  too_many_pixels: 'The image is larger than 40 megapixels, so it isn’t shown.',
  too_many_frames: 'The image has too many frames, so it isn’t shown.',
  too_slow: 'The image takes too long to open, so it isn’t shown.',
  truncated: 'The image is incomplete.',
  damaged: 'The image is damaged.',
};

const toRejection = (code: MediaErrorCode) =>
  code === 'no_space' ? diskFullError() : new FetchError(REJECTIONS[code]);
