import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';

/** Last status sent for each publish, to deduplicate events. */
export class SentStatusTracker {
  readonly #open = new Map<number, string>();
  #newest = 0;

  /** The newest publish that is known, told of or not; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Those that have another state than they were told with; they count as told then. What is finished need not be remembered. */
  filterChanged(publishes: readonly PublishJson[]): PublishJson[] {
    this.noteNewest(publishes);
    const changed = publishes.filter(({ id, status }) => this.#open.get(id) !== status);
    for (const { id, status } of changed) {
      if (status === 'live' || status === 'failed') this.#open.delete(id);
      else this.#open.set(id, status);
    }
    return changed;
  }

  noteNewest(publishes: readonly PublishJson[]): void {
    this.#newest = publishes.reduce((newest, { id }) => Math.max(newest, id), this.#newest);
  }

  clear(): void {
    this.#open.clear();
  }
}
