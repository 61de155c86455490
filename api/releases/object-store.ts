import { readFile, rename, renameSync, rm, writeFile, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  DamagedObjectError,
  decodeObject,
  encodeObject,
  type Encoding,
  hashObject,
  toObjectName,
} from './object-codec.ts';

// The callback forms: with thousands of small files the promise forms cost as much again as the work itself.
const write = promisify(writeFile);
const read = promisify(readFile);
const move = promisify(rename);
const remove = promisify(rm);

type NamedObject = { hash: string; contentType: string };

/** Immutable objects of releases, named by the SHA-256 of their plain bytes. */
export type ObjectStore = {
  /** Makes ready what is on the disk. */
  prepare(): Promise<void>;
  /**
   * Keeps bytes and returns their hash. `durable` waits until they are safe from a power cut: a publish does, a full build
   * (which can be made again from the database) need not.
   */
  put(bytes: Buffer, contentType: string, options: { durable: boolean }): Promise<string>;
  /**
   * The bytes of an object in one encoding, checked against its name.
   * @throws DamagedObjectError when they are missing or others; FileStoreUnavailableError
   */
  read(hash: string, contentType: string, encoding: Encoding): Promise<Buffer>;
  /** False for an object that was deleted, or found damaged. */
  has(hash: string): boolean;
  /** Whether all of these are there, and none was found damaged; their bytes are not read. */
  hasAll(objects: readonly NamedObject[]): Promise<boolean>;
  /** The file of an object that is no text, for streaming. @throws DamagedObjectError, FileStoreUnavailableError */
  locate(hash: string, contentType: string): Promise<string>;
  /**
   * Brings the objects of a release near before it is served, as far as there is room. One that is lost is left out: it is rendered again.
   * @throws FileStoreUnavailableError when one can't be had now
   */
  obtain(objects: readonly NamedObject[]): Promise<void>;
  /** Whether the bucket answers now; the disk always does. Never throws. */
  isReachable(): Promise<boolean>;
  /** Brings objects near that visitors will ask for, as far as there is room. Never throws. */
  prefetch(objects: readonly NamedObject[]): Promise<void>;
  /** False while it is too early to look for what can be deleted. */
  isCollectionDue(): boolean;
  /** Deletes what is not in `referenced`, and what a crash left. Returns how many. */
  deleteUnreferenced(referenced: ReadonlySet<string>): Promise<number>;
};

/** Objects on the disk of the one server. An object is complete or absent: it is written under another name and renamed. */
export function createObjectStore(directory: string): ObjectStore {
  const storedHashes = new Set<string>();
  let serial = 0;

  const getPath = (hash: string, contentType: string) => join(directory, toObjectName(hash, contentType));

  return {
    async prepare(): Promise<void> {
      await mkdir(directory, { recursive: true });
      for (const name of await readdir(directory)) {
        // Left by a process that was killed while it wrote.
        if (name.endsWith('.tmp')) await remove(join(directory, name), { force: true });
        else storedHashes.add(name.slice(0, 64));
      }
    },

    async put(bytes: Buffer, contentType: string, options: { durable: boolean }): Promise<string> {
      const hash = hashObject(bytes);
      if (storedHashes.has(hash)) return hash;
      const stored = await encodeObject(bytes, contentType, { isUrgent: options.durable });
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

    async read(hash: string, contentType: string, encoding: Encoding): Promise<Buffer> {
      try {
        return await decodeObject(await read(getPath(hash, contentType)), { hash, contentType }, encoding);
      } catch (error) {
        storedHashes.delete(hash);
        throw new DamagedObjectError(`Couldn’t read the object ${hash}.`, { cause: error });
      }
    },

    has: (hash: string): boolean => storedHashes.has(hash),

    async hasAll(objects): Promise<boolean> {
      const names = new Set(await readdir(directory));
      return objects.every(
        ({ hash, contentType }) => storedHashes.has(hash) && names.has(toObjectName(hash, contentType)),
      );
    },

    locate: async (hash, contentType) => getPath(hash, contentType),

    // All of them are on this disk.
    obtain: async () => undefined,
    prefetch: async () => undefined,
    isReachable: async () => true,

    isCollectionDue: () => true,

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
