import { createHash } from 'node:crypto';
import { readFile, rename, renameSync, rm, writeFile, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';

// The callback forms: with thousands of small files the promise forms cost as much again as the work itself.
const write = promisify(writeFile);
const read = promisify(readFile);
const move = promisify(rename);
const remove = promisify(rm);
const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Measured on pages of 12 to 30 KB: level 5 is within 6 % of level 9 in size at a tenth of its time. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** Up to this size compressing takes about half a millisecond: less than handing it to another thread and back. */
const SYNC_COMPRESS_BYTES = 96 * 1024;

const TEXT =
  /^(text\/|application\/(json|feed\+json|ld\+json|rss\+xml|atom\+xml|xml|javascript|manifest\+json)|image\/svg\+xml)/;

/** True for content types that are sent compressed. */
export function isCompressible(contentType: string): boolean {
  return TEXT.test(contentType);
}

/** The bytes of an object do not match its hash, for example after a power cut. */
export class DamagedObjectError extends Error {
  override name = 'DamagedObjectError';
}

export type ObjectStore = ReturnType<typeof createObjectStore>;

/**
 * Immutable objects on disk, named by the SHA-256 of their plain bytes. Texts are stored once, as `<hash>.br`, from
 * which the other encodings are made on demand; other content is stored unchanged. An object is complete or absent: it
 * is written under another name and renamed.
 */
export function createObjectStore(directory: string) {
  const storedHashes = new Set<string>();
  let serial = 0;

  const getPath = (hash: string, contentType: string) =>
    join(directory, isCompressible(contentType) ? `${hash}.br` : hash);

  return {
    /** Creates the directory, lists the objects in it and deletes unfinished ones. */
    async prepare(): Promise<void> {
      await mkdir(directory, { recursive: true });
      for (const name of await readdir(directory)) {
        // Left by a process that was killed while it wrote.
        if (name.endsWith('.tmp')) await remove(join(directory, name), { force: true });
        else storedHashes.add(name.slice(0, 64));
      }
    },

    /**
     * Keeps bytes and returns their hash. `durable` waits until the disk has them: a publish does, a full build
     * (which can be made again from the database) does not.
     */
    async put(bytes: Buffer, contentType: string, options: { durable: boolean }): Promise<string> {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (storedHashes.has(hash)) return hash;
      const isSynchronous = options.durable;
      const stored = isCompressible(contentType) ? await toBrotli(bytes, isSynchronous) : bytes;
      const path = getPath(hash, contentType);
      serial += 1;
      const temporary = `${path}.${process.pid}-${serial}.tmp`;
      try {
        if (options.durable) {
          await write(temporary, stored, { flush: true });
          await move(temporary, path);
        } else {
          // The cache takes it in a tenth of the time that a promise needs.
          writeFileSync(temporary, stored);
          renameSync(temporary, path);
        }
      } catch (error) {
        // A partial file would occupy the space that the next attempt needs.
        await remove(temporary, { force: true });
        throw error;
      }
      storedHashes.add(hash);
      return hash;
    },

    /**
     * The bytes of an object in one encoding, checked against its name.
     * @throws DamagedObjectError when they are missing or others.
     */
    async read(hash: string, contentType: string, encoding: Encoding): Promise<Buffer> {
      try {
        const stored = await read(getPath(hash, contentType));
        const plain = isCompressible(contentType) ? await decompressBrotli(stored) : stored;
        if (createHash('sha256').update(plain).digest('hex') !== hash) throw new Error('The hash differs.');
        if (encoding === 'identity' || !isCompressible(contentType)) return plain;
        return encoding === 'br' ? stored : await compressGzip(plain, { level: GZIP_LEVEL });
      } catch (error) {
        storedHashes.delete(hash);
        throw new DamagedObjectError(`Couldn’t read the object ${hash}.`, { cause: error });
      }
    },

    /** False for an object that was deleted, or found damaged. */
    has: (hash: string): boolean => storedHashes.has(hash),

    /** Whether all of these are on the disk, and none was found damaged; their bytes are not read. */
    async hasAll(objects: readonly { hash: string; contentType: string }[]): Promise<boolean> {
      const names = new Set(await readdir(directory));
      return objects.every(
        ({ hash, contentType }) => storedHashes.has(hash) && names.has(basename(getPath(hash, contentType))),
      );
    },

    /** The file of an object, for streaming content that is not text. */
    getPath,

    /** Deletes every object that is not in `keep`, and temporary files of a crash. Returns how many. */
    async deleteUnreferenced(referenced: ReadonlySet<string>): Promise<number> {
      let removed = 0;
      for (const name of await readdir(directory)) {
        const hash = name.slice(0, 64);
        const isTemporary = name.endsWith('.tmp');
        // What is neither an object nor a part of one is not ours to delete.
        if (!isTemporary && (referenced.has(hash) || !/^[0-9a-f]{64}/.test(name))) continue;
        await remove(join(directory, name), { force: true });
        storedHashes.delete(hash);
        removed += 1;
      }
      return removed;
    },
  };
}

async function toBrotli(bytes: Buffer, isSynchronous: boolean): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  // A window as large as the text: a larger one only costs memory to set up.
  const window = Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes.length + 16)) + 1));
  const params = {
    [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [BROTLI_PARAM_LGWIN]: window,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  // In a full render this runs on another core than the rendering.
  return isSynchronous && bytes.length <= SYNC_COMPRESS_BYTES
    ? brotliCompressSync(bytes, { params })
    : compressBrotli(bytes, { params });
}
