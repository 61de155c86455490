import { LRUCache } from 'lru-cache';
import type { Encoding, ObjectStore } from '#api/releases/object-store.ts';
import type { Heads } from './header-lists.ts';
import type { Entry } from '#api/releases/manifest.ts';

/** Objects kept in memory, bytes. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** About what the header list of a page takes, bytes. */
const HEAD_BYTES = 2_000;

/** An answer that only needs to be written. */
export type Ready = { body: Buffer; head: string[]; etag: string };

/** Answers as they are sent, those of the last visitors kept in memory. */
export class ReadyPages {
  readonly #store: ObjectStore;
  readonly #heads: Heads;
  // An entry object is replaced when its page changes, so what is kept for it can never be out of date.
  readonly #kept: Record<Encoding, LRUCache<Entry, Ready>> = {
    br: createMemory(),
    gzip: createMemory(),
    identity: createMemory(),
  };

  constructor(store: ObjectStore, heads: Heads) {
    this.#store = store;
    this.#heads = heads;
  }

  /** What is in memory, without waiting. */
  get(entry: Entry, encoding: Encoding): Ready | undefined {
    return this.#kept[encoding].get(entry);
  }

  /** Reads an object and keeps it. @throws DamagedObjectError */
  async load(entry: Entry, encoding: Encoding): Promise<Ready> {
    const body = await this.#store.read(entry.hash as string, entry.contentType, encoding);
    const ready = { body, ...this.#heads.ofEntry(entry, encoding) };
    this.#kept[encoding].set(entry, ready);
    return ready;
  }
}

function createMemory(): LRUCache<Entry, Ready> {
  return new LRUCache({ maxSize: MEMORY_BYTES / 2, sizeCalculation: ({ body }) => body.length + HEAD_BYTES });
}
