import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createIdleWorker, WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { type HtmlTasks, htmlTasks } from './html-tasks.ts';
import type { HtmlRequest } from './html-worker.ts';

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

/**
 * Processes short HTML at once and long HTML in a worker thread, so that requests are answered meanwhile.
 * @throws WorkerTimeoutError when a task takes longer than 20 s; the next one gets a new worker.
 */
export function createHtmlProcessor(options: Partial<typeof defaults> = {}): HtmlProcessor {
  const { workerUrl, timeoutMs, idleMs } = { ...defaults, ...options };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MAX_MB };
  const worker = createIdleWorker({ url: workerUrl, timeoutMs, idleMs, resourceLimits });
  return {
    run(task, ...args) {
      const [html] = args;
      if (html.length < WORKER_MIN_LENGTH) return Promise.try(htmlTasks[task] as never, ...args) as never;
      const request: HtmlRequest = { task, args };
      return worker.request<never>(request).catch((error: Error) => {
        if (error instanceof WorkerTimeoutError) throw error;
        throw new Error(`Couldn’t process the HTML: ${error.message}`, { cause: error });
      });
    },
    close: () => worker.stop(new Error('the server is stopping')),
  };
}
