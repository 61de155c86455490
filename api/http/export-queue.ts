import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Context } from 'hono';
import { BoundedQueue } from '#api/bounded-queue.ts';
import { watchRequest } from './client-gone.ts';
import { BYTE_ORDER_MARK, type CsvFile } from './csv.ts';

/** Exports that wait while one, or a part of one, is made. */
const MAX_WAITING = 16;

export const createExportQueue = () =>
  new BoundedQueue({
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    message: 'Many exports are being made right now. Try again in a few seconds.',
    retryAfterSeconds: 5,
  });

type ExportDeps = { exportQueue: BoundedQueue };

/** Prepares an export in its turn, unless its client leaves before. @throws QueueFullError, ClientGoneError, and what `prepare` throws */
export function prepareExport<Value>(
  context: Context,
  { exportQueue }: ExportDeps,
  prepare: (client: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const client = watchRequest(context);
  return exportQueue.add(() => inTurn(client, prepare), client);
}

/** Answers with a CSV file, which is read in parts: each is made in its turn, once the last one was sent. @throws as `prepareExport` */
export async function respondWithCsv(
  context: Context,
  deps: ExportDeps,
  prepare: () => Promise<CsvFile>,
): Promise<Response> {
  return respondWithFile(context, deps, 'text/csv; charset=utf-8', async () => {
    const { name, csv } = await prepare();
    return { name, parts: csv, begin: BYTE_ORDER_MARK };
  });
}

/** `begin` is sent before the first part is made. */
type FileParts = { name: string; parts: AsyncGenerator<string | Uint8Array>; begin?: string };

/** The same for a file of any type. @throws as `prepareExport` */
export async function respondWithFile(
  context: Context,
  deps: ExportDeps,
  type: string,
  prepare: () => Promise<FileParts>,
): Promise<Response> {
  const file = await prepareExport(context, deps, prepare);
  return context.body(toStream(file, { ...deps, client: watchRequest(context) }), 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  });
}

function toStream(
  { parts, begin }: FileParts,
  { exportQueue, client }: ExportDeps & { client: AbortSignal },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const encode = (part: string | Uint8Array) => (typeof part === 'string' ? encoder.encode(part) : part);
  const makePart = () => exportQueue.continue(() => inTurn(client, () => parts.next()), client);
  return new ReadableStream({
    start(controller) {
      if (begin !== undefined) controller.enqueue(encode(begin));
    },
    async pull(controller) {
      try {
        const { done, value } = await makePart();
        if (done) controller.close();
        else controller.enqueue(encode(value));
      } catch (error) {
        // `cancel` ends the stream of a client that has left.
        if (!client.aborted) throw error;
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** Between two turns of the event loop everybody else is answered. */
async function inTurn<Value>(client: AbortSignal, task: (client: AbortSignal) => Promise<Value>): Promise<Value> {
  await waitForTurn(client);
  return task(client);
}

/** Queries take the whole thread; only between two turns of the event loop is it noticed that a client has left. @throws its reason */
export async function waitForTurn(client: AbortSignal): Promise<void> {
  await yieldToRequests();
  client.throwIfAborted();
}
