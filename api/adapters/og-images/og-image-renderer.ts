import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import PQueue from 'p-queue';
import { PROJECT_ROOT } from '#db/project-root.ts';
import * as palette from '#api/domain/palette.ts';
import { selectCropSource, type OgImage } from '#api/domain/og-image.ts';
import type { FileStore } from '#api/adapters/file-store.ts';
import { createIdleWorker } from '#api/adapters/idle-worker.ts';
import type { OgImageMark, OgImageText } from './og-image-layout.ts';

export type OgImageRenderer = {
  render(image: OgImageText): Promise<Buffer>;
  crop(image: OgImage): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** An image to be drawn, or a stored image to be cropped, in pixels. */
export type OgImageTask =
  { draw: OgImageText; mark: OgImageMark } | { crop: Uint8Array; width: number; height: number };

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/og-images/og-image-worker.ts')),
  idleMs: 10_000,
  mark: { tint: palette.pounamu, symbol: '' },
};
const RENDER_TIMEOUT_MS = 20_000;

/** `files` are the stored images; without them nothing is cropped. */
type Options = { workerUrl: URL; idleMs: number; mark: OgImageMark; files?: Pick<FileStore, 'size' | 'read'> };

/**
 * Draws OG images (PNG, 1200 x 630), and crops them from covers (JPEG), in a worker thread, one at a time. The same
 * input gives the same bytes. An image that cannot be drawn rejects; the next one gets a new thread.
 */
export function createOgImageRenderer(options: Partial<Options> = {}): OgImageRenderer {
  const { workerUrl, idleMs, mark, files }: Options = { ...defaults, ...options };
  const worker = createIdleWorker({ url: workerUrl, timeoutMs: RENDER_TIMEOUT_MS, idleMs });
  const queue = new PQueue({ concurrency: 1 });
  const closedError = new Error('OG images aren’t drawn while the server is stopping.');
  let isClosed = false;

  const enqueue = (task: OgImageTask, name: string): Promise<Buffer> =>
    queue.add(async () => {
      if (isClosed) throw closedError;
      try {
        const { buffer: bytes, byteOffset, byteLength } = await worker.request<Uint8Array<ArrayBuffer>>(task);
        return Buffer.from(bytes, byteOffset, byteLength);
      } catch (error) {
        await worker.stop(closedError);
        throw new Error(`Couldn’t draw the OG image '${name}': ${(error as Error).message}`, { cause: error });
      }
    });

  return {
    render: ({ title, eyebrow, byline }) => enqueue({ draw: { title, eyebrow, byline }, mark }, title.slice(0, 60)),
    async crop({ cover, width, height }) {
      const file = cover && selectCropSource(cover, { width, height });
      const stream = file && (await files?.read(file.name));
      if (!stream) return null;
      const bytes = await buffer(stream);
      // A damaged cover must not stop all others: its image is drawn instead.
      return enqueue({ crop: bytes, width, height }, file.name).catch((error: unknown) => {
        if (isClosed) throw error;
        return null;
      });
    },
    async close() {
      isClosed = true;
      await worker.stop(closedError);
    },
  };
}
