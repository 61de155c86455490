import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { Manifest, ReleaseEntry } from '#api/releases/manifest.ts';
import { followRelease } from '#api/releases/release-rows.ts';

/** Between two looks at the database (ms): a release is on all servers within half a second. */
const POLL_MS = 200;
/** A server that is behind for longer than this shouldn't get visitors (ms). */
const BEHIND_LIMIT_MS = 5_000;

const READ_STATE = `SELECT (SELECT current_release FROM site_state), (SELECT pinned_release FROM site_state),
  (SELECT json_group_object(name, calls) FROM wakes)`;

type Options = {
  db: Database;
  log: Logger;
  manifest: Manifest;
  isLeading: () => boolean;
  /** These entries are new to this server. */
  onRelease: (entries: readonly ReleaseEntry[]) => void;
  /** As read, also when nothing changed. */
  onPinned: (release: number | null) => void;
  /** The leader: the site has a release that this server didn't make. */
  onForeignRelease: () => void;
  onCall: (name: string) => void;
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

  constructor(options: Options) {
    this.#options = options;
  }

  /** Looks once, and then again and again. @throws what the database says at the first time */
  async start(): Promise<void> {
    await this.#poll();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /** False while this server knows of a release that it can't switch to. */
  get isCurrent(): boolean {
    return this.#behindSince === null || performance.now() - this.#behindSince < BEHIND_LIMIT_MS;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll()
        .then(() => {
          this.#isFailing = false;
        })
        .catch((error: unknown) => {
          if (!this.#isFailing)
            this.#options.log.error({ err: error }, 'this server can’t follow the site; trying again');
          this.#isFailing = true;
        })
        .finally(() => this.#schedule());
    }, POLL_MS).unref();
  }

  async #poll(): Promise<void> {
    const { db, onPinned } = this.#options;
    const { rows } = await db.client.execute(READ_STATE);
    const [current, pinned, calls] = Array.from(rows[0] ?? []);
    await this.#follow(Number(current ?? 0));
    onPinned(pinned == null ? null : Number(pinned));
    this.#notice(JSON.parse(String(calls)) as Record<string, number>);
  }

  async #follow(current: number): Promise<void> {
    const { db, manifest, isLeading, onRelease, onForeignRelease } = this.#options;
    if (current === manifest.release) {
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
    onRelease(await followRelease(db, manifest));
    this.#behindSince = null;
  }

  #notice(calls: Record<string, number>): void {
    // What came before this server is found by its workers themselves.
    const known = this.#calls ?? calls;
    this.#calls = calls;
    for (const [name, count] of Object.entries(calls)) if (count !== known[name]) this.#options.onCall(name);
  }
}
