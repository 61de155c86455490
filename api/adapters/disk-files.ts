import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, FileStoreUnavailableError, type ListedFileStore } from './file-store.ts';

/** Files in one directory. `put` moves: the given path must be on the same file system. */
export function createDiskFiles(directory: string): ListedFileStore {
  const toPath = (name: string) => {
    // Names are ours. A second check that none leaves the directory.
    if (!/^[a-z0-9][a-z0-9.-]*$/.test(name)) throw new Error('Not a stored file name.');
    return join(directory, name);
  };
  return {
    async put(name, path) {
      await mkdir(directory, { recursive: true });
      await fsyncPath(path);
      await rename(path, toPath(name));
      await fsyncPath(directory);
    },
    async size(name) {
      const fileStat = await stat(toPath(name)).catch(nullIfMissing);
      return fileStat?.isFile() ? fileStat.size : null;
    },
    read: (name, range) => openDiskFile(toPath(name), range),
    async delete(names) {
      await Promise.all(names.map((name) => rm(toPath(name), { force: true })));
    },
    async check() {
      try {
        await mkdir(directory, { recursive: true });
        await access(directory, constants.R_OK | constants.W_OK);
      } catch (cause) {
        throw new FileStoreUnavailableError('The folder of images and videos can’t be written to.', { cause });
      }
    },
    async list() {
      const entries = (await readdir(directory, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(directory, name))).size })));
    },
  };
}

/**
 * A stream of a file, or of a part of it; null when it is not there. It is opened here, so that a failure is a rejection
 * and no event of a stream without listeners yet; the stream closes it.
 */
export async function openDiskFile(path: string, range?: ByteRange): Promise<Readable | null> {
  const handle = await open(path, 'r').catch(nullIfMissing);
  return handle?.createReadStream(range) ?? null;
}

async function fsyncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
