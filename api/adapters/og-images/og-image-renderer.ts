import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buffer } from 'node:stream/consumers';
import PQueue from 'p-queue';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { selectCropSource, type OgImage } from '#api/domain/og-image.ts';
import type { FileStore } from '#api/adapters/file-store.ts';
import type { OgImageMark, OgImageText } from './og-image-layout.ts';

export type OgImageRenderer = {
  render(image: OgImageText): Promise<Buffer>;
  crop(image: OgImage): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** A card to be drawn, or a stored picture to be cut, in pixels. */
export type OgImageTask = { draw: OgImageText } | { crop: Uint8Array; width: number; height: number };
type WorkerResponse = { output?: Uint8Array; error?: string };

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/og-images/og-image-worker.ts')),
  idleMs: 10_000,
  mark: { tint: '#0d5c48', cut: '' },
};
const RENDER_TIMEOUT_MS = 20_000;

/** `files` are those that covers are among; without them nothing is cut. */
type Options = { workerUrl: URL; idleMs: number; mark: OgImageMark; files?: Pick<FileStore, 'size' | 'read'> };

/**
 * Draws Open Graph cards (PNG, 1200 x 630), and cuts them out of covers (JPEG), in a thread of its own, one at a time. The thread starts with the first
 * card, ends after ten seconds without work and never keeps the process alive by itself. The same card gives the same
 * bytes. A card that cannot be drawn rejects; the next one gets a new thread.
 */
export function createOgImageRenderer(options: Partial<Options> = {}): OgImageRenderer {
  const { workerUrl, idleMs, mark, files }: Options = { ...defaults, ...options };
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const queue = new PQueue({ concurrency: 1 });
  let closed = false;

  const stop = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  const start = () => {
    const started = new Worker(workerUrl, { workerData: mark });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  const make = async (task: OgImageTask, name: string): Promise<Buffer> => {
    if (closed) throw new Error('Cards are no longer drawn: the server is stopping.');
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    try {
      return await requestImage(worker, task, name);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      worker?.unref();
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  };

  const enqueue = (task: OgImageTask, name: string): Promise<Buffer> => queue.add(() => make(task, name));

  return {
    render: ({ title, eyebrow, byline }) => enqueue({ draw: { title, eyebrow, byline } }, title.slice(0, 60)),
    async crop({ cover, width, height }) {
      const file = cover && selectCropSource(cover, { width, height });
      const stream = file && (await files?.read(file.name));
      if (!stream) return null;
      const bytes = await buffer(stream);
      // One that is damaged must not keep all others waiting: the drawn card goes out.
      return enqueue({ crop: bytes, width, height }, file.name).catch((error) =>
        closed ? Promise.reject(error) : null,
      );
    },
    async close() {
      closed = true;
      await stop();
    },
  };
}

function requestImage(worker: Worker, task: OgImageTask, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      finishTask();
      reject(new Error(`The card '${name}' could not be drawn: ${reason}`));
    };
    const onResponse = ({ output, error }: WorkerResponse) => {
      if (!output) return fail(error ?? 'no picture came back');
      finishTask();
      resolve(Buffer.from(output.buffer, output.byteOffset, output.byteLength));
    };
    const onError = (error: Error) => fail(error.message);
    const onExit = (code: number) => fail(`its thread ended with code ${code}`);
    const timer = setTimeout(() => fail('it took too long'), RENDER_TIMEOUT_MS);
    const finishTask = () => {
      clearTimeout(timer);
      worker.off('message', onResponse).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onResponse).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}
