import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import type { SiteFiles } from '#api/adapters/site-readers/read-site.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { ReadingMessage, ReadingPart, ReadingTask } from './reading-messages.ts';

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/site-readers/thread/reading-worker.ts')),
  /** How long one text may take (ms). */
  textMs: 10_000,
  /** How long the thread may find nothing: to unpack a zip, or to read a file that is one JSON (ms). */
  silentMs: 180_000,
  heapMaxMb: 384,
  /** A file with more such texts is no export of a site. */
  slowTextsMax: 20,
};
export type ReadingOptions = typeof defaults;

/** `again`: a text was too much for the thread, and another one begins from the start without it; what was read so far is void. */
export type ReadPart = ReadingPart | { kind: 'again' };

/** The thread never began, or ended by a fault that no reader names. `code` is that of the system, such as ENOENT, if it has one. */
export class ReadingThreadError extends Error {
  override name = 'ReadingThreadError';
}

/** The thread ended in the middle of a text. */
class SlowTextError extends Error {
  override name = 'SlowTextError';
  readonly number: number;
  constructor(number: number) {
    super(`text ${number} is too much for the thread`);
    this.number = number;
  }
}

/**
 * Reads a site in a thread of its own with limits of time and memory, and hands over its parts as they are taken. A text that takes
 * too long or too much memory is left out and named.
 * @throws UnreadableImportError; ReadingThreadError; the reason of `signal`
 */
export async function* readInThread(
  site: SiteFiles,
  { signal, ...options }: Partial<ReadingOptions> & { signal: AbortSignal },
): AsyncGenerator<ReadPart> {
  const limits = { ...defaults, ...options };
  const skipped = new Set<number>();
  for (;;)
    try {
      return yield* readOnce(site, skipped, limits, signal);
    } catch (error) {
      if (!(error instanceof SlowTextError)) throw error;
      skipped.add(error.number);
      if (skipped.size > limits.slowTextsMax) throw createTimeError(site);
      yield { kind: 'again' };
    }
}

async function* readOnce(
  site: SiteFiles,
  skipped: ReadonlySet<number>,
  limits: ReadingOptions,
  signal: AbortSignal,
): AsyncGenerator<ReadPart> {
  signal.throwIfAborted();
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ReadingTask = { site, skipped, progress };
  const resourceLimits = { maxOldGenerationSizeMb: limits.heapMaxMb };
  const worker = new Worker(limits.workerUrl, { workerData, resourceLimits });
  let waiting = Promise.withResolvers<ReadingMessage>();
  const fail = (error: unknown) => waiting.reject(error);
  const watch = watchProgress(progress, limits, (number) =>
    fail(number === 0 ? createTimeError(site) : new SlowTextError(number)),
  );
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort);
  worker
    .on('message', (message: ReadingMessage) => waiting.resolve(message))
    .on('error', (error) => fail(toThreadError(error, site, progress)))
    .on('exit', (code) => fail(new ReadingThreadError(`the thread that reads ended with code ${code}`)));
  try {
    for (;;) {
      const message = await waiting.promise;
      if (message.kind === 'end') return;
      if (message.kind === 'failed') throw toError(message);
      waiting = Promise.withResolvers();
      // Nobody may be waiting when the thread ends.
      waiting.promise.catch(() => undefined);
      yield message;
      watch.touch();
      worker.postMessage(null);
    }
  } finally {
    watch.stop();
    signal.removeEventListener('abort', abort);
    worker
      .removeAllListeners('exit')
      .removeAllListeners('error')
      .on('error', () => undefined);
    await worker.terminate();
  }
}

/** Calls `giveUp` with the number of a text that takes too long, or with 0 where nothing is found for too long. */
function watchProgress(
  progress: Int32Array,
  { textMs, silentMs }: ReadingOptions,
  giveUp: (number: number) => void,
): { touch(): void; stop(): void } {
  let [last, since] = [0, performance.now()];
  const touch = () => {
    since = performance.now();
  };
  const check = () => {
    const number = Atomics.load(progress, 0);
    if (number !== last) touch();
    last = number;
    if (performance.now() - since > (number === 0 ? silentMs : textMs)) giveUp(number);
  };
  const timer = setInterval(check, Math.min(textMs, silentMs) / 10).unref();
  return { touch, stop: () => clearInterval(timer) };
}

const getName = ({ files }: SiteFiles): string => files[0]?.name ?? '';

const createTimeError = (site: SiteFiles) =>
  new UnreadableImportError(`‘${getName(site)}’ takes too long to read. Export fewer texts at a time.`);

function toThreadError(error: Error, site: SiteFiles, progress: Int32Array): Error {
  if (!('code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ReadingThreadError(`the thread that reads failed: ${error.message}`, { cause: error });
  }
  const number = Atomics.load(progress, 0);
  if (number !== 0) return new SlowTextError(number);
  return new UnreadableImportError(`‘${getName(site)}’ takes too much memory to read. Export fewer texts at a time.`);
}

function toError({ message, isFile, code }: Extract<ReadingMessage, { kind: 'failed' }>): Error {
  if (isFile) return new UnreadableImportError(message);
  return Object.assign(new ReadingThreadError(message), code === '' ? {} : { code });
}
