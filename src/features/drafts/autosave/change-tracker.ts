import { dueAt } from './save-timing.ts';

/** What the server does not have yet. Changes are counted: what is saved is compared by number, not by text. */
export class Unsaved {
  #changes = 0;
  #saved = 0;
  #since = 0;
  #lastAt = 0;

  get count(): number {
    return this.#changes;
  }

  get isAny(): boolean {
    return this.#saved < this.#changes;
  }

  /** The last time that something was typed, milliseconds UTC. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** When it is to be saved, milliseconds UTC. */
  get dueAt(): number {
    return dueAt(this.#since, this.#lastAt);
  }

  isSaved(count: number): boolean {
    return count <= this.#saved;
  }

  typed(at: number): void {
    this.#lastAt = at;
    if (!this.isAny) this.#since = at;
    this.#changes += 1;
  }

  /** Something is to be saved although nobody typed. */
  wanted(): void {
    this.#changes += 1;
  }

  /** A save that began at `startedAt` brought this many changes to the server. */
  saved(count: number, startedAt: number): void {
    this.#saved = Math.max(this.#saved, count);
    if (this.isAny) this.#since = startedAt;
  }
}
