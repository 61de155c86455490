import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/client.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { write } from '#db/write.ts';
import type { Clock } from '#api/clock.ts';

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
  /** As `isFull`, by a probe that begins now. */
  isStillFull(): Promise<boolean>;
  /** Since when it is full (UTC ms); null while it isn't. */
  readonly fullSince: number | null;
  /** True when little space is left. */
  isShort(): Promise<boolean>;
  /** Calls back when a write finds no space, once until there is some again. */
  onFull(listener: () => void): void;
};

type Options = {
  db: Database;
  clock: Clock;
  /** What the server writes into; each may be a file system of its own. */
  directories: readonly string[];
  /** Monotonic, milliseconds. */
  now?: () => number;
  /** Bytes that this user may still write there; infinite where that can't be found out. */
  readFreeBytes?: (directory: string) => Promise<number>;
};

export function createDiskSpace({
  db,
  clock,
  directories,
  now = () => performance.now(),
  readFreeBytes = readFreeBytesOfDisk,
}: Options): DiskSpace {
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
      fullSince = null;
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    }
  };
  const startProbe = () => {
    probedAt = now();
    probing = probe().finally(() => {
      probing = null;
    });
    return probing;
  };
  return {
    get fullSince() {
      return fullSince;
    },
    recordError(error) {
      const isSpace = isOutOfSpace(error);
      if (isSpace && fullSince === null) {
        fullSince = clock.now();
        for (const listener of listeners) listener();
      }
      return isSpace;
    },
    async isShort() {
      const free = await Promise.all(directories.map((directory) => readFreeBytes(directory)));
      return free.some((bytes) => bytes < SHORT_BYTES);
    },
    onFull(listener) {
      listeners.push(listener);
    },
    async isFull() {
      if (fullSince !== null && !probing && now() - probedAt >= PROBE_EVERY_MS) await startProbe();
      else await probing;
      return fullSince !== null;
    },
    async isStillFull() {
      // One that is under way may have begun before space was freed.
      await probing;
      if (fullSince !== null) await startProbe();
      return fullSince !== null;
    },
  };
}

async function readFreeBytesOfDisk(directory: string): Promise<number> {
  const space = await statfs(directory).catch(() => null);
  return space ? space.bavail * space.bsize : Number.POSITIVE_INFINITY;
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
