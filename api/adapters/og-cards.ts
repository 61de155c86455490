import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { OgCard } from './og-card-layout.ts';

export type { OgCard } from './og-card-layout.ts';

export type OgCards = { render(card: OgCard): Promise<Buffer>; close(): Promise<void> };

type Answer = { png?: Uint8Array; error?: string };

const defaults = { workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/og-card-worker.ts')), idleMs: 10_000 };
const CARD_TIMEOUT_MS = 20_000;

/**
 * Draws Open Graph cards (PNG, 1200 x 630) in a thread of its own, one at a time. The thread starts with the first
 * card, ends after ten seconds without work and never keeps the process alive by itself. The same card gives the same
 * bytes. A card that cannot be drawn rejects; the next one gets a new thread.
 */
export function createOgCards({ workerUrl, idleMs } = defaults): OgCards {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const stop = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  const start = () => {
    const started = new Worker(workerUrl);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  const draw = async (card: OgCard): Promise<Buffer> => {
    if (closed) throw new Error('Cards are no longer drawn: the server is stopping.');
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    try {
      return await ask(worker, card);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      worker?.unref();
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  };

  return {
    render(card) {
      const drawn = last.then(() => draw(card));
      last = drawn.catch(() => undefined);
      return drawn;
    },
    async close() {
      closed = true;
      await stop();
    },
  };
}

function ask(worker: Worker, card: OgCard): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      settle();
      reject(new Error(`The card '${card.title.slice(0, 60)}' could not be drawn: ${reason}`));
    };
    const onAnswer = ({ png, error }: Answer) => {
      if (!png) return fail(error ?? 'no picture came back');
      settle();
      resolve(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
    };
    const onError = (error: Error) => fail(error.message);
    const onExit = (code: number) => fail(`its thread ended with code ${code}`);
    const timer = setTimeout(() => fail('it took too long'), CARD_TIMEOUT_MS);
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit);
    worker.postMessage({ title: card.title, eyebrow: card.eyebrow, byline: card.byline });
  });
}
