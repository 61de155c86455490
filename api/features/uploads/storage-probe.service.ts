import { basename } from 'node:path';
import { desc } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';

/** Minimum interval of probes (ms): a bucket charges for each. */
const PROBE_EVERY_MS = 30_000;
/** A bucket that doesn't answer within this is down (ms). */
const PROBE_LIMIT_MS = 5_000;

/** Whether images and videos can be read. */
export type StorageProbe = {
  /** Since when they can't (UTC ms); null while they can. */
  findFailure(): Promise<number | null>;
};

/**
 * Reads the first byte of the newest upload, at most every 30 seconds. A name that doesn't exist would tell nothing: without the
 * right to list, a bucket refuses it.
 */
export function createStorageProbe({ db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>): StorageProbe {
  let failingSince: number | null = null;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | null = null;

  async function readNewestUpload(): Promise<void> {
    const [newest] = await db.orm.select({ url: uploads.url }).from(uploads).orderBy(desc(uploads.id)).limit(1);
    if (!newest) return;
    const stream = await files.read(basename(newest.url), { start: 0, end: 0 });
    stream?.on('error', () => undefined).destroy();
  }

  async function probe(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The storage of uploads doesn’t answer.')), PROBE_LIMIT_MS);
    });
    try {
      await Promise.race([readNewestUpload(), limit]);
      failingSince = null;
    } catch {
      failingSince ??= clock.now();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async findFailure() {
      if (!probing && clock.now() - probedAt >= PROBE_EVERY_MS) {
        probedAt = clock.now();
        probing = probe().finally(() => {
          probing = null;
        });
      }
      await probing;
      return failingSince;
    },
  };
}
