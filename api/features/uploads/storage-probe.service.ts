import { basename } from 'node:path';
import { desc } from 'drizzle-orm';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import type { Database } from '#db/client.ts';
import { uploads } from '#db/schema/index.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import type { Deps } from '#api/deps.ts';

/** Interval of probes (ms): a bucket charges for each. */
const PROBE_EVERY_MS = 60_000;
/** A bucket that doesn't answer within this is down (ms). */
const PROBE_LIMIT_MS = 5_000;

/** Since when images and videos can't be stored or read (UTC ms), and why, as a sentence where it is known. */
export type StorageFailure = { since: number; reason: string | null };

/**
 * Checks at the start and each minute whether images and videos can be stored and read. Requests get the last result and wait
 * for nothing. It asks the storage itself, which also works while there is no upload, and reads the first byte of the newest one.
 */
export class StorageProbe {
  readonly #deps: Pick<Deps, 'db' | 'files' | 'clock' | 'log'>;
  #failure: StorageFailure | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Pick<Deps, 'db' | 'files' | 'clock' | 'log'>) {
    this.#deps = deps;
  }

  /** The last result; null while they can. */
  get failure(): StorageFailure | null {
    return this.#failure;
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), PROBE_EVERY_MS).unref();
    void this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Probes now. */
  async check(): Promise<void> {
    const { clock, log } = this.#deps;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      const error = new FileStoreUnavailableError('The storage of images and videos doesn’t answer.');
      timer = setTimeout(() => reject(error), PROBE_LIMIT_MS);
    });
    try {
      await Promise.race([this.#probe(), limit]);
      if (this.#failure) log.info('images and videos can be stored and read again');
      this.#failure = null;
    } catch (error) {
      const reason = error instanceof FileStoreUnavailableError ? error.message : null;
      if (this.#failure?.reason !== reason)
        log.error(
          { err: error, reason },
          'images and videos can’t be stored or read; check the settings of the storage',
        );
      this.#failure = { since: this.#failure?.since ?? clock.now(), reason };
    } finally {
      clearTimeout(timer);
    }
  }

  async #probe(): Promise<void> {
    const { db, files } = this.#deps;
    await files.check();
    const newest = await findNewestUrl(db);
    if (newest === null) return;
    const stream = await files.read(basename(newest), { start: 0, end: 0 });
    stream?.on('error', () => undefined).destroy();
  }
}

/** Null without uploads, and while the database is away: that is no fault of the storage. */
async function findNewestUrl(db: Database): Promise<string | null> {
  try {
    const [newest] = await db.orm.select({ url: uploads.url }).from(uploads).orderBy(desc(uploads.id)).limit(1);
    return newest?.url ?? null;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  }
}
