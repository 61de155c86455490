import { parentPort } from 'node:worker_threads';
import { type HtmlTasks, htmlTasks } from './html-tasks.ts';

/** What the worker is asked, and what it answers. */
export type HtmlRequest = { id: number; task: keyof HtmlTasks; args: readonly unknown[] };
export type HtmlResponse = { id: number; result?: unknown; error?: string };

parentPort?.on('message', ({ id, task, args }: HtmlRequest) => {
  const run = htmlTasks[task] as (...values: readonly unknown[]) => unknown;
  let response: HtmlResponse;
  try {
    response = { id, result: run(...args) };
  } catch (error) {
    response = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(response);
});
