import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';

const RETRY_MS = 1_000;

/** Calls the leader: rows of `wakes`, which it reads several times a second. Calls of one name that come together are one. */
export class Wakes {
  readonly #options: { db: Database; log: Logger };
  readonly #due = new Set<string>();
  #writing: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: { db: Database; log: Logger }) {
    this.#options = options;
  }

  call(name: string): void {
    this.#due.add(name);
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
  }

  /** Gives up what can't be written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#due.size > 0) {
      const names = [...this.#due];
      this.#due.clear();
      try {
        await write(
          this.#options.db,
          names.map((name) => ({
            sql: 'INSERT INTO wakes (name, calls) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET calls = calls + 1',
            args: [name],
          })),
        );
      } catch (error) {
        if (this.#isStopped) return;
        this.#options.log.warn({ err: error, names }, 'the leader couldn’t be called; trying again');
        for (const name of names) this.#due.add(name);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }
}
