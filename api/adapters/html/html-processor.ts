import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createIdleWorker, WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { QueueFullError } from '#api/bounded-queue.ts';
import type { HtmlTasks } from './html-tasks.ts';
import type { HtmlRequest } from './html-worker.ts';

/** HTML from this length on is processed in the worker, characters: below it the worst takes some 40 ms. */
export const WORKER_MIN_LENGTH = 32_768;

const HEAP_MAX_MB = 512;

/** What a save waits for. It has a worker of its own, so that no reader, however many come, delays what is written. */
const SAVE_TASKS: ReadonlySet<keyof HtmlTasks> = new Set(['prepareContent', 'countRemovedCharacters']);

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/html/html-worker.ts')),
  timeoutMs: 20_000,
  idleMs: 30_000,
};

/** A task failed because of what it was given, also where its worker ran out of memory. */
export class HtmlTaskError extends Error {
  override name = 'HtmlTaskError';
}

/** Runs the tasks of html-tasks.ts; their first argument is the HTML. */
export type HtmlProcessor = {
  run<Name extends keyof HtmlTasks>(
    task: Name,
    ...args: Parameters<HtmlTasks[Name]>
  ): Promise<ReturnType<HtmlTasks[Name]>>;
  /** The same processor for one client: what waits when the client leaves is not begun. */
  forClient(signal: AbortSignal): HtmlProcessor;
  close(): Promise<void>;
};

/**
 * Processes short HTML at once and long HTML in a worker thread, so that requests are answered meanwhile.
 * @throws WorkerTimeoutError when a task takes longer than 20 s; the next one gets a new worker. QueueFullError when
 * too many wait. HtmlTaskError.
 */
export function createHtmlProcessor(options: Partial<typeof defaults> = {}): HtmlProcessor {
  const { workerUrl, timeoutMs, idleMs } = { ...defaults, ...options };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MAX_MB };
  const createWorker = () => createIdleWorker({ url: workerUrl, timeoutMs, idleMs, resourceLimits });
  const saves = createWorker();
  const reads = createWorker();
  const stopping = new Error('the server is stopping');
  const create = (signal?: AbortSignal): HtmlProcessor => ({
    async run(task, ...args) {
      signal?.throwIfAborted();
      if (measureLength(task, args) < WORKER_MIN_LENGTH) {
        const { htmlTasks } = await import('./html-tasks.ts');
        return (htmlTasks[task] as (...given: readonly unknown[]) => never)(...args);
      }
      const request: HtmlRequest = { task, args };
      const worker = SAVE_TASKS.has(task) ? saves : reads;
      return worker.request<never>(request, signal).catch((error: Error) => {
        const isExpected = error instanceof WorkerTimeoutError || error instanceof QueueFullError || error === stopping;
        if (isExpected || signal?.aborted) throw error;
        throw new HtmlTaskError(`Couldn’t process the HTML: ${error.message}`, { cause: error });
      });
    },
    forClient: create,
    async close() {
      await Promise.all([saves.stop(stopping), reads.stop(stopping)]);
    },
  });
  return create();
}

/** In characters: of the HTML that is saved, which comes first; of all texts that are compared for a reader. */
const measureLength = (task: keyof HtmlTasks, args: readonly unknown[]): number =>
  (SAVE_TASKS.has(task) ? args.slice(0, 1) : args).reduce<number>(
    (sum, arg) => sum + (typeof arg === 'string' ? arg.length : 0),
    0,
  );
