import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, read, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Deps } from '#api/deps.ts';
import type { FileDatabase } from '#db/client.ts';
import {
  createCommitReader,
  FRAME_HEADER_BYTES,
  isFrameOf,
  isSame,
  readWalHeader,
  toFirstPlace,
  toFrameBytes,
  WAL_HEADER_BYTES,
  type WalHeader,
  type WalPlace,
} from './wal-frames.ts';
import { findNextPlace, isNextLog, readPosition, writePosition, writeSafely } from './wal-position.ts';
import { encodeSegment, hashSegment, parseSegmentNames, toSegmentName, type WalMark } from './wal-segments.ts';

const POSITION = 'position.json';
/** Between two readings of the log (ms): how exactly a moment can be restored. */
const READ_EVERY_MS = 250;
/** A segment holds at most so much time (ms), and about so many bytes. */
const SEGMENT_MS = 10_000;
const SEGMENT_BYTES = 16 * 1024 ** 2;
/** The log is begun anew from this size on, as SQLite does by itself: 1,000 pages. */
const RESTART_BYTES = 4 * 1024 ** 2;
/** With more bytes than these to write, a segment is written before writes are held up for the move. */
const LAST_BYTES = 256 * 1024;
/** Parts in which the log is read, and the database file copied (bytes). */
const PART_BYTES = 512 * 1024;
const COPY_BYTES = 1024 ** 2;

const compress = promisify(gzip);

/** The place of a copy in a chain: it holds every segment before this one. */
export type BasePosition = { chain: string; segment: number };

type CaptureDeps = Pick<Deps, 'clock' | 'log' | 'space'> & {
  db: FileDatabase;
  /** The database file. */
  file: string;
  /** The folder in which segments wait to be taken away. */
  folder: string;
  /** A segment is in the folder. */
  onSegment(): void;
};

/** A segment that isn’t written yet: its bytes before they are compressed, and how many marks are in it. */
type TakenSegment = { name: string; bytes: Buffer; marks: number };
type Chain = { id: string; next: number; previous: string | null };

/**
 * Reads every transaction from the write-ahead log before SQLite moves it into the database file. SQLite moves it only when it is told to
 * here, in a thread of the driver: one process opens the file, and writes wait meanwhile. What was read becomes segments,
 * files in a folder from which a shipper takes them.
 */
