import { isOutOfSpace } from '#db/out-of-space.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';

/** Maximum delay after consecutive failures, such as a full disk, milliseconds. */
const RETRY_MAX_MS = 30_000;

/** Counts consecutive failures of the publisher, for exponential backoff, and whether the last one was a full disk. */
export class PublishRetry {
  readonly #options: Pick<PublisherOptions, 'log' | 'space'>;
  readonly #onChange: () => void;
  #failures = 0;
  #isWaitingForSpace = false;

  /** `onChange` runs when waiting for space starts or ends. */
  constructor(options: Pick<PublisherOptions, 'log' | 'space'>, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get isWaitingForSpace(): boolean {
    return this.#isWaitingForSpace;
  }

  /** Returns the delay before the next attempt, milliseconds. */
  recordFailure(error: unknown): number {
    this.#failures += 1;
    this.#options.space?.recordError(error);
    this.#setWaiting(isOutOfSpace(error));
    const retryMs = computeBackoffMs(this.#failures, { maxMs: RETRY_MAX_MS });
    this.#options.log.error({ err: error, retryMs }, 'publisher error; retrying the queue soon');
    return retryMs;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#setWaiting(false);
  }

  /** The cause has ended: the next failure is the first of another one. */
  recordReturn(): void {
    this.#failures = 0;
  }

  #setWaiting(isWaiting: boolean): void {
    if (this.#isWaitingForSpace === isWaiting) return;
    this.#isWaitingForSpace = isWaiting;
    this.#onChange();
  }
}
