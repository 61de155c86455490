import { createHash } from 'node:crypto';
import type { CommittedPages } from './wal-frames.ts';

/**
 * Changes between two readings of the log, the one before begun at `since` and this one at `at` (UTC ms): every transaction from
 * before `at` that the mark before doesn’t have, and perhaps some of the milliseconds after.
 */
export type WalMark = CommittedPages & { since: number; at: number };

/** A file of marks that follow each other. The segments of a chain follow each other without a gap, from 1. */
export type WalSegment = {
  chain: string;
  number: number;
  pageSize: number;
  /** SHA-256 of the segment before; null for the first. */
  previous: string | null;
  marks: WalMark[];
};

/** A segment by its file’s name, which says enough to choose it. */
export type SegmentName = { name: string; chain: string; number: number; from: number; to: number };

const NAME = /^(?<chain>[a-z0-9]+)-(?<number>\d{8})-(?<from>\d{13})-(?<to>\d{13})\.wal\.gz$/;

export function toSegmentName({ chain, number, marks }: WalSegment): string {
  const toTime = (at = 0) => String(at).padStart(13, '0');
  return `${chain}-${String(number).padStart(8, '0')}-${toTime(marks[0]?.since)}-${toTime(marks.at(-1)?.at)}.wal.gz`;
}

/** Reads names of segments, in the order of their numbers; other names are left out. */
export function parseSegmentNames(names: readonly string[]): SegmentName[] {
  return names
    .flatMap((name) => {
      const { chain, number, from, to } = NAME.exec(name)?.groups ?? {};
      return chain ? [{ name, chain, number: Number(number), from: Number(from), to: Number(to) }] : [];
    })
    .sort((a, b) => a.number - b.number);
}

/** The bytes of a segment, before they are compressed: a line of JSON about it, and for each mark a line and its pages. */
export function encodeSegment({ marks, ...about }: WalSegment): Buffer {
  const parts = [toLine({ format: 1, ...about })];
  for (const { since, at, databasePages, pages } of marks)
    parts.push(toLine({ since, at, databasePages, pages: [...pages.keys()] }), ...pages.values());
  return Buffer.concat(parts);
}

const toLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Reads what `encodeSegment` wrote. @throws when the bytes are cut off or of another format. */
export function decodeSegment(bytes: Buffer): WalSegment {
  let at = 0;
  const readLine = () => {
    const end = bytes.indexOf('\n', at);
    if (end === -1) throw new Error('The segment is cut off.');
    const line = JSON.parse(bytes.toString('utf8', at, end));
    at = end + 1;
    return line;
  };
  const { format, chain, number, pageSize, previous } = readLine();
  if (format !== 1) throw new Error('The segment is of another version of this program.');
  const marks: WalMark[] = [];
  while (at < bytes.length) {
    const mark: { since: number; at: number; databasePages: number; pages: number[] } = readLine();
    if (at + mark.pages.length * pageSize > bytes.length) throw new Error('The segment is cut off.');
    const pages = new Map<number, Buffer>();
    for (const page of mark.pages) {
      pages.set(page, bytes.subarray(at, at + pageSize));
      at += pageSize;
    }
    marks.push({ since: mark.since, at: mark.at, databasePages: mark.databasePages, pages });
  }
  return { chain, number, pageSize, previous, marks };
}

export const hashSegment = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
