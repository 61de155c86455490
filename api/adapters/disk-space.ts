import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/client.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { write } from '#db/write.ts';

/** Minimum interval of probes (ms): each writes and syncs. */
const PROBE_EVERY_MS = 2_000;
/** Below this old releases are deleted before new ones are written (bytes). */
const SHORT_BYTES = 32 * 1024 * 1024;
/** More than a page of the site. */
const PROBE_BYTES = 256 * 1024;

/** Whether the disk is full: set by a write that failed, cleared by a probe. */
export type DiskSpace = {
  /** Records an error of a full disk and returns true; ignores any other. */
  recordError(error: unknown): boolean;
  /** True after a write found no space, until a probe finds some. */
  isFull(): Promise<boolean>;
  /** Since when it is full (UTC ms); null while it isn't. */
  readonly fullSince: number | null;
  /** True when little space is left. */
  isShort(): Promise<boolean>;
  /** Calls back when a write finds no space, once until there is some again. */
  onFull(listener: () => void): void;
};

/**
 * `directories`: what the server writes into; each may be a file system of its own. `now` is a monotonic clock in
 * milliseconds.
 */
export function createDiskSpace(
  { db, directories }: { db: Database; directories: readonly string[] },
  now: () => number = () => performance.now(),
): DiskSpace {
  let isFull = false;
  let fullSince: number | null = null;
  const listeners: (() => void)[] = [];
  let probing: Promise<void> | null = null;
  let probedAt = Number.NEGATIVE_INFINITY;

  const probe = async () => {
    try {
      // Named like an unfinished file, which the object store ignores.
      for (const directory of directories) await probeFile(join(directory, 'space.probe.tmp'));
      // Writes one page: a database can be at its limit where files are not.
      await write(db, ['UPDATE site_state SET current_release = current_release']);
      isFull = false;
      fullSince = null;
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    }
  };
  return {
    get fullSince() {
      return fullSince;
    },
    recordError(error) {
      const isSpace = isOutOfSpace(error);
      if (isSpace) fullSince ??= Date.now();
      if (isSpace && !isFull) {
        isFull = true;
        for (const listener of listeners) listener();
      }
      return isSpace;
    },
    async isShort() {
      for (const directory of directories) {
        const space = await statfs(directory).catch(() => null);
        if (space && space.bavail * space.bsize < SHORT_BYTES) return true;
      }
      return false;
    },
    onFull(listener) {
      listeners.push(listener);
    },
    async isFull() {
      if (isFull && !probing && now() - probedAt >= PROBE_EVERY_MS) {
        probedAt = now();
        probing = probe().finally(() => {
          probing = null;
        });
      }
      await probing;
      return isFull;
    },
  };
}

async function probeFile(path: string): Promise<void> {
  try {
    await using handle = await open(path, 'w', 0o600);
    await handle.writeFile(Buffer.alloc(PROBE_BYTES, 1));
    await handle.sync();
  } finally {
    await rm(path, { force: true });
  }
}