export class WalCapture {
  readonly #deps: CaptureDeps;
  readonly #log: string;
  readonly #position: string;
  /** Open until `end`: closing a file of an open database takes the locks of SQLite’s own connection with it (fcntl). */
  readonly #database: number;
  #chain: Chain | null = null;
  #place: WalPlace | null = null;
  #pageSize = 0;
  #isRestarting = false;
  /** Of the log that was moved last without a chain: the next write begins another one. */
  #movedSalts: WalHeader['salts'] | null = null;
  /** Copies of the database file that are being made: meanwhile nothing is moved into it. */
  #copies = 0;
  #marks: WalMark[] = [];
  #markedBytes = 0;
  /** When the log was last read (UTC ms). */
  #readAt: number;
  #work: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: CaptureDeps) {
    this.#deps = deps;
    this.#log = `${deps.file}-wal`;
    this.#position = join(deps.folder, POSITION);
    this.#database = openSync(deps.file, 'r');
    this.#readAt = deps.clock.now();
  }

  /** The chain that is being written; null while changes can’t be kept because there is no copy that they would belong to. */
  get chain(): string | null {
    return this.#chain?.id ?? null;
  }

  /** Takes the moving of the log over from SQLite, and goes on where the last process ended. */
  async start(): Promise<void> {
    const { folder } = this.#deps;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const saved = readPosition(this.#position);
    const place = saved && findNextPlace(saved, this.#readHeader());
    if (saved && place) {
      this.#chain = { id: saved.chain, next: saved.next, previous: saved.previous };
      this.#place = place;
      this.#readAt = saved.readAt;
      this.#isRestarting = saved.isRestarting && place === saved.place;
    }
    await this.#deps.db.setPragma('wal_autocheckpoint', 0);
    if (saved && !this.#chain)
      this.#deps.log.warn(
        { chain: saved.chain },
        'changes are kept again from the next backup on: the log of the last process is gone',
      );
    // A segment was written, and the process ended before that was noted: it is read again.
    const names = parseSegmentNames(readdirSync(folder).map(String));
    for (const { name, chain, number } of names)
      if (chain === this.#chain?.id && number >= this.#chain.next) rmSync(join(folder, name), { force: true });
    // A process that was killed has left frames in the log.
    this.#readNow();
    this.#scheduleReading();
  }

  /** Reads what is left and moves it into the database file, which can be closed then. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#run(async () => {
      if (this.#chain) await this.#restartLog();
    });
  }

  /** Closes the file, once the database is closed. */
  end(): void {
    closeSync(this.#database);
  }

  /**
   * Copies the database into a file as it is now, without holding up anybody: everything is moved into the file first, and nothing while it
   * is copied. Begins a chain where there is none. @throws while another program holds the database.
   */
  async copyDatabase(target: string): Promise<BasePosition> {
    const position = await this.#run(async () => {
      if (!(await this.#moveLog())) throw new Error('Another program holds the database: it can’t be copied now.');
      const id = `c${this.#deps.clock.now().toString(36)}${randomBytes(3).toString('hex')}`;
      this.#chain ??= { id, next: 1, previous: null };
      this.#note();
      this.#copies += 1;
      return { chain: this.#chain.id, segment: this.#chain.next };
    });
    try {
      await this.#copyFile(target);
    } finally {
      this.#copies -= 1;
    }
    return position;
  }

  /** Moves all of the log into the database file; begins anew where that shows that the chain is broken. */
  async #moveLog(): Promise<boolean> {
    if (!this.#chain) await this.#prepareChain();
    if (await this.#restartLog()) return true;
    if (this.#chain) return false;
    await this.#prepareChain();
    return this.#restartLog();
  }

  /** Has SQLite begin a log where there is none: a chain begins at a place in one. */
  async #prepareChain(): Promise<void> {
    if (this.#readHeader()) return;
    const { client } = this.#deps.db;
    const { rows } = await client.execute('PRAGMA user_version');
    await client.execute(`PRAGMA user_version = ${Number(rows[0]?.user_version)}`);
  }

  /** Writes what was read into a segment now. */
  flush(): Promise<void> {
    return this.#run(async () => {
      await this.#read();
      await this.#writeSegment();
    });
  }

  #scheduleReading(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.#run(() => this.#readAndMove())
        .catch((error: unknown) => {
          this.#deps.space.recordError(error);
          this.#deps.log.error({ err: error }, 'the write-ahead log wasn’t read');
        })
        .finally(() => this.#scheduleReading());
    }, READ_EVERY_MS).unref();
  }

  /** One piece of work after the other. */
  #run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #readAndMove(): Promise<void> {
    await this.#read();
    const since = this.#marks[0]?.at ?? Number.POSITIVE_INFINITY;
    if (this.#markedBytes > SEGMENT_BYTES || this.#deps.clock.now() - since >= SEGMENT_MS) await this.#writeSegment();
    if (this.#copies > 0) return;
    const isLong = !this.#isRestarting && (this.#place?.offset ?? 0) > RESTART_BYTES;
    if (!this.#chain) await this.#moveLongLog();
    else if (isLong) await this.#restartLog();
  }

  /** Without a chain: what is moved is in the next copy. */
  async #moveLongLog(): Promise<void> {
    const header = this.#readHeader();
    if (!header || (this.#movedSalts && isSame(this.#movedSalts, header.salts))) return;
    const frameBytes = toFrameBytes(header.pageSize);
    const last = WAL_HEADER_BYTES + Math.floor(RESTART_BYTES / frameBytes) * frameBytes;
    if (!isFrameOf(header, this.#readLog(last, FRAME_HEADER_BYTES))) return;
    const { lockQueue, moveLog } = this.#deps.db;
    const { logged, moved } = await lockQueue.runAlone(moveLog);
    if (logged === moved) this.#movedSalts = header.salts;
  }

  /** Reads what was committed since the last reading, and lets others run between its parts. */
  async #read(): Promise<void> {
    const parts = this.#readParts();
    while (!parts.next().done) await nextTurn();
  }

  /** Reads it at once. */
  #readNow(): void {
    const parts = this.#readParts();
    while (!parts.next().done);
  }

  *#readParts(): Generator<void> {
    // Before the log is looked at: whatever was written before this moment is in it.
    const at = this.#deps.clock.now();
    if (!this.#chain) return;
    if (readSize(this.#log) > 0) {
      const file = openSync(this.#log, 'r');
      try {
        yield* this.#readFile(file, at);
      } finally {
        closeSync(file);
      }
    }
    this.#readAt = at;
  }

  *#readFile(file: number, at: number): Generator<void> {
    const header = readWalHeader(readPart(file, 0, WAL_HEADER_BYTES));
    if (!header || !this.#follow(header)) return;
    const reader = createCommitReader(this.#place ?? toFirstPlace(header), header.pageSize);
    const frameBytes = toFrameBytes(header.pageSize);
    // One frame at first: most of the time there is nothing new, and what an earlier log has left isn’t read.
    for (let bytes = frameBytes; ; bytes = Math.ceil(PART_BYTES / frameBytes) * frameBytes) {
      const part = readPart(file, reader.offset, bytes);
      if (!reader.add(part) || part.length < bytes) break;
      yield;
    }
    this.#keep(at, reader);
  }

  #keep(at: number, { place, committed }: ReturnType<typeof createCommitReader>): void {
    if (committed.pages.size === 0 || !this.#chain) return;
    // The log goes on: another program kept SQLite from beginning it anew.
    this.#isRestarting = false;
    this.#place = place;
    // Copied: a page is a view of the part that it was read with, which is much larger.
    const pages = new Map([...committed.pages].map(([number, page]) => [number, Buffer.from(page)]));
    this.#marks.push({ since: this.#readAt, at, pages, databasePages: committed.databasePages });
    this.#markedBytes += committed.pages.size * this.#pageSize;
  }

  /** Whether the log is the one that was read so far, or the one after it. Any other one ends the chain. */
  #follow(header: WalHeader): boolean {
    this.#pageSize = header.pageSize;
    if (this.#place && isSame(this.#place.salts, header.salts)) return true;
    if (this.#place && this.#isRestarting && isNextLog(this.#place, header)) {
      this.#isRestarting = false;
      this.#place = toFirstPlace(header);
      return true;
    }
    this.endChain('another program has moved the write-ahead log');
    return false;
  }

  /** Ends the chain: what was missed can’t be found again, and the next copy of the database begins a new one. */
  endChain(reason: string): void {
    this.#deps.log.warn({ reason, chain: this.#chain?.id }, 'changes are kept again from the next backup on');
    this.#chain = null;
    this.#marks = [];
    this.#markedBytes = 0;
    this.#place = null;
    rmSync(this.#position, { force: true });
  }

  async #writeSegment(): Promise<void> {
    const segment = this.#takeSegment();
    if (segment) this.#keepSegment(segment, await compress(segment.bytes));
  }

  #takeSegment(): TakenSegment | null {
    if (!this.#chain || this.#marks.length === 0) return null;
    const { id, next, previous } = this.#chain;
    const segment = { chain: id, number: next, pageSize: this.#pageSize, previous, marks: this.#marks };
    return { name: toSegmentName(segment), bytes: encodeSegment(segment), marks: segment.marks.length };
  }

  /** The position comes last: a segment that it doesn’t name is written again. */
  #keepSegment({ name, bytes, marks }: TakenSegment, packed: Buffer): void {
    if (!this.#chain) return;
    writeSafely(join(this.#deps.folder, name), packed);
    this.#chain = { ...this.#chain, next: this.#chain.next + 1, previous: hashSegment(bytes) };
    this.#marks = this.#marks.slice(marks);
    this.#markedBytes = this.#marks.reduce((sum, { pages }) => sum + pages.size * this.#pageSize, 0);
    this.#note();
    this.#deps.onSegment();
  }

  #note(): void {
    if (!this.#chain || !this.#place) return;
    const { id: chain, next, previous } = this.#chain;
    const [place, isRestarting, readAt] = [this.#place, this.#isRestarting, this.#readAt];
    writePosition(this.#position, { format: 1, chain, next, previous, place, readAt, isRestarting });
  }

  /**
   * Has SQLite move the log into the database file, so that it begins the log anew with the next write. Returns false while another program reads
   * an earlier state.
   */
  async #restartLog(): Promise<boolean> {
    await this.#read();
    if (this.#markedBytes > LAST_BYTES) await this.#writeSegment();
    return this.#deps.db.lockQueue.runAlone(() => this.#restartAlone());
  }

  /** Nothing of this process is written between the last reading and the move; what another program writes meanwhile ends the chain. */
  async #restartAlone(): Promise<boolean> {
    this.#readNow();
    await this.#writeSegment();
    const header = this.#readHeader();
    if (!header) {
      if (this.#chain) this.endChain('the write-ahead log is gone');
      return false;
    }
    this.#isRestarting = true;
    this.#note();
    const { logged, moved, isBusy } = await this.#deps.db.moveLog();
    const offset = WAL_HEADER_BYTES + Math.max(0, logged) * toFrameBytes(header.pageSize);
    if (this.#chain && this.#place?.offset !== offset) this.endChain('something was written while the log was moved');
    if (isBusy || logged !== moved) return false;
    if (!this.#chain) {
      // The log so far isn’t kept: the copy that begins the chain has all of it.
      this.#place = { ...toFirstPlace(header), offset };
      this.#isRestarting = true;
      this.#pageSize = header.pageSize;
    }
    this.#note();
    return true;
  }

  #readHeader(): WalHeader | null {
    return readWalHeader(this.#readLog(0, WAL_HEADER_BYTES));
  }

  /** At most so many bytes of the log; none where there is no log. */
  #readLog(offset: number, bytes: number): Buffer {
    if (readSize(this.#log) === 0) return Buffer.alloc(0);
    const file = openSync(this.#log, 'r');
    try {
      return readPart(file, offset, bytes);
    } finally {
      closeSync(file);
    }
  }

  async #copyFile(target: string): Promise<void> {
    await using copy = await open(target, 'wx', 0o600);
    const buffer = Buffer.allocUnsafe(COPY_BYTES);
    for (let at = 0; ;) {
      const { bytesRead } = await readFrom(this.#database, buffer, 0, COPY_BYTES, at);
      if (bytesRead === 0) break;
      await copy.write(buffer, 0, bytesRead, at);
      at += bytesRead;
    }
  }
}

const readFrom = promisify(read);

const readSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** At most so many bytes of a file. */
function readPart(file: number, offset: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, offset));
}
