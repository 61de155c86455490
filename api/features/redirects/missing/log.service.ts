import { lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import { missingPaths } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Clock } from '#api/clock.ts';
import { isProbe, MISSING_PATH_RETENTION_MS, MISSING_PATHS_MAX } from '#api/domain/missing-paths.ts';
import { parseRedirectFrom } from '#api/domain/redirects.ts';

/** How long addresses are collected before they are written together (ms). */
const FLUSH_DELAY_MS = 15_000;
/** Different addresses that are collected; further ones are left out until the next write. */
const COLLECTED_MAX = 1_000;
const PATH_MAX_LENGTH = 300;

type Count = { count: number; firstAt: number; lastAt: number };
type Options = { db: Database; clock: Clock; log: Logger };

/**
 * Counts the addresses that were asked for and not found. A request costs an entry in memory; one statement every 15 s adds what was
 * collected to the counts in the database, on each of several servers. Addresses that are made up without end fill neither:
 * the least asked are left out.
 */
export class MissingPathLog {
  readonly #options: Options;
  #collected = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  record(path: string): void {
    const now = this.#options.clock.now();
    const known = this.#collected.get(path);
    if (known) {
      known.count += 1;
      known.lastAt = now;
    } else if (this.#collected.size < COLLECTED_MAX && path.length <= PATH_MAX_LENGTH) {
      this.#collected.set(path, { count: 1, firstAt: now, lastAt: now });
    }
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Writes what was collected. What can't be written now is tried again with the next. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { db, clock, log } = this.#options;
    const collected = this.#collected;
    this.#collected = new Map();
    const rows = [...collected]
      .filter(([path]) => canRedirect(path))
      .map(([path, counted]) => ({ path, ...counted, isProbe: isProbe(path) }));
    if (rows.length === 0) return;
    try {
      await write(db, [
        addCountsStatement(rows),
        deleteOldMissingPathsStatement(db, clock.now()),
        sql`DELETE FROM ${missingPaths} WHERE path IN (SELECT path FROM ${missingPaths}
          ORDER BY ignored_at IS NULL, is_probe, count DESC, last_asked_at DESC LIMIT -1 OFFSET ${MISSING_PATHS_MAX})`,
      ]);
    } catch (error) {
      log.warn({ err: error }, 'counting missing addresses failed');
      for (const [path, counted] of collected) this.#putBack(path, counted);
    }
  }

  #putBack(path: string, { count, firstAt, lastAt }: Count): void {
    const known = this.#collected.get(path);
    if (known) Object.assign(known, { count: known.count + count, firstAt });
    else if (this.#collected.size < COLLECTED_MAX) this.#collected.set(path, { count, firstAt, lastAt });
  }

  /** Writes the last ones. */
  stop(): Promise<void> {
    return this.flush();
  }
}

/** Addresses with @ may name a person: they are not kept. */
const canRedirect = (path: string): boolean => !/@|%40/i.test(path) && parseRedirectFrom(path, '').address === path;

const addCountsStatement = (rows: readonly object[]) => sql`
  INSERT INTO ${missingPaths} (path, count, first_asked_at, last_asked_at, is_probe)
  SELECT value ->> 'path', value ->> 'count', value ->> 'firstAt', value ->> 'lastAt', value ->> 'isProbe'
  FROM json_each(${JSON.stringify(rows)}) WHERE true
  ON CONFLICT (path) DO UPDATE SET count = count + excluded.count, last_asked_at = max(last_asked_at, excluded.last_asked_at)`;

/** Those that nobody has asked for in 30 days. */
export const deleteOldMissingPathsStatement = ({ orm }: Database, now: number) =>
  orm.delete(missingPaths).where(lte(missingPaths.lastAskedAt, now - MISSING_PATH_RETENTION_MS));
