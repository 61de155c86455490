import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';

type WorkerRequest = { id: number; payload: unknown };
type WorkerResponse = { id: number; result?: unknown; error?: string };
type PendingRequest = { resolve(result: never): void; reject(error: Error): void; timer: NodeJS.Timeout };

type Options = { url: URL; timeoutMs: number; idleMs: number; resourceLimits?: ResourceLimits };

/** A request took longer than its worker may; the worker was stopped, and the next request gets a new one. */
export class WorkerTimeoutError extends Error {
  override name = 'WorkerTimeoutError';
}

/**
 * A worker thread that starts with the first request, ends after `idleMs` without one, and never keeps the process
 * alive by itself. Its script calls `serveRequests`.
 */
export function createIdleWorker({ url, timeoutMs, idleMs, resourceLimits }: Options) {
  const pending = new Map<number, PendingRequest>();
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  const takePending = (id: number): PendingRequest | undefined => {
    const request = pending.get(id);
    clearTimeout(request?.timer);
    pending.delete(id);
    if (pending.size === 0) {
      worker?.unref();
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void stop(new Error('The worker was idle.')), idleMs).unref();
    }
    return request;
  };

  /** Ends the worker; open requests are rejected with the error. */
  const stop = async (error: Error): Promise<void> => {
    const stopped = worker;
    worker = null;
    for (const id of [...pending.keys()]) takePending(id)?.reject(error);
    clearTimeout(idleTimer);
    await stopped?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(url, { resourceLimits });
    const fail = (reason: string) => {
      if (worker === started) void stop(new Error(reason));
    };
    return started
      .on('message', ({ id, result, error }: WorkerResponse) => {
        const request = takePending(id);
        if (error === undefined) request?.resolve(result as never);
        else request?.reject(new Error(error));
      })
      .on('error', (error) => fail(error.message))
      .on('exit', (code) => fail(`its thread ended with code ${code}`));
  };

  return {
    /** @throws WorkerTimeoutError; an error with the message of what failed in the worker. */
    request<Result>(payload: unknown): Promise<Result> {
      clearTimeout(idleTimer);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const request: WorkerRequest = { id: lastId, payload };
      // The time limit of a queued request includes those ahead of it.
      const limitMs = timeoutMs * (pending.size + 1);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => void stop(new WorkerTimeoutError('timed out')), limitMs);
        pending.set(request.id, { resolve, reject, timer });
        worker?.postMessage(request);
      });
    },
    stop,
  };
}

/** The worker's side: answers each request with what `handle` returns or resolves to. */
export function serveRequests<Payload>(handle: (payload: Payload) => unknown): void {
  parentPort?.on('message', async ({ id, payload }: WorkerRequest) => {
    let response: WorkerResponse;
    try {
      response = { id, result: await handle(payload as Payload) };
    } catch (error) {
      response = { id, error: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(response);
  });
}
