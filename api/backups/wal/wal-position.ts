import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { WalHeader, WalPlace } from './wal-frames.ts';
import { isSame, toFirstPlace } from './wal-frames.ts';

const pairSchema = z.tuple([z.number(), z.number()]);

const positionSchema = z.object({
  format: z.literal(1),
  chain: z.string(),
  /** Number of the next segment. */
  next: z.number().int(),
  /** SHA-256 of the last segment. */
  previous: z.string().nullable(),
  /** Up to where the log was read. */
  place: z.object({ salts: pairSchema, offset: z.number(), checksum: pairSchema }),
  /** When the log was last read (UTC ms). */
  readAt: z.number(),
  /** All of the log was read, and SQLite was asked to begin it anew. */
  isRestarting: z.boolean(),
});

/** How far the write-ahead log was read, as it is remembered on the disk. */
export type WalPosition = z.output<typeof positionSchema>;

/** Reads the position; null where there is none, or it can’t be read. */
export function readPosition(path: string): WalPosition | null {
  try {
    return positionSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Writes the position, safe from a power cut. */
export function writePosition(path: string, position: WalPosition): void {
  writeSafely(path, Buffer.from(JSON.stringify(position)));
}

/** Writes a file that is there whole or not at all, also after a power cut. */
export function writeSafely(path: string, bytes: Buffer): void {
  const file = openSync(`${path}.tmp`, 'w', 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.tmp`, path);
}

/**
 * Finds where reading goes on after a start; null when something may have been written that was never read. SQLite deletes a log when the last
 * connection of all programs is closed: what was in it can’t be told then.
 */
export function findNextPlace(saved: WalPosition, header: WalHeader | null): WalPlace | null {
  if (header === null) return null;
  if (isSame(saved.place.salts, header.salts)) return saved.place;
  return saved.isRestarting && isNextLog(saved.place, header) ? toFirstPlace(header) : null;
}

/** Whether a log is the one that SQLite began when it was done with the log of this place. */
export const isNextLog = ({ salts }: WalPlace, header: WalHeader): boolean => header.salts[0] === (salts[0] + 1) >>> 0;
