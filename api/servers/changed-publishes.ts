import type { Database } from '#db/client.ts';

/** Only the newest are looked at, so that the cost does not grow with the table. */
const NEWEST = 200;
/** Finished ones that were found already. */
const KNOWN_MAX = 1_000;

/** Publishes that changed on another server: open ones, and those finished since the last time. */
export class ChangedPublishes {
  readonly #db: Database;
  readonly #finished = new Set<number>();

  constructor(db: Database) {
    this.#db = db;
  }

  async find(): Promise<number[]> {
    const { rows } = await this.#db.client.execute({
      sql: `SELECT id, finished_at IS NOT NULL FROM publish_jobs WHERE id > (SELECT max(id) FROM publish_jobs) - ?`,
      args: [NEWEST],
    });
    const changed = rows.filter((row) => !this.#finished.has(Number(row[0])));
    for (const row of changed) if (Number(row[1]) === 1) this.#finished.add(Number(row[0]));
    for (const id of this.#finished) {
      if (this.#finished.size <= KNOWN_MAX) break;
      this.#finished.delete(id);
    }
    return changed.map((row) => Number(row[0]));
  }
}
