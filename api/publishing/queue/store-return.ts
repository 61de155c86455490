import type { ObjectStore } from '#api/releases/object-store.ts';

/** Between two questions to a bucket that is away (ms). */
const POLL_MS = 500;

/** Asks a bucket that failed until it answers again, so that publishing goes on then and not at the end of its backoff. */
export class StoreReturn {
  readonly #store: Pick<ObjectStore, 'isReachable'>;
  readonly #onReturn: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isWatching = false;
  #wasAway = false;
  #isStopped = false;

  /** `onReturn` runs once the store was seen away and then answers. */
  constructor(store: Pick<ObjectStore, 'isReachable'>, onReturn: () => void) {
    this.#store = store;
    this.#onReturn = onReturn;
  }

  /** Begins, unless it is under way. A store that answers the first question is left to the backoff: something else is wrong. */
  watch(): void {
    if (this.#isWatching || this.#isStopped) return;
    this.#isWatching = true;
    this.#wasAway = false;
    this.#askLater();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #askLater(): void {
    this.#timer = setTimeout(() => void this.#ask(), POLL_MS).unref();
  }

  async #ask(): Promise<void> {
    const isReachable = await this.#store.isReachable();
    if (this.#isStopped) return;
    if (!isReachable) {
      this.#wasAway = true;
      return this.#askLater();
    }
    this.#isWatching = false;
    if (this.#wasAway) this.#onReturn();
  }
}
