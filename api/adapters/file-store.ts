import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number };

/** The place of the files can’t be reached, or refuses: whether a file is there is not known. */
export class FileStoreUnavailableError extends Error {
  override name = 'FileStoreUnavailableError';
}

/** Stores immutable files by name. Callers check the names. */
export type FileStore = {
  /** Takes over the file at this path: afterwards it is in the store, whole and safe from a power cut, or nothing is. */
  put(name: string, path: string, contentType: string): Promise<void>;
  /** Bytes of a file, or null when it is not there. */
  size(name: string): Promise<number | null>;
  /** A stream of a file, or of a part of it; null when it is not there. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes files; those that are not there count as removed. */
  delete(names: readonly string[]): Promise<void>;
  /** Whether files can be stored and read. @throws FileStoreUnavailableError, whose message says what is wrong. */
  check(): Promise<void>;
};

/** A store that can say what it holds. */
export type ListedFileStore = FileStore & {
  list(): Promise<{ name: string; bytes: number }[]>;
};
