import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '#api/deps.ts';
import type { FileDatabase } from '#db/client.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import type { ChangesStatus } from '#api/domain/backup-record.ts';
import type { BackupStore } from '#api/backups/backup-store.ts';
import { copyUploadsSince } from '#api/backups/uploads-copy.ts';
import { type BasePosition, WalCapture } from './wal-capture.ts';
import { parseSegmentNames } from './wal-segments.ts';

/** In the data directory: segments that aren’t where the backups are yet. */
const FOLDER = 'wal';
/** Segments that wait for longer (ms) are a failure. */
const LATE_MS = 5 * 60_000;
/** Uploads of so long before a start are looked at (ms): backups, which copy all, are made each hour. */
const FIRST_UPLOADS_MS = 2 * 60 * 60_000;

type ArchiveDeps = Pick<Deps, 'clock' | 'log' | 'space' | 'files'> & {
  db: FileDatabase;
  store: BackupStore;
  dataDir: string;
  /** The database file. */
  file: string;
};

/**
 * Keeps every change of a database file where the backups are, a few seconds after it was written: the segments of the write-ahead log, and
 * the images and videos that came since.
 */
export class ChangeArchive extends PollingWorker {
  readonly #deps: ArchiveDeps;
  readonly #folder: string;
  readonly #capture: WalCapture;
  #copiedUntil: number | null = null;
  /** The oldest segment that waits, and why. */
  #waiting: { since: number; reason: string | null } | null = null;
  /** When new uploads were last copied (UTC ms). */
  #uploadsCopiedAt: number | null = null;

  constructor(deps: ArchiveDeps) {
    super(deps, 'backups', 'changes weren’t copied to the backups');
    this.#deps = deps;
    this.#folder = join(deps.dataDir, FOLDER);
    this.#capture = new WalCapture({ ...deps, folder: this.#folder, onSegment: () => this.wake() });
  }

  async start(): Promise<void> {
    await this.#capture.start();
    this.wake();
  }

  /** Reads and copies what is left, as far as that is quickly done. `end` follows once the database is closed. */
  override async stop(): Promise<void> {
    await this.#capture.stop();
    await super.stop(this.whenIdle().catch(() => undefined));
  }

  /** Has everything that is written by now where the backups are. */
  async flush(): Promise<void> {
    await this.#capture.flush();
    await this.whenIdle();
  }

  end(): void {
    this.#capture.end();
  }

  /** Copies the database into a file, and has everything before where the backups are. */
  async copyDatabase(target: string): Promise<BasePosition> {
    const position = await this.#capture.copyDatabase(target);
    await this.whenIdle();
    return position;
  }

  /** Gives up the changes of this chain: the next backup begins a new one. */
  endChain(reason: string): void {
    this.#capture.endChain(reason);
  }

  /** False until a backup is made that changes can belong to. */
  get hasChain(): boolean {
    return this.#capture.chain !== null;
  }

  readStatus(): ChangesStatus {
    const isLate = this.#waiting !== null && this.#deps.clock.now() - this.#waiting.since > LATE_MS;
    const failure = isLate ? (this.#waiting?.reason ?? 'They can’t be copied fast enough.') : null;
    return { copiedUntil: this.#capture.chain === null ? null : this.#copiedUntil, failure };
  }

  protected async findNextAt(): Promise<null> {
    return null;
  }

  protected async runDue(): Promise<number> {
    const segments = parseSegmentNames(await readdir(this.#folder).catch(() => []));
    try {
      for (const segment of segments) {
        this.#waiting ??= { since: segment.to, reason: null };
        await this.#deps.store.addSegment(join(this.#folder, segment.name), segment.name);
        this.#copiedUntil = segment.to;
      }
      if (segments.length > 0) await this.#copyNewUploads();
      this.#waiting = null;
    } catch (error) {
      this.#waiting = {
        since: this.#waiting?.since ?? this.#deps.clock.now(),
        reason: error instanceof Error ? error.message : String(error),
      };
      throw error;
    }
    return 0;
  }

  /** An upload is a file and a row: those whose rows came since the last time, and at first those that the last backup may lack. */
  async #copyNewUploads(): Promise<void> {
    const now = this.#deps.clock.now();
    await copyUploadsSince(this.#deps, this.#uploadsCopiedAt ?? now - FIRST_UPLOADS_MS);
    this.#uploadsCopiedAt = now;
  }
}
