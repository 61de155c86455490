/**
 * What the publisher tells those who listen. `queued`: there may be new jobs. `released`: what visitors see, or whether
 * publishing is held or waits for space, has changed. `stopped`: the server ends. None carries a state; whoever listens reads it.
 */
export type PublishEvent = {
  kind: 'queued' | 'rendering' | 'live' | 'failed' | 'released' | 'stopped';
  /** The jobs that it is about; of `queued` they are not known. */
  jobs?: readonly number[];
};

export type PublishListener = (event: PublishEvent) => void;

/** Hands events on at once and keeps none, so that nobody who listens costs memory and nobody at all costs nothing. */
export class PublishEventEmitter {
  readonly #listeners = new Set<PublishListener>();

  /** Returns what ends the subscription. A listener must not throw, and should only note that there is something. */
  subscribe(listener: PublishListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: PublishEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
