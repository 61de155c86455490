import { rm, statfs } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { copyDatabase } from '#api/adapters/database-backups.ts';
import { createIdleWorker } from '#api/adapters/idle-worker.ts';
import type { LibsqlServer } from '#api/adapters/libsql-dump.ts';
import type { Deps } from '#api/deps.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { readDatabaseBytes } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { CHANGES_RETENTION_MS } from '#api/domain/backup-record.ts';
import { type BackupKind, type BackupRecord, type BackupStatus, toBackupName } from '#api/domain/backup-record.ts';
import type { BackupStore } from './backup-store.ts';
import { type CheckRequest, type CheckResult, removeCopy } from './check/backup-check.ts';
import type { ChangeArchive } from './wal/change-archive.ts';
import type { BasePosition } from './wal/wal-capture.ts';
import type { ReplayRequest, ReplayResult } from './wal/wal-replay.ts';
import { copyLibsqlDatabase } from './libsql/copy-server.ts';
import { chooseScheduledKind, listExpired } from './retention.ts';
import { type Expectation, takeSnapshot } from './snapshot.ts';
import { copyUploads, deleteUnneededUploads } from './uploads-copy.ts';

const MINUTE_MS = 60_000;
const INTERVAL_MS = 60 * MINUTE_MS;
/** A start is busy with other things. */
const FIRST_AFTER_START_MS = 5 * MINUTE_MS;
/** Changes are kept from the first backup on, so it comes soon (ms). */
const FIRST_WITHOUT_BASE_MS = MINUTE_MS;
const RETRY_MS = 10 * MINUTE_MS;
/** Without a proven backup for so long, something is wrong (ms). */
export const STALE_MS = 3 * INTERVAL_MS;
/** Of several servers each reads so often (ms) what the leader made. */
const REFRESH_MS = 15_000;
/** A file without a record is left alone for so long (ms): another server may be about to write it. */
const UNFINISHED_MS = 2 * INTERVAL_MS;
/** One check may take so long (ms). */
const CHECK_LIMIT_MS = 60 * MINUTE_MS;

/** Free space that is needed, as a multiple of the size of the database: copy, packed copy and restored copy; a dump is longer text. */
const SPACE_FOR_COPY = 3;
const SPACE_FOR_DUMP = 5;

type BackupDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'space' | 'files'> & {
  store: BackupStore;
  timeZone: string;
  /** Where the database is, if it isn’t a file. */
  libsqlServer: LibsqlServer | null;
  /** Keeps the changes between backups; null where the database isn’t a file, or no server runs. */
  changes?: ChangeArchive | null;
};

