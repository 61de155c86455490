import { LRUCache } from 'lru-cache';
import type { Encoding } from '#api/releases/object-codec.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import type { HeaderLists } from './header-lists.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';

/** Size limit of the cache (bytes). */
const CACHE_BYTES = 32 * 1024 * 1024;
/** About what the header list of a page takes, bytes. */
const HEADER_BYTES = 2_000;

/** A response with encoded body and headers, ready to be written. */
export type CachedResponse = { body: Buffer; headers: string[]; etag: string };

/** Encoded responses in memory, least recently used first out. */
export class ResponseCache {
  readonly #store: ObjectStore;
  readonly #headerLists: HeaderLists;
  // A changed page gets a new entry object, so a response cached by entry is never out of date.
  readonly #caches: Record<Encoding, LRUCache<ReleaseEntry, CachedResponse>> = {
    br: createLruCache(),
    gzip: createLruCache(),
    identity: createLruCache(),
  };

  constructor(store: ObjectStore, headerLists: HeaderLists) {
    this.#store = store;
    this.#headerLists = headerLists;
  }

  /** The cached response, synchronously; undefined when there is none. */
  get(entry: ReleaseEntry, encoding: Encoding): CachedResponse | undefined {
    return this.#caches[encoding].get(entry);
  }

  /** Reads an object into the cache. @throws DamagedObjectError */
  async load(entry: ReleaseEntry, encoding: Encoding): Promise<CachedResponse> {
    const body = await this.#store.read(entry.hash as string, entry.contentType, encoding);
    const ready = { body, ...this.#headerLists.createEntryHeaders(entry, encoding) };
    this.#caches[encoding].set(entry, ready);
    return ready;
  }
}

function createLruCache(): LRUCache<ReleaseEntry, CachedResponse> {
  return new LRUCache({ maxSize: CACHE_BYTES / 2, sizeCalculation: ({ body }) => body.length + HEADER_BYTES });
}
