import { serveRequests } from '#api/adapters/idle-worker.ts';
import { type HtmlTasks, htmlTasks } from './html-tasks.ts';

export type HtmlRequest = { task: keyof HtmlTasks; args: readonly unknown[] };

serveRequests(({ task, args }: HtmlRequest) => {
  const run = htmlTasks[task] as (...values: readonly unknown[]) => unknown;
  return run(...args);
});
