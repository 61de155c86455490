/** Bytes of the header of a write-ahead log, and of that of each frame in it. */
export const WAL_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;

/** Begins a log whose checksums are sums of little-endian words, as every processor that Node runs on writes it. */
const MAGIC = 0x377f0682;

type Salts = [number, number];
type Checksum = [number, number];

/** The header of a log. Both salts change whenever SQLite begins the log anew; the first one by 1. */
export type WalHeader = {
  pageSize: number;
  salts: Salts;
  checksum: Checksum;
};

/** A place between two transactions of a log; `checksum` is that of everything before it. */
export type WalPlace = { salts: Salts; offset: number; checksum: Checksum };

/** Pages that whole transactions wrote: each as it was last, and how many pages the database has then. */
export type CommittedPages = { pages: Map<number, Buffer>; databasePages: number };

/** Reads the header of a log (sqlite.org/fileformat2.html, section 4.1); null for an empty log and for one that is being begun. */
export function readWalHeader(bytes: Buffer): WalHeader | null {
  if (bytes.length < WAL_HEADER_BYTES || bytes.readUInt32BE(0) !== MAGIC) return null;
  const checksum: Checksum = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)];
  if (!isSame(addChecksum([0, 0], bytes.subarray(0, 24)), checksum)) return null;
  return {
    pageSize: bytes.readUInt32BE(8),
    salts: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    checksum,
  };
}

/** The place before the first transaction of a log. */
export const toFirstPlace = ({ salts, checksum }: WalHeader): WalPlace => ({
  salts,
  offset: WAL_HEADER_BYTES,
  checksum,
});

/** Bytes of one frame. */
export const toFrameBytes = (pageSize: number): number => FRAME_HEADER_BYTES + pageSize;

/** Whether the frame with this header belongs to the log that begins with `header`, and not to an earlier one. */
export const isFrameOf = ({ salts }: WalHeader, frame: Buffer): boolean =>
  frame.length >= FRAME_HEADER_BYTES && isSame([frame.readUInt32BE(8), frame.readUInt32BE(12)], salts);

/**
 * Reads the whole transactions of a log from `start` on, part by part. Neither a transaction that isn’t whole is read, nor frames that were
 * rolled back, nor what an earlier log has left: their salts, checksums or marks differ.
 */
export function createCommitReader(start: WalPlace, pageSize: number) {
  const frameBytes = toFrameBytes(pageSize);
  const committed: CommittedPages = { pages: new Map(), databasePages: 0 };
  let place = start;
  let { offset, checksum } = start;
  let open: [number, Buffer][] = [];
  return {
    committed,
    /** After the last whole transaction. */
    get place() {
      return place;
    },
    /** Beginning of the next part in the log (bytes). */
    get offset() {
      return offset;
    },
    /** Takes whole frames from `offset` on. Returns false at the first that isn’t one of the log. */
    add(bytes: Buffer): boolean {
      for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
        const header = bytes.subarray(at, at + FRAME_HEADER_BYTES);
        const page = bytes.subarray(at + FRAME_HEADER_BYTES, at + frameBytes);
        if (!isSame([header.readUInt32BE(8), header.readUInt32BE(12)], start.salts)) return false;
        const sum = addChecksum(addChecksum(checksum, header.subarray(0, 8)), page);
        if (!isSame(sum, [header.readUInt32BE(16), header.readUInt32BE(20)])) return false;
        checksum = sum;
        offset += frameBytes;
        open.push([header.readUInt32BE(0), page]);
        const databasePages = header.readUInt32BE(4);
        // The last frame of a transaction is the one that names the size of the database.
        if (databasePages === 0) continue;
        for (const [number, content] of open) committed.pages.set(number, content);
        committed.databasePages = databasePages;
        open = [];
        place = { salts: start.salts, offset, checksum };
      }
      return true;
    },
  };
}

export const isSame = (one: Salts, other: Salts): boolean => one[0] === other[0] && one[1] === other[1];

/** SQLite’s checksum of a log: two sums that go on from one frame to the next. */
function addChecksum([first, second]: Checksum, bytes: Buffer): Checksum {
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + bytes.readUInt32LE(at) + two) >>> 0;
    two = (two + bytes.readUInt32LE(at + 4) + one) >>> 0;
  }
  return [one, two];
}
