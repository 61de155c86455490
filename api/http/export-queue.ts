import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Context } from 'hono';
import { BoundedQueue } from '#api/bounded-queue.ts';
import { watchRequest } from './client-gone.ts';

/** Exports that wait while one is prepared. */
const MAX_WAITING = 16;

export const createExportQueue = () =>
  new BoundedQueue({
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    message: 'Many exports are being made right now. Try again in a few seconds.',
    retryAfterSeconds: 5,
  });

/** Prepares an export in its turn, unless its client leaves before. @throws QueueFullError, ClientGoneError, and what `prepare` throws */
export function prepareExport<Value>(
  context: Context,
  { exportQueue }: { exportQueue: BoundedQueue },
  prepare: (client: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const client = watchRequest(context);
  return exportQueue.add(async () => {
    await waitForTurn(client);
    return prepare(client);
  }, client);
}

/** Queries take the whole thread; only between two turns of the event loop is it noticed that a client has left. @throws its reason */
export async function waitForTurn(client: AbortSignal): Promise<void> {
  await yieldToRequests();
  client.throwIfAborted();
}
