import { completeStored } from '../objects/complete.ts';
import type { Kind, Kinds, StoredObject } from '../objects/kinds.ts';

/** A row as it is saved: `json` null deletes it. */
export type Row = { kind: string; id: string; seq: number; json: string | null };

type Entry = { seq: number; object: StoredObject };

/**
 * All objects in memory, by kind and id, in the order of their creation. Objects are frozen: a change puts a new one.
 * Only `Transaction` writes here, through `apply`.
 */
export class Store {
  readonly #kinds = new Map<string, Map<string, Entry>>();
  #seq = 0;

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#kinds.get(kind)?.get(id)?.object as Kinds[K] | undefined;
  }

  /** Oldest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return [...(this.#kinds.get(kind)?.values() ?? [])].map(({ object }) => object as Kinds[K]);
  }

  /** The number of the next new object: ids contain it, so that they sort by age. */
  get nextSeq(): number {
    return this.#seq + 1;
  }

  findSeq(kind: Kind, id: string): number | null {
    return this.#kinds.get(kind)?.get(id)?.seq ?? null;
  }

  apply(changes: readonly { kind: Kind; id: string; seq: number; object: StoredObject | null }[]): void {
    for (const { kind, id, seq, object } of changes) {
      const objects = this.#kinds.get(kind) ?? new Map<string, Entry>();
      this.#kinds.set(kind, objects);
      if (object === null) objects.delete(id);
      else objects.set(id, { seq, object });
      this.#seq = Math.max(this.#seq, seq);
    }
  }

  load(rows: readonly Row[]): void {
    this.apply(
      rows.flatMap(({ kind, id, seq, json }) =>
        json === null
          ? []
          : [{ kind: kind as Kind, id, seq, object: freeze(completeStored(kind, JSON.parse(json)) as StoredObject) }],
      ),
    );
  }
}

/** Freezes the object and all that it contains. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) freeze(part);
    Object.freeze(value);
  }
  return value;
}
