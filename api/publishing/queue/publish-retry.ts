import { isOutOfSpace } from '#db/out-of-space.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';

/** After faults in a row (a full disk, say) the queue is looked at again after this at the latest, milliseconds. */
const RETRY_MAX_MS = 30_000;

/** Counts faults of the publisher in a row, for exponential backoff, and knows whether the last one was a full disk. */
export class PublishRetry {
  readonly #options: Pick<PublisherOptions, 'log' | 'space'>;
  readonly #onChange: () => void;
  #failures = 0;
  #isWaitingForSpace = false;

  /** `onChange`: it began or ended to wait for space. */
  constructor(options: Pick<PublisherOptions, 'log' | 'space'>, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get isWaitingForSpace(): boolean {
    return this.#isWaitingForSpace;
  }

  /** Returns how long to wait before the next try, milliseconds. */
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

  #setWaiting(isWaiting: boolean): void {
    if (this.#isWaitingForSpace === isWaiting) return;
    this.#isWaitingForSpace = isWaiting;
    this.#onChange();
  }
}
