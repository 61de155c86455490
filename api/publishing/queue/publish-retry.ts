import { isOutOfSpace } from '#db/out-of-space.ts';
import { backoffMs } from '#api/domain/backoff.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';

/** Maximum backoff after consecutive failures, such as a full disk (ms). */
const RETRY_MAX_MS = 30_000;

/** Counts faults of the publisher in a row, for exponential backoff, and knows whether the last one was a full disk. */
export class PublishRetry {
  readonly #options: Pick<PublisherOptions, 'log' | 'space'>;
  readonly #onChange: () => void;
  #failures = 0;
  #isWaitingForSpace = false;

  /** `onChange` is called when waiting for space begins or ends. */
  constructor(options: Pick<PublisherOptions, 'log' | 'space'>, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get isWaitingForSpace(): boolean {
    return this.#isWaitingForSpace;
  }

  /** Returns the delay before the next attempt (ms). */
  recordFailure(error: unknown): number {
    this.#failures += 1;
    this.#options.space?.recordError(error);
    this.#setWaiting(isOutOfSpace(error));
    const retryMs = backoffMs(this.#failures, RETRY_MAX_MS);
    this.#options.log.error({ err: error, retryMs }, 'publisher error; retrying the queue soon');
    return retryMs;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#setWaiting(false);
  }

  #setWaiting(isWaiting: boolean): void {
    if (this.#isWaitingForSpace === isWaiting) return;
    this.#isWaitingForSpace = isWaiting;
    this.#onChange();
  }
}
