import type { InStatement } from '@libsql/client';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import { ALIVE_MS, claimLeaseStatement, DATABASE_NOW, releaseLeaseStatement, LEAD } from '#db/leases.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { write } from '#db/write.ts';

/** How long the leader may be silent before another server takes over. */
const LEASE_MS = 10_000;
/** A leader regards its lease as ended so much earlier than others may take it. */
const MARGIN_MS = 2_500;
/** Between two reports of a server, at which the lease is renewed or taken. */
export const BEAT_MS = 2_000;
const FORGET_MS = 24 * 60 * 60_000;

/** Whether a server with a newer build than this one runs. */
const NEWER_BUILD_RUNS = (build: string) => `EXISTS (
  SELECT 1 FROM servers JOIN builds ON builds.id = servers.build_id
  WHERE servers.seen_at > ${DATABASE_NOW} - ${ALIVE_MS}
    AND builds.first_seen_at > (SELECT first_seen_at FROM builds WHERE id = '${build}'))`;

type Options = {
  db: Database;
  log: Logger;
  id: string;
  /** Machine and port, for people. */
  name: string;
  buildId: string;
  release: () => number;
  /** This server leads from now on; what it writes as leader goes through the fenced database. */
  onBegin: (fenced: Database) => void;
  onEnd: () => void;
};

/**
 * Says every two seconds that this server runs, and takes or renews the lease of the leader. While a newer build of the code
 * runs somewhere, older ones leave the lead to it: two builds would render each other's pages again and again.
 */
export class Leadership {
  readonly #options: Options;
  #token: number | null = null;
  /** By the monotonic clock, which goes on while the process is paused. */
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isRegistered = false;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: Options) {
    if (!/^[\w-]+$/.test(options.buildId)) throw new Error(`The build has no usable id (${options.buildId}).`);
    this.#options = options;
  }

  /** True while this server may act as leader. */
  get isHeld(): boolean {
    return this.#token !== null && performance.now() < this.#heldUntil;
  }

  /** Reports for the first time. @throws what the database says, unless it is away */
  async start(): Promise<void> {
    await this.report().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      this.#noteFailure(error);
    });
    this.#schedule();
  }

  /** Reports now instead of at the next beat: the database can be reached again. */
  reportSoon(): void {
    clearTimeout(this.#timer);
    this.#schedule(0);
  }

  /** This server couldn't begin to lead: it tries again, as a new leader, at its next report. */
  forget(): void {
    this.#token = null;
  }

  /** Leaves the lead to others at once. The caller has ended the work of the leader. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    const { db, id } = this.#options;
    this.#token = null;
    await write(db, [
      releaseLeaseStatement({ name: LEAD, holder: id }),
      { sql: 'DELETE FROM servers WHERE id = ?', args: [id] },
    ]).catch((error: unknown) => {
      // The lease runs out by itself.
      if (!isDatabaseUnavailable(error)) throw error;
    });
  }

  #schedule(delayMs = BEAT_MS): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#beating = this.#beating
        .then(() => this.report())
        .catch((error: unknown) => this.#noteFailure(error))
        .finally(() => this.#schedule());
    }, delayMs).unref();
  }

  #noteFailure(error: unknown): void {
    this.#options.log.error({ err: error }, 'this server couldn’t report to the database; trying again');
    if (!this.isHeld) this.#end();
  }

  /** Every two seconds; also called by tests. */
  async report(): Promise<void> {
    const { db, id, buildId } = this.#options;
    const claim = { name: LEAD, holder: id, milliseconds: LEASE_MS };
    const sentAt = performance.now();
    const isNewerRunning = NEWER_BUILD_RUNS(buildId);
    const results = await write(db, [
      ...this.#listReportStatements(),
      releaseLeaseStatement(claim, isNewerRunning),
      claimLeaseStatement(claim, `NOT ${isNewerRunning}`),
    ]);
    this.#isRegistered = true;
    const token = results.at(-1)?.rows[0]?.[0];
    if (token === undefined) return this.#end();
    this.#heldUntil = sentAt + LEASE_MS - MARGIN_MS;
    if (token !== this.#token) this.#begin(Number(token));
  }

  #listReportStatements(): InStatement[] {
    const { id, name, buildId, release } = this.#options;
    const first: InStatement[] = [
      { sql: `INSERT INTO builds VALUES (?, ${DATABASE_NOW}) ON CONFLICT DO NOTHING`, args: [buildId] },
      `DELETE FROM servers WHERE seen_at < ${DATABASE_NOW} - ${FORGET_MS}`,
    ];
    return [
      ...(this.#isRegistered ? [] : first),
      {
        sql: `INSERT INTO servers (id, name, build_id, started_at, seen_at, release)
          VALUES (?, ?, ?, ${DATABASE_NOW}, ${DATABASE_NOW}, ?)
          ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, release = excluded.release`,
        args: [id, name, buildId, release()],
      },
    ];
  }

  #begin(token: number): void {
    this.#end();
    const { db, log, onBegin } = this.#options;
    this.#token = token;
    log.info({ term: token }, 'this server leads');
    onBegin({ ...db, fence: { lease: LEAD, token } });
  }

  #end(): void {
    if (this.#token === null) return;
    this.#options.log.warn({ term: this.#token }, 'this server leads no longer');
    this.#token = null;
    this.#options.onEnd();
  }
}
