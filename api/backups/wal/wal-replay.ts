import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { decodeSegment, hashSegment } from './wal-segments.ts';

const unpack = promisify(gunzip);

export type ReplayRequest = {
  /** A backup, compressed, that stands at the beginning of the segments. */
  base: string;
  /** Paths of segments of one chain, in their order. */
  segments: readonly string[];
  /** The moment to reach (UTC ms): everything from before is there, and nothing from the second after. */
  until: number;
  /** The file to write, which must not exist. */
  target: string;
};

/** The last change in the file that was written (UTC ms), null when there is none after the base; and the checksum of the file. */
export type ReplayResult = { lastAt: number | null; sha256: string };

/** `copy`: the path of a database file that was copied with its log moved into it. */
export type FinishRequest = { copy: string };

/**
 * Writes a database as it was at a moment: a copy from before, and the pages that were written since. @throws when a segment is damaged or
 * doesn’t follow the one before.
 */
export async function replaySegments({ base, segments, until, target }: ReplayRequest): Promise<ReplayResult> {
  await pipeline(createReadStream(base), createGunzip(), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  await using file = await open(target, 'r+');
  let previous: string | null = null;
  let lastAt: number | null = null;
  for (const path of segments) {
    const bytes = await unpack(await readFile(path));
    const segment = decodeSegment(bytes);
    if (previous !== null && segment.previous !== previous) throw new Error('A part of the changes is missing.');
    previous = hashSegment(bytes);
    for (const { since, at, pages, databasePages } of segment.marks) {
      if (since >= until) break;
      for (const [page, content] of pages) await file.write(content, 0, content.length, (page - 1) * segment.pageSize);
      await file.truncate(databasePages * segment.pageSize);
      lastAt = at;
    }
  }
  await finishCopy(file);
  await file.sync();
  return { lastAt, sha256: await hashFile(target) };
}

/** Makes a copied database file one that is whole by itself. Returns its checksum. */
export async function finishCopiedDatabase({ copy }: FinishRequest): Promise<string> {
  await using file = await open(copy, 'r+');
  await finishCopy(file);
  await file.sync();
  return hashFile(copy);
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Bytes 18 and 19 of a database say that it has a write-ahead log (2) or none (1). */
const JOURNAL_MODE_AT = 18;
const WITHOUT_LOG = Buffer.from([1, 1]);

async function finishCopy(file: FileHandle): Promise<void> {
  await file.write(WITHOUT_LOG, 0, WITHOUT_LOG.length, JOURNAL_MODE_AT);
  await clearFreePages(file);
}

/** Pages that hold nothing any more keep what they held last: it isn’t copied (sqlite.org/fileformat2.html, section 1.5). */
async function clearFreePages(file: FileHandle): Promise<void> {
  const { pageSize, firstTrunk } = await readHeader(file);
  const empty = Buffer.alloc(pageSize);
  const trunk = Buffer.alloc(pageSize);
  for (let page = firstTrunk; page !== 0; page = trunk.readUInt32BE(0)) {
    await file.read(trunk, 0, pageSize, (page - 1) * pageSize);
    const leaves = trunk.readUInt32BE(4);
    for (let leaf = 0; leaf < leaves; leaf += 1) {
      const number = trunk.readUInt32BE(8 + 4 * leaf);
      await file.write(empty, 0, pageSize, (number - 1) * pageSize);
    }
  }
}

async function readHeader(file: FileHandle): Promise<{ pageSize: number; firstTrunk: number }> {
  const header = Buffer.alloc(100);
  await file.read(header, 0, header.length, 0);
  // 1 stands for 65,536, which has no place in two bytes.
  const stored = header.readUInt16BE(16);
  return { pageSize: stored === 1 ? 65_536 : stored, firstTrunk: header.readUInt32BE(32) };
}
