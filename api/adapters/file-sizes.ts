import { LRUCache } from 'lru-cache';
import type { FileStore } from './file-store.ts';

const CACHE_ENTRIES = 10_000;

/** Caches the sizes of files, which never change under one name; those of deleted or missing files are dropped. */
export function cacheFileSizes(files: FileStore): FileStore {
  const sizes = new LRUCache<string, number>({ max: CACHE_ENTRIES });
  return {
    ...files,
    async size(name) {
      const size = sizes.get(name) ?? (await files.size(name));
      if (size !== null) sizes.set(name, size);
      return size;
    },
    async read(name, range) {
      const stream = await files.read(name, range);
      if (!stream) sizes.delete(name);
      return stream;
    },
    async delete(names) {
      await files.delete(names);
      for (const name of names) sizes.delete(name);
    },
  };
}
