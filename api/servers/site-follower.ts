import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { isOutage } from '#api/outage.ts';
import { followRelease } from '#api/releases/release-rows.ts';

/** Between two looks at the database (ms): a release is on all servers within half a second. */
const POLL_MS = 200;
/** Between two looks for visitors who ask for what isn't there (ms), and how long one of them waits for it. */
const CHECK_INTERVAL_MS = 100;
const CHECK_LIMIT_MS = 500;
/** A server that is behind for longer than this shouldn't get visitors (ms). */
const BEHIND_LIMIT_MS = 5_000;

const READ_STATE = `SELECT (SELECT current_release FROM site_state), (SELECT pinned_release FROM site_state),
  (SELECT json_group_object(name, calls) FROM wakes)`;

type Options = {
  db: Database;
  log: Logger;
  manifest: Manifest;
  store: Pick<ObjectStore, 'obtain'>;
  isLeading: () => boolean;
  onRelease: () => void;
  /** As read, also when nothing changed. */
  onPinned: (release: number | null) => void;
  /** The leader: the site has a release that this server didn't make. */
  onForeignRelease: () => void;
  onCall: (name: string) => void;
  /** It follows again, after it couldn't. */
  onReturn: () => void;
};

/** Looks several times a second which release is current and whether another server has called, by one small query. */
export class SiteFollower {
  readonly #options: Options;
  #calls: Record<string, number> | null = null;
  #behindSince: number | null = null;
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Looks once, and then again and again. @throws what the database says at the first time, unless it is away or the bucket is */
  async start(): Promise<void> {
    await this.look().catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      this.#noteFailure(error);
    });
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /**
   * Looks at once, for a visitor who asks for what this server doesn't have: another server may have sent a page of a newer
   * release that names it. Never throws.
   */
  async check(): Promise<void> {
    if (this.#isFailing || this.#options.isLeading()) return;
    if (performance.now() - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = performance.now();
      this.#checking = this.look().catch(() => undefined);
    }
    const limit = new AbortController();
    const wait = sleep(CHECK_LIMIT_MS, undefined, { signal: limit.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.#checking, wait]);
    limit.abort();
  }

  /** False while this server knows of a release that it can't switch to. */
  get isCurrent(): boolean {
    return this.#behindSince === null || performance.now() - this.#behindSince < BEHIND_LIMIT_MS;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.look()
        .then(() => {
          if (this.#isFailing) this.#options.onReturn();
          this.#isFailing = false;
        })
        .catch((error: unknown) => this.#noteFailure(error))
        .finally(() => this.#schedule());
    }, POLL_MS).unref();
  }

  #noteFailure(error: unknown): void {
    if (!this.#isFailing) this.#options.log.error({ err: error }, 'this server can’t follow the site; trying again');
    this.#isFailing = true;
  }

  /** Five times a second; also called by tests. */
  async look(): Promise<void> {
    const { db, onPinned } = this.#options;
    const { rows } = await db.client.execute(READ_STATE);
    const [current, pinned, calls] = Array.from(rows[0] ?? []);
    await this.#follow(Number(current ?? 0));
    onPinned(pinned == null ? null : Number(pinned));
    this.#notice(JSON.parse(String(calls)) as Record<string, number>);
  }

  async #follow(current: number): Promise<void> {
    const { db, manifest, store, isLeading, onRelease, onForeignRelease } = this.#options;
    if (current === manifest.release && !manifest.isUnconfirmed) {
      this.#behindSince = null;
      return;
    }
    // The leader's own release is in the database a moment before it is switched to.
    const isLate = this.#behindSince !== null;
    this.#behindSince ??= performance.now();
    if (isLeading()) {
      if (isLate) onForeignRelease();
      return;
    }
    await followRelease(db, manifest, store);
    onRelease();
    this.#behindSince = null;
  }

  #notice(calls: Record<string, number>): void {
    // What came before this server is found by its workers themselves.
    const known = this.#calls ?? calls;
    this.#calls = calls;
    for (const [name, count] of Object.entries(calls)) if (count !== known[name]) this.#options.onCall(name);
  }
}
