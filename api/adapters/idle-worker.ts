import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';

type WorkerRequest = { id: number; payload: unknown };
type WorkerResponse = { id: number; result?: unknown; error?: string };
type QueuedRequest = { payload: unknown; resolve(result: never): void; reject(error: unknown): void };
type RunningRequest = QueuedRequest & { id: number; timer: NodeJS.Timeout };

type Options = {
  url: URL;
  /** How long one request may run; what it waits in the queue does not count. */
  timeoutMs: number;
  idleMs: number;
  /** Requests that wait while one runs. */
  maxQueued?: number;
  resourceLimits?: ResourceLimits;
};

const MAX_QUEUED = 32;

/** A request took longer than its worker may; the worker was stopped, and the next request gets a new one. */
export class WorkerTimeoutError extends Error {
  override name = 'WorkerTimeoutError';
}

/** So many requests wait for a worker that no more are taken. */
export class WorkerBusyError extends Error {
  override name = 'WorkerBusyError';
}

/**
 * A worker thread that runs one request after the other, starts with the first, ends after `idleMs` without one, and
 * never keeps the process alive by itself. Its script calls `serveRequests`. A request waits here, not in the thread, so
 * that it can still be dropped when nobody needs it any more.
 */
export function createIdleWorker({ url, timeoutMs, idleMs, maxQueued = MAX_QUEUED, resourceLimits }: Options) {
  const queue = new Set<QueuedRequest>();
  let running: RunningRequest | null = null;
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  const endWorker = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    clearTimeout(idleTimer);
    await ended?.terminate();
  };

  /** Takes the running request off the worker, whose next one can begin. */
  const takeRunning = (): QueuedRequest | null => {
    const request = running;
    clearTimeout(request?.timer);
    running = null;
    return request;
  };

  const startWorker = (): Worker => {
    const started = new Worker(url, { resourceLimits });
    const fail = (reason: string) => {
      if (worker === started) endAndContinue(new Error(reason));
    };
    return started
      .on('message', ({ id, result, error }: WorkerResponse) => {
        if (running?.id !== id) return;
        const request = takeRunning();
        if (error === undefined) request?.resolve(result as never);
        else request?.reject(new Error(error));
        runNext();
      })
      .on('error', (error) => fail(error.message))
      .on('exit', (code) => fail(`its thread ended with code ${code}`));
  };

  /** Ends the worker with what it runs; those that wait get a new one. */
  const endAndContinue = (error: Error): void => {
    const request = takeRunning();
    void endWorker();
    request?.reject(error);
    runNext();
  };

  const runNext = (): void => {
    if (running) return;
    const [request] = queue;
    if (!request) {
      worker?.unref();
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void endWorker(), idleMs).unref();
      return;
    }
    queue.delete(request);
    clearTimeout(idleTimer);
    worker ??= startWorker();
    worker.ref();
    lastId += 1;
    const timer = setTimeout(() => endAndContinue(new WorkerTimeoutError('timed out')), timeoutMs);
    running = { ...request, id: lastId, timer };
    const message: WorkerRequest = { id: lastId, payload: request.payload };
    worker.postMessage(message);
  };

  return {
    /**
     * `signal` drops the request while it waits; once it runs it is finished.
     * @throws WorkerTimeoutError; WorkerBusyError; the reason of `signal`; an error with the message of what failed in the worker.
     */
    request<Result>(payload: unknown, signal?: AbortSignal): Promise<Result> {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (queue.size >= maxQueued) throw new WorkerBusyError('Too many requests are waiting.');
        const drop = () => {
          if (queue.delete(request)) reject(signal?.reason);
        };
        const request: QueuedRequest = {
          payload,
          resolve(result) {
            signal?.removeEventListener('abort', drop);
            resolve(result);
          },
          reject(error) {
            signal?.removeEventListener('abort', drop);
            reject(error);
          },
        };
        signal?.addEventListener('abort', drop, { once: true });
        queue.add(request);
        runNext();
      });
    },

    /** Ends the worker; what runs and what waits is rejected with the error. */
    async stop(error: Error): Promise<void> {
      const requests = [takeRunning(), ...queue];
      queue.clear();
      for (const request of requests) request?.reject(error);
      await endWorker();
    },
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
