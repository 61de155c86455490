import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { LibsqlError } from '@libsql/client/sqlite3';
import PQueue from 'p-queue';

/** How long a write is retried while another process holds the lock, from its arrival (ms). */
export const BUSY_BUDGET_MS = 5_000;

/** The database stayed locked for the whole budget; the caller may try again later. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
}

/**
 * The writes to a database file. While another program holds its lock one of them tries again and again, with pauses, and all others wait behind it
 * in the order of their arrival; the event loop is held by none. Without a lock nothing is queued.
 */
export class LockQueue {
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #reconnect: () => Promise<void>;
  #lockedSince: number | null = null;
  #mustReconnect = false;

  /** `reconnect` replaces the connection. */
  constructor(reconnect: () => Promise<void>) {
    this.#reconnect = reconnect;
  }

  /** @throws DatabaseBusyError when the lock is held for 5 s from now; the error of the attempt otherwise */
  async run<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + BUSY_BUDGET_MS;
    if (!this.#isWaiting() && !this.#mustReconnect) {
      try {
        return await this.#try(attempt);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    return this.#queue.add(() => this.#retry(attempt, deadline));
  }

  /** Runs work while nothing is written: writes that come meanwhile wait behind it. */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.add(async () => {
      // A write that came before is under way until the end of this turn.
      await turn();
      return work();
    });
  }

  /** Since when another program has held the lock (UTC ms); null when `probe`, a write that changes nothing, finds none. */
  async readLockedSince(probe: () => Promise<unknown>): Promise<number | null> {
    // After the last write gave up, nothing else would notice that the lock is gone.
    if (this.#lockedSince !== null && !this.#isWaiting()) {
      await this.#queue.add(() => this.#renew().then(() => this.#try(probe))).catch(() => undefined);
    }
    return this.#lockedSince;
  }

  #isWaiting(): boolean {
    return this.#queue.size + this.#queue.pending > 0;
  }

  async #retry<Result>(attempt: () => Promise<Result>, deadline: number): Promise<Result> {
    for (;;) {
      await this.#renew();
      if (this.#lockedSince !== null) {
        if (performance.now() > deadline) throw new DatabaseBusyError('The database is locked.');
        await sleep(10 + Math.random() * 90);
      }
      try {
        return await this.#try(attempt);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
  }

  async #try<Result>(attempt: () => Promise<Result>): Promise<Result> {
    try {
      const result = await attempt();
      this.#lockedSince = null;
      return result;
    } catch (error) {
      if (isBusy(error)) {
        this.#lockedSince ??= Date.now();
        this.#mustReconnect = true;
      }
      throw error;
    }
  }

  /**
   * Replaces a connection that met a lock: the driver of a file does not reset that BEGIN, and the connection can never commit again. No call is under
   * way here: each is synchronous once it has a connection, and this runs right after a turn of the event loop, in which requests are answered, too.
   */
  async #renew(): Promise<void> {
    await turn();
    if (!this.#mustReconnect) return;
    this.#mustReconnect = false;
    await this.#reconnect();
  }
}

/** True when another program, or another server, holds the lock of the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && (error.code.startsWith('SQLITE_BUSY') || error.code === 'SQLITE_LOCKED');
}
