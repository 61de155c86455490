import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import type { ObjectBucket } from '#api/adapters/object-bucket.ts';
import type { ObjectCache } from './object-cache.ts';
import { DamagedObjectError, decodeObject, encodeObject, hashObject, toObjectName } from './object-codec.ts';
import type { ObjectStore } from './object-store.ts';

/** Objects that are fetched at the same time before visitors ask for them. */
const PREFETCH_CONCURRENCY = 8;
/** A list of a whole bucket is not made more often than this, milliseconds. */
const COLLECT_INTERVAL_MS = 10 * 60_000;
/** So long an object without a release may be one that is just being published (ms). */
const UNUSED_GRACE_MS = 60 * 60_000;
/** Objects deleted between two looks at whether this server still leads. */
const DELETIONS_AT_ONCE = 100;
/** No object has this name: the bucket says so, which costs it nothing. */
const PROBE = 'probe';

type Options = {
  bucket: ObjectBucket;
  cache: ObjectCache;
  log: Logger;
  /** Whether this server may delete objects now: one server does, the leader. */
  isLeading: () => boolean;
};

export type SharedObjectStore = ObjectStore & {
  forget(): void;
  /** Whether all of these are on this disk. */
  holds(objects: readonly { hash: string; contentType: string }[]): boolean;
};

/** The objects of several servers: all in a bucket, those that this server sends also in a cache on its disk. */
export function createSharedObjectStore({ bucket, cache, log, isLeading }: Options): SharedObjectStore {
  /** What is known to be in the bucket. */
  const stored = new Set<string>();
  const fetching = new Map<string, Promise<Buffer | null>>();
  const prefetches = new PQueue({ concurrency: PREFETCH_CONCURRENCY });
  let collectedAt = Number.NEGATIVE_INFINITY;

  /** From the bucket into the cache; once, whoever asks. */
  function fetchObject(name: string): Promise<Buffer | null> {
    const running = fetching.get(name);
    if (running) return running;
    const started = bucket
      .get(name)
      .then(async (bytes) => {
        if (bytes) await cache.write(name, bytes);
        return bytes;
      })
      .finally(() => fetching.delete(name));
    fetching.set(name, started);
    return started;
  }

  /** A cache that is full of newer objects is not filled with others. */
  async function fetchMissing({ hash, contentType }: { hash: string; contentType: string }): Promise<void> {
    const name = toObjectName(hash, contentType);
    if (!cache.has(name) && cache.room > 0) await fetchObject(name);
  }

  async function requireObject(name: string, hash: string): Promise<Buffer> {
    const bytes = await fetchObject(name);
    if (bytes) return bytes;
    stored.delete(hash);
    throw new DamagedObjectError(`The object ${hash} isn’t in the bucket.`);
  }

  async function deleteUnused(referenced: ReadonlySet<string>): Promise<number> {
    const listed = await bucket.list();
    const now = listed.reduce((newest, { modifiedAt }) => Math.max(newest, modifiedAt), 0);
    const unused = listed
      .filter(({ name, modifiedAt }) => !referenced.has(name.slice(0, 64)) && modifiedAt < now - UNUSED_GRACE_MS)
      .map(({ name }) => name);
    let deleted = 0;
    for (let at = 0; at < unused.length && isLeading(); at += DELETIONS_AT_ONCE) {
      const names = unused.slice(at, at + DELETIONS_AT_ONCE);
      for (const name of names) stored.delete(name.slice(0, 64));
      await bucket.delete(names);
      deleted += names.length;
    }
    return deleted;
  }

  return {
    prepare: () => cache.prepare(),

    async put(bytes, contentType, { durable }) {
      const hash = hashObject(bytes);
      if (stored.has(hash)) return hash;
      const name = toObjectName(hash, contentType);
      const encoded = await encodeObject(bytes, contentType, { isUrgent: durable });
      await bucket.put(name, encoded);
      stored.add(hash);
      await cache.write(name, encoded);
      return hash;
    },

    async read(hash, contentType, encoding) {
      const name = toObjectName(hash, contentType);
      const cached = await cache.read(name);
      if (cached) {
        try {
          return await decodeObject(cached, { hash, contentType }, encoding);
        } catch (error) {
          log.warn({ err: error, object: hash }, 'damaged copy of an object deleted');
          cache.delete(name);
        }
      }
      const bytes = await requireObject(name, hash);
      try {
        return await decodeObject(bytes, { hash, contentType }, encoding);
      } catch (error) {
        cache.delete(name);
        stored.delete(hash);
        throw new DamagedObjectError(`The object ${hash} is damaged in the bucket.`, { cause: error });
      }
    },

    has: (hash) => stored.has(hash),

    // The rows of a release are deleted before its objects, so one that can be read has all of them.
    hasAll: async () => true,

    async locate(hash, contentType) {
      const name = toObjectName(hash, contentType);
      const cached = await cache.locate(name);
      if (cached !== null) return cached;
      await requireObject(name, hash);
      const fetched = await cache.locate(name);
      if (fetched === null) throw new DamagedObjectError(`There is no space for the object ${hash}.`);
      return fetched;
    },

    async obtain(objects) {
      const isOver = new AbortController();
      const tasks = objects.map((object) => async () => {
        // After one failure the others are not asked for: the bucket is away.
        if (!isOver.signal.aborted) await fetchMissing(object);
      });
      await prefetches.addAll(tasks).catch((error: unknown) => {
        isOver.abort();
        throw error;
      });
    },

    isReachable: () =>
      bucket.get(PROBE).then(
        () => true,
        () => false,
      ),

    async prefetch(objects) {
      // Those that can't be had now are fetched when they are asked for.
      await prefetches.addAll(objects.map((object) => () => fetchMissing(object).catch(() => undefined)));
    },

    isCollectionDue: () => performance.now() - collectedAt >= COLLECT_INTERVAL_MS,

    async deleteUnreferenced(referenced) {
      collectedAt = performance.now();
      try {
        return await deleteUnused(referenced);
      } catch (error) {
        // It can wait; a publish can't.
        if (!(error instanceof FileStoreUnavailableError)) throw error;
        log.warn({ err: error }, 'unused objects couldn’t be deleted; trying again later');
        return 0;
      }
    },

    holds: (objects) => objects.every(({ hash, contentType }) => cache.has(toObjectName(hash, contentType))),

    /** What is in the bucket isn't known any more: another server may have deleted some of it. */
    forget: () => stored.clear(),
  };
}
