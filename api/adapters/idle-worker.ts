import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { BoundedQueue } from '#api/bounded-queue.ts';

type WorkerRequest = { id: number; payload: unknown };
type WorkerResponse = { id: number; result?: unknown; error?: string };
type RunningRequest = {
  id: number;
  timer: NodeJS.Timeout;
  resolve(result: never): void;
  reject(error: unknown): void;
};

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

/**
 * A worker thread that runs one request after the other, starts with the first, ends after `idleMs` without one, and
 * never keeps the process alive by itself. Its script calls `serveRequests`. A request waits here, not in the thread, so
 * that it can still be dropped when nobody needs it any more.
 */
export function createIdleWorker({ url, timeoutMs, idleMs, maxQueued = MAX_QUEUED, resourceLimits }: Options) {
  const queue = new BoundedQueue({ concurrency: 1, maxWaiting: maxQueued });
  let running: RunningRequest | null = null;
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  /** Shared by the requests between two stops. */
  let era: { stoppedBy: Error | null } = { stoppedBy: null };

  const endWorker = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    clearTimeout(idleTimer);
    await ended?.terminate();
  };

  /** Takes the running request off the worker, whose next one can begin. */
  const takeRunning = (): RunningRequest | null => {
    const request = running;
    clearTimeout(request?.timer);
    running = null;
    worker?.unref();
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void endWorker(), idleMs).unref();
    return request;
  };

  const startWorker = (): Worker => {
    const started = new Worker(url, { resourceLimits });
    const fail = (reason: string) => {
      if (worker === started) endWith(new Error(reason));
    };
    return started
      .on('message', ({ id, result, error }: WorkerResponse) => {
        if (running?.id !== id) return;
        const request = takeRunning();
        if (error === undefined) request?.resolve(result as never);
        else request?.reject(new Error(error));
      })
      .on('error', (error) => fail(error.message))
      .on('exit', (code) => fail(`its thread ended with code ${code}`));
  };

  /** Ends the worker with what it runs; those that wait get a new one. */
  const endWith = (error: Error): void => {
    const request = takeRunning();
    void endWorker();
    request?.reject(error);
  };

  const run = <Result>(payload: unknown): Promise<Result> => {
    clearTimeout(idleTimer);
    worker ??= startWorker();
    worker.ref();
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const timer = setTimeout(() => endWith(new WorkerTimeoutError('timed out')), timeoutMs);
    running = { id, timer, resolve, reject };
    const message: WorkerRequest = { id, payload };
    worker.postMessage(message);
    return promise;
  };

  return {
    /**
     * `signal` drops the request while it waits; once it runs it is finished.
     * @throws WorkerTimeoutError; QueueFullError; the reason of `signal`; an error with the message of what failed in the worker.
     */
    request<Result>(payload: unknown, signal?: AbortSignal): Promise<Result> {
      const arrived = era;
      return queue.add(() => (arrived.stoppedBy ? Promise.reject(arrived.stoppedBy) : run<Result>(payload)), signal);
    },

    /** Ends the worker; what runs and what waits is rejected with the error. */
    async stop(error: Error): Promise<void> {
      era.stoppedBy = error;
      era = { stoppedBy: null };
      takeRunning()?.reject(error);
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
