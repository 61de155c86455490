import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedServer } from '../faults/logged-server.ts';

/** A visitor gives up after this (ms). */
const PAGE_LIMIT_MS = 10_000;

export type PageCounts = { pages: number; failures: string[] };

type Options = {
  server: LoggedServer;
  /** As findings name the server. */
  name: string;
  /** From the start of one request to that of the next (ms); a late one is caught up. */
  intervalMs: number;
  /** The page to ask for next. */
  choosePath(visit: number): string;
  /** What is wrong with a response, or null. */
  judge(path: string, status: number, text: string): string | null;
};

/** Asks one server for pages at a steady pace until stopped, and counts. */
export function readPages({ server, name, intervalMs, choosePath, judge }: Options) {
  const counts: PageCounts = { pages: 0, failures: [] };
  let isOver = false;

  async function visit(path: string): Promise<string | null> {
    try {
      const response = await fetch(server.origin + path, { signal: AbortSignal.timeout(PAGE_LIMIT_MS) });
      return judge(path, response.status, await response.text());
    } catch (error) {
      return describeError(error);
    }
  }

  const reading = (async () => {
    const startedAt = performance.now();
    while (!isOver) {
      const path = choosePath(counts.pages);
      const failure = await visit(path);
      counts.pages += 1;
      if (failure !== null) counts.failures.push(`${new Date().toISOString()} ${name} ${path}: ${failure}`);
      await sleep(Math.max(0, startedAt + counts.pages * intervalMs - performance.now()));
    }
  })();

  return {
    counts,
    async stop(): Promise<PageCounts> {
      isOver = true;
      await reading;
      return counts;
    },
  };
}

/** fetch hides what happened in the cause of its error. */
export function describeError(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? `${String(error)} (${cause.message})` : String(error);
}
