import PQueue from 'p-queue';

type Options = {
  /** Tasks that run at once. */
  concurrency: number;
  /** Tasks that wait while so many run. */
  maxWaiting: number;
  /** What is refused, as a sentence for people. */
  message?: string;
  retryAfterSeconds?: number;
};

/** So much waits that no more is taken; answered as 503 with `Retry-After`. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
  readonly retryAfterSeconds: number;

  constructor(message = 'We’re busy right now. Try again in a few seconds.', retryAfterSeconds = 2) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A queue for what requests ask for (SECURITY.md T42): nothing is begun for a client that has left, and what exceeds the queue is refused. */
export class BoundedQueue {
  readonly #options: Options;
  readonly #queue: PQueue;

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  /** Tasks that wait for their turn. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** @throws QueueFullError */
  requireRoom(): void {
    const { concurrency, maxWaiting, message, retryAfterSeconds } = this.#options;
    if (this.#queue.pending >= concurrency && this.#queue.size >= maxWaiting)
      throw new QueueFullError(message, retryAfterSeconds);
  }

  /**
   * Runs the task in its turn, unless `client` leaves before: then it gives up its place. Once begun, the task ends by itself or by
   * looking at the signal. @throws QueueFullError; the reason of `client`; what the task throws
   */
  async add<Value>(task: () => Promise<Value>, client?: AbortSignal): Promise<Value> {
    client?.throwIfAborted();
    this.requireRoom();
    return this.#enqueue(task, client);
  }

  /** As `add`, for the next part of what was let in before: it waits its turn, but is not refused. @throws the reason of `client`; what the task throws */
  async continue<Value>(task: () => Promise<Value>, client?: AbortSignal): Promise<Value> {
    client?.throwIfAborted();
    return this.#enqueue(task, client);
  }

  #enqueue<Value>(task: () => Promise<Value>, client?: AbortSignal): Promise<Value> {
    // p-queue would also count a running task as ended when its signal aborts, and begin the next one beside it.
    const waiting = new AbortController();
    const leave = () => waiting.abort(client?.reason);
    client?.addEventListener('abort', leave, { once: true });
    const begin = () => {
      client?.removeEventListener('abort', leave);
      return task();
    };
    return this.#queue.add(begin, { signal: waiting.signal });
  }
}
