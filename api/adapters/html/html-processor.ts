import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { AppError } from '#api/http/errors.ts';
import { type HtmlTasks, htmlTasks } from './html-tasks.ts';
import type { HtmlRequest, HtmlResponse } from './html-worker.ts';

/** HTML from this length on is processed in the worker, characters: below it the worst takes some 40 ms. */
export const WORKER_MIN_LENGTH = 32_768;

const HEAP_MAX_MB = 512;

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/html/html-worker.ts')),
  timeoutMs: 20_000,
  idleMs: 30_000,
};

/** Runs the tasks of html-tasks.ts; their first argument is the HTML. */
export type HtmlProcessor = {
  run<Name extends keyof HtmlTasks>(
    task: Name,
    ...args: Parameters<HtmlTasks[Name]>
  ): Promise<ReturnType<HtmlTasks[Name]>>;
  close(): Promise<void>;
};

type Waiting = { resolve(result: never): void; reject(error: Error): void; timer: NodeJS.Timeout };

/**
 * Processes short HTML at once and long HTML in a worker thread, so that requests are answered meanwhile. The worker
 * starts with the first task, ends after 30 s without one, and never keeps the process alive by itself.
 * @throws unavailable when a task takes longer than 20 s; the next one gets a new worker.
 */
export function createHtmlProcessor(options: Partial<typeof defaults> = {}): HtmlProcessor {
  const { workerUrl, timeoutMs, idleMs } = { ...defaults, ...options };
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const stop = async (error: Error) => {
    const ending = worker;
    worker = null;
    for (const [id, { reject }] of [...waiting]) {
      takeWaiting(id);
      reject(error);
    }
    clearTimeout(idle);
    await ending?.terminate();
  };

  const takeWaiting = (id: number): Waiting | undefined => {
    const task = waiting.get(id);
    clearTimeout(task?.timer);
    waiting.delete(id);
    if (waiting.size === 0) {
      worker?.unref();
      idle = setTimeout(() => void stop(tooSlow()), idleMs).unref();
    }
    return task;
  };

  const start = (): Worker => {
    const started = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } });
    started.on('message', ({ id, result, error }: HtmlResponse) => {
      const task = takeWaiting(id);
      if (error === undefined) task?.resolve(result as never);
      else task?.reject(new Error(`HTML could not be processed: ${error}`));
    });
    const fail = (reason: string) => {
      if (worker === started) void stop(new Error(`HTML could not be processed: ${reason}`));
    };
    started
      .on('error', (error) => fail(error.message))
      .on('exit', (code) => fail(`its thread ended with code ${code}`));
    return started;
  };

  return {
    run(task, ...args) {
      const [html] = args;
      if (html.length < WORKER_MIN_LENGTH) return Promise.try(htmlTasks[task] as never, ...args) as never;
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const request: HtmlRequest = { id: lastId, task, args };
      return new Promise((resolve, reject) => {
        // A task that waits behind others has their time too.
        const timer = setTimeout(() => void stop(tooSlow()), timeoutMs * (waiting.size + 1));
        waiting.set(request.id, { resolve, reject, timer });
        worker?.postMessage(request);
      });
    },
    close: () => stop(new Error('HTML is no longer processed: the server is stopping.')),
  };
}

const tooSlow = () => new AppError('unavailable', 'This text takes too long to check. Please try again, or split it.');
