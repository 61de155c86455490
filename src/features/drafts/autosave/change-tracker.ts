import { computeSaveDueAt } from './save-timing.ts';

/** What the server does not have yet. Changes are counted: what is saved is compared by number, not by text. */
export class ChangeTracker {
  #changes = 0;
  #savedCount = 0;
  #since = 0;
  #lastChangeAt = 0;

  get count(): number {
    return this.#changes;
  }

  get hasChanges(): boolean {
    return this.#savedCount < this.#changes;
  }

  /** The last time that something was typed, milliseconds UTC. */
  get lastChangeAt(): number {
    return this.#lastChangeAt;
  }

  /** When it is to be saved, milliseconds UTC. */
  get dueAt(): number {
    return computeSaveDueAt(this.#since, this.#lastChangeAt);
  }

  isSaved(count: number): boolean {
    return count <= this.#savedCount;
  }

  recordChange(at: number): void {
    this.#lastChangeAt = at;
    if (!this.hasChanges) this.#since = at;
    this.#changes += 1;
  }

  /** Marks a change that was not typed. */
  requestSave(): void {
    this.#changes += 1;
  }

  /** A save that began at `startedAt` brought this many changes to the server. */
  markSaved(count: number, startedAt: number): void {
    this.#savedCount = Math.max(this.#savedCount, count);
    if (this.hasChanges) this.#since = startedAt;
  }
}
