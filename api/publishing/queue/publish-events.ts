/**
 * Events of the publisher. `queued`: there may be new jobs. `released`: what visitors see, or whether
 * publishing is held or waits for space, has changed. `stopped`: the server ends. None carries a state; listeners read it.
 */
export type PublishEvent = {
  kind: 'queued' | 'rendering' | 'live' | 'failed' | 'released' | 'stopped';
  /** The ids of its jobs; `queued` does not know them. */
  jobs?: readonly number[];
};

export type PublishListener = (event: PublishEvent) => void;

/** Calls listeners synchronously and buffers nothing, so a slow listener costs no memory. */
export class PublishEventEmitter {
  readonly #listeners = new Set<PublishListener>();

  /** Returns the function that unsubscribes. A listener must not throw and must return quickly. */
  subscribe(listener: PublishListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: PublishEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