/** Makes backups of the database and the uploads each hour, and proves each by restoring it. */
export class BackupWorker extends PollingWorker {
  readonly #deps: BackupDeps;
  readonly #checks = createIdleWorker({
    url: pathToFileURL(join(PROJECT_ROOT, 'api/backups/check/check-worker.ts')),
    timeoutMs: CHECK_LIMIT_MS,
    idleMs: 1_000,
  });
  readonly #startedAt: number;
  /** As last read from the store; null before the first time. */
  #records: BackupRecord[] | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #lastTry: { at: number; failure: string | null } | null = null;
  #running: Promise<BackupRecord> | null = null;

  constructor(deps: BackupDeps) {
    super(deps, 'backups', 'a backup failed');
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
  }

  /** What is known: health asks for it, and must be answered while the bucket is down. */
  async readStatus(): Promise<BackupStatus> {
    this.#followOthers();
    return {
      backups: this.#records ?? [],
      place: this.#deps.store.place,
      isRunning: this.#running !== null,
      lastFailure: this.#lastTry?.failure ?? null,
      changes: this.#deps.changes?.readStatus() ?? null,
    };
  }

  /** Since when there is no proven backup that is young enough (UTC ms), and why; null while there is one, or the first is not due. */
  async findFailure(): Promise<{ since: number; reason: string | null } | null> {
    this.#followOthers();
    const newest = this.#records?.find(isProven);
    const since = Math.max(newest?.createdAt ?? 0, newest ? 0 : this.#startedAt) + STALE_MS;
    if (this.#deps.clock.now() > since) return { since, reason: this.#lastTry?.failure ?? null };
    return this.#findFailureOfChanges();
  }

  #findFailureOfChanges(): { since: number; reason: string | null } | null {
    const status = this.#deps.changes?.readStatus();
    if (status?.failure) return { since: status.copiedUntil ?? this.#startedAt, reason: status.failure };
    const [newest] = this.#records ?? [];
    const failure = newest?.proof.changes?.failure;
    return newest && failure ? { since: newest.createdAt, reason: failure } : null;
  }

  /** Reads again what another server may have made, without letting anybody wait for the store. */
  #followOthers(): void {
    const { libsqlServer, store, clock } = this.#deps;
    const now = clock.now();
    if (libsqlServer === null || this.#running || now - this.#readAt < REFRESH_MS) return;
    this.#readAt = now;
    void store.list().then(
      (records) => {
        this.#records = records;
      },
      () => undefined,
    );
  }

  /** Makes one now, or joins the one that is being made. @throws a sentence about what failed. */
  backUp(kind: BackupKind): Promise<BackupRecord> {
    this.#running ??= this.#make(kind).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  override async stop(): Promise<void> {
    await this.#checks.stop(new Error('The server is stopping.'));
    await super.stop(this.#running?.catch(() => undefined) ?? Promise.resolve());
  }

  protected async findNextAt(): Promise<number | null> {
    const [newest] = (await this.#list()).filter(({ kind }) => kind !== 'before-migration');
    const { changes } = this.#deps;
    const isWithoutBase = changes != null && !changes.hasChain;
    const due = isWithoutBase
      ? this.#startedAt + FIRST_WITHOUT_BASE_MS
      : Math.max((newest?.createdAt ?? 0) + INTERVAL_MS, this.#startedAt + FIRST_AFTER_START_MS);
    return this.#lastTry?.failure ? Math.max(due, this.#lastTry.at + RETRY_MS) : due;
  }

  protected async runDue(): Promise<number> {
    const { clock, timeZone, log } = this.#deps;
    const now = clock.now();
    const due = await this.findNextAt();
    if (due === null || now < due) return 0;
    const kind = chooseScheduledKind((await this.#list()).map(toCandidate), { now, timeZone });
    // Its failure is shown and tried again later, not at once: a copy of a large database is no small thing.
    await this.backUp(kind).catch((error: unknown) => log.error({ err: error }, 'a backup failed'));
    return 0;
  }

  async #list(): Promise<BackupRecord[]> {
    this.#records ??= await this.#deps.store.list();
    return this.#records;
  }

  async #make(kind: BackupKind): Promise<BackupRecord> {
    const { clock, store, space } = this.#deps;
    const at = clock.now();
    try {
      await store.openScratch();
      await store.deleteUnfinished(at - UNFINISHED_MS);
      await this.#adoptMigrationBackups();
      const record = await this.#write(kind, at);
      await store.addRecord(record);
      await this.#deleteExpired();
      if (record.proof.failure) throw new Error(record.proof.failure);
      this.#lastTry = { at, failure: null };
      return record;
    } catch (error) {
      space.recordError(error);
      this.#lastTry = { at, failure: error instanceof Error ? error.message : String(error) };
      throw error;
    } finally {
      this.#records = await store.list().catch(() => this.#records);
      await rm(store.scratch, { recursive: true, force: true });
    }
  }

  async #write(kind: BackupKind, createdAt: number): Promise<BackupRecord> {
    const { db, files, store } = this.#deps;
    await this.#requireSpace();
    const copy = join(store.scratch, 'copy.db');
    const name = `${toBackupName(createdAt, kind)}.db.gz`;
    // Before the database, so that all that it names is there already, and once more for what came meanwhile.
    await copyUploads({ db, files, store });
    let position: BasePosition | null = null;
    const expected = await takeSnapshot(db, async () => {
      position = await this.#copyDatabase(copy);
    });
    const missing = await copyUploads({ db, files, store });
    const changes = position && { ...(position as BasePosition), sha256: await this.#checks.request<string>({ copy }) };
    const file = await this.#addFile(copy, name);
    const record = await this.#prove({ file, name, kind, createdAt, expected, missing });
    return changes ? this.#proveChanges({ ...record, changes }) : record;
  }

  /** Returns where the changes since the copy begin; null where none are kept. */
  async #copyDatabase(file: string): Promise<BasePosition | null> {
    const { db, libsqlServer: server, changes } = this.#deps;
    if (changes) return changes.copyDatabase(file);
    if (server === null) await copyDatabase(db, file);
    else await copyLibsqlDatabase({ db, server }, file, (request) => this.#checks.request<void>(request));
    return null;
  }

  /**
   * Brings the backup before to the moment of this one by the changes between them, read from where the backups are, and compares: both must be
   * the same byte for byte. Where they aren’t, the changes are begun anew.
   */
  async #proveChanges(record: BackupRecord & Pick<Required<BackupRecord>, 'changes'>): Promise<BackupRecord> {
    const { store, changes } = this.#deps;
    const { chain, segment, sha256 } = record.changes;
    const base = (await store.list()).find((each) => each.changes?.chain === chain && isProven(each));
    if (!base?.changes) return record;
    const folder = join(store.scratch, 'changes');
    const target = join(folder, 'replayed.db');
    let failure: string | null = null;
    try {
      const names = await store.listSegments({ chain, from: base.changes.segment, to: segment });
      const segments = await store.fetchSegments(names, folder);
      const path = join(folder, base.file.name);
      if (!(await store.fetch(base.file.name, path))) return record;
      const request: ReplayRequest = { base: path, segments, until: Number.POSITIVE_INFINITY, target };
      const result = await this.#checks.request<ReplayResult>(request);
      if (result.sha256 !== sha256) failure = 'The backup before and the changes since then aren’t this backup.';
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    await rm(folder, { recursive: true, force: true });
    if (failure) changes?.endChain(failure);
    return { ...record, proof: { ...record.proof, changes: { since: base.createdAt, failure } } };
  }

  /** Moves a copy into the store. Returns the path of the file as read back from there: that is what a restore would get. */
  async #addFile(copy: string, name: string): Promise<string> {
    const { store } = this.#deps;
    const packed = join(store.scratch, name);
    await pipeline(
      createReadStream(copy),
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(packed, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await store.addFile(packed, name);
    const fetched = join(store.scratch, `fetched-${name}`);
    if (!(await store.fetch(name, fetched))) throw new Error('The backup is gone from where it was just put.');
    await rm(copy);
    return fetched;
  }

  async #prove(backup: {
    file: string;
    name: string;
    kind: BackupKind;
    createdAt: number;
    expected: Expectation | null;
    missing: string[];
  }): Promise<BackupRecord> {
    const { clock, store } = this.#deps;
    const { file, name, kind, createdAt, expected, missing } = backup;
    const target = join(store.scratch, 'restored.db');
    const started = performance.now();
    const request: CheckRequest = { file, target, sha256: null, expected };
    const result = await this.#checks.request<CheckResult>(request).finally(() => removeCopy(target));
    const present = new Map((await store.uploads.list()).map((each) => [each.name, each.bytes]));
    const lost = result.uploads.filter((each) => present.get(each.name) !== each.bytes && !missing.includes(each.name));
    const isOfNow = expected !== null;
    const { bytes = 0, lastMigration = 0, counts = {} } = result.database ?? {};
    return {
      format: 1,
      kind,
      createdAt,
      file: { name, bytes: result.bytes, sha256: result.sha256 },
      database: { bytes, lastMigration, counts },
      uploads: {
        files: result.uploads.length,
        bytes: result.uploads.reduce((sum, { bytes }) => sum + bytes, 0),
        missing: isOfNow ? missing : [],
      },
      proof: {
        checkedAt: clock.now(),
        milliseconds: Math.round(performance.now() - started),
        failure:
          result.failure ??
          (isOfNow && lost.length > 0 ? `${lost.length} files of images and videos weren’t copied.` : null),
      },
    };
  }

  /** Gives the copies that updates made a record, so that they are listed, proven and deleted like the others. */
  async #adoptMigrationBackups(): Promise<void> {
    const { store, libsqlServer } = this.#deps;
    // The data directory of one of several servers is a cache, which may be lost.
    const isMoved = libsqlServer !== null && store.place === 'bucket';
    for (const path of await store.listUncheckedMigrationBackups()) {
      const name = basename(path);
      const createdAt = Number(/\d+/.exec(name)?.[0]);
      const kind = 'before-migration';
      const moved = `${toBackupName(createdAt, kind)}.db.gz`;
      const place = isMoved ? { file: await this.#addFile(path, moved), name: moved } : { file: path, name };
      await store.addRecord(await this.#prove({ ...place, kind, createdAt, expected: null, missing: [] }));
    }
  }

  async #deleteExpired(): Promise<void> {
    const { db, store, clock } = this.#deps;
    const records = await store.list();
    const expired = listExpired(
      records.map((record) => ({ ...toCandidate(record), record })),
      clock.now(),
    ).map(({ record }) => record);
    await store.delete(expired);
    await store.deleteSegments(clock.now() - CHANGES_RETENTION_MS);
    const kept = records.filter((record) => !expired.includes(record)).map(({ createdAt }) => createdAt);
    await deleteUnneededUploads({ db, store }, { oldestAt: Math.min(...kept), now: clock.now() });
  }

  /** A backup must not fill the disk that the site writes to. */
  async #requireSpace(): Promise<void> {
    const { db, store, libsqlServer } = this.#deps;
    const needed = (libsqlServer ? SPACE_FOR_DUMP : SPACE_FOR_COPY) * (await readDatabaseBytes(db));
    const { bavail, bsize } = await statfs(store.scratch);
    if (bavail * bsize < needed) {
      throw new Error(
        `There isn’t enough space for a backup: it needs ${Math.ceil(needed / 1024 ** 2)} MB for a moment.`,
      );
    }
  }
}

const isProven = ({ proof }: BackupRecord): boolean => proof.failure === null;

const toCandidate = (record: BackupRecord) => ({
  kind: record.kind,
  createdAt: record.createdAt,
  isProven: isProven(record),
});
