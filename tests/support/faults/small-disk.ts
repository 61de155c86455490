import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(64 * 1024, 1);

/** A file system of its own in memory, where this user may mount one; null elsewhere. */
export function mountSmallDisk(directory: string, megabytes: number): { unmount(): void } | null {
  mkdirSync(directory, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', directory]);
  if (mounted.status !== 0) return null;
  return { unmount: () => void spawnSync('umount', ['-l', directory]) };
}

/** Takes all space of the file system that a directory is on. Returns what gives it back. */
export function fillDisk(directory: string): () => void {
  const ballast = join(directory, 'ballast');
  const handle = openSync(ballast, 'w');
  for (const size of [CHUNK.length, 4096, 1]) {
    try {
      for (;;) writeSync(handle, CHUNK, 0, size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
  return () => rmSync(ballast);
}

/** No file of a process may grow beyond a byte any more (RLIMIT_FSIZE). Null where nothing can set that from outside. */
export function limitFiles(pid: number): (() => void) | null {
  const set = (id: string, limit: string) => spawnSync('prlimit', ['--pid', id, `--fsize=${limit}:`]).status === 0;
  if (!set(String(pid), '1')) return null;
  return () => {
    // A process that it started meanwhile has inherited the limit.
    const children = spawnSync('pgrep', ['-P', String(pid)])
      .stdout.toString()
      .split('\n')
      .filter(Boolean);
    for (const id of [String(pid), ...children]) set(id, 'unlimited');
  };
}
