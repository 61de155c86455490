import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { isOutOfSpace } from '#db/out-of-space.ts';

/** Files that are looked at in one go at the start. */
const STATS_AT_ONCE = 64;

export type ObjectCache = ReturnType<typeof createObjectCache>;

/** Copies of objects on the disk of this server, those not asked for the longest deleted first. It may be emptied at any time. */
export function createObjectCache(directory: string, maxBytes: number) {
  const toPath = (name: string) => join(directory, name);
  let serial = 0;
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    // An empty object takes a place, too.
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_bytes, name, reason) => {
      if (reason !== 'set') void rm(toPath(name), { force: true }).catch(() => undefined);
    },
  });

  return {
    /** Finds what an earlier run left, the longest unused first. */
    async prepare(): Promise<void> {
      await mkdir(directory, { recursive: true });
      const names = await readdir(directory);
      const files: { name: string; bytes: number; usedAt: number }[] = [];
      for (let at = 0; at < names.length; at += STATS_AT_ONCE) {
        await Promise.all(
          names.slice(at, at + STATS_AT_ONCE).map(async (name) => {
            if (name.endsWith('.tmp')) return rm(toPath(name), { force: true });
            const found = await stat(toPath(name)).catch(() => null);
            if (found?.isFile()) files.push({ name, bytes: found.size, usedAt: found.mtimeMs });
          }),
        );
      }
      for (const { name, bytes } of files.sort((a, b) => a.usedAt - b.usedAt)) sizes.set(name, bytes);
    },

    has: (name: string): boolean => sizes.has(name),

    /** Null when it is not there. */
    async read(name: string): Promise<Buffer | null> {
      if (sizes.get(name) === undefined) return null;
      const bytes = await readFile(toPath(name)).catch(() => null);
      if (bytes === null) sizes.delete(name);
      // After a restart, the order of use is that of the files' times.
      else void utimes(toPath(name), new Date(), new Date()).catch(() => undefined);
      return bytes;
    },

    /** The file of an object, or null when it is not there. */
    async locate(name: string): Promise<string | null> {
      if (sizes.get(name) === undefined) return null;
      if (await stat(toPath(name)).catch(() => null)) return toPath(name);
      sizes.delete(name);
      return null;
    },

    /** A copy that finds no space is left out: the bucket has the object. */
    async write(name: string, bytes: Buffer): Promise<void> {
      if (bytes.length > maxBytes) return;
      serial += 1;
      const temporary = toPath(`${name}.${process.pid}-${serial}.tmp`);
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, toPath(name));
        sizes.set(name, bytes.length);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        // The folder itself may have vanished.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') await mkdir(directory, { recursive: true });
        else if (isOutOfSpace(error)) this.shrink();
        else throw error;
      }
    },

    delete: (name: string): void => void sizes.delete(name),

    /** Deletes half of what it holds: on a full disk there is something more important to write. */
    shrink(): void {
      const target = sizes.calculatedSize / 2;
      while (sizes.size > 0 && sizes.calculatedSize > target) sizes.pop();
    },

    /** Bytes that may still be added without deleting anything. */
    get room(): number {
      return maxBytes - sizes.calculatedSize;
    },
  };
}
