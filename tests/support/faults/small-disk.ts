import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(64 * 1024, 1);

/** Mounts a file system in memory. Returns null where this user may not mount one. */
export function mountSmallDisk(directory: string, megabytes: number): { unmount(): void } | null {
  mkdirSync(directory, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', directory]);
  if (mounted.status !== 0) return null;
  return { unmount: () => void spawnSync('umount', ['-l', directory]) };
}

/** Fills the file system of a directory. Returns a function that frees the space. */
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

/** Limits the files of a running process to one byte (RLIMIT_FSIZE). Returns a function that removes the limit, or null where prlimit fails. */
export function limitFileSize(pid: number): (() => void) | null {
  const set = (id: string, limit: string) => spawnSync('prlimit', ['--pid', id, `--fsize=${limit}:`]).status === 0;
  if (!set(String(pid), '1')) return null;
  return () => {
    // Child processes started meanwhile have inherited the limit.
    const children = spawnSync('pgrep', ['-P', String(pid)])
      .stdout.toString()
      .split('\n')
      .filter(Boolean);
    for (const id of [String(pid), ...children]) set(id, 'unlimited');
  };
}
