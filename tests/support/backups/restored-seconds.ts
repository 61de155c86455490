import type { FileDatabase } from '#db/client.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { BackupWorker } from '#api/backups/backup-worker.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { prepareRestore } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import { ChangeArchive } from '#api/backups/wal/change-archive.ts';
import { systemClock } from '#api/clock.ts';
import { readLastKnownMigration } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { createTestDatabase } from '../app/test-app.ts';
import { createSeededRandom } from '../random/seeded-random.ts';

const WRITERS = 4;
const SECOND_MS = 1_000;

/** When a row was sent to the database and when it was acknowledged (UTC ms). */
type Written = { sent: number; acknowledged: number };

/**
 * Writes for some seconds with several writers and backups between, then restores random seconds elsewhere, and checks that each has all that was
 * acknowledged before it began and nothing that was sent after it ended. Answers how many rows were compared. Also for `npm run proof`, with
 * more seconds. @throws with what was lost, or came too early.
 */
export async function proveRestoredSeconds({
  seconds,
  restores,
  seed,
}: {
  /** How long is written. */
  seconds: number;
  restores: number;
  seed: number;
}): Promise<{ rows: number; restores: number; compared: number; comparedBackups: number }> {
  const random = createSeededRandom(seed);
  const test = await createTestDatabase();
  const elsewhere = await mkdtemp(join(tmpdir(), 'restored-seconds-'));
  const db = test.db as FileDatabase;
  const store = createBackupStore({ DATA_DIR: test.directory, BACKUPS_DIR: undefined, s3: null });
  const deps = { ...test.deps, db, clock: systemClock, store };
  const file = join(test.directory, 'app.db');
  const changes = new ChangeArchive({ ...deps, file, dataDir: test.directory });
  const worker = new BackupWorker({ ...deps, timeZone: 'Pacific/Auckland', libsqlServer: null, changes });
  const rows = new Map<number, Written>();
  try {
    await changes.start();
    await worker.backUp('manual');
    const begun = Date.now();
    const isOver = () => Date.now() - begun > seconds * SECOND_MS;
    let next = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver()) {
        next += 1;
        const number = next;
        const sent = Date.now();
        const insert = (name: string) => ({
          sql: 'INSERT INTO categories (name, slug, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
          args: [name, name, name.repeat(random.below(200)), number, number],
        });
        await write(db, [insert(`one-${number}`), insert(`two-${number}`)]);
        rows.set(number, { sent, acknowledged: Date.now() });
        await sleep(random.below(20));
      }
    });
    // Backups have names with seconds.
    for (let part = 1; part <= 2; part += 1) {
      await sleep((seconds * SECOND_MS) / 3);
      await worker.backUp('manual');
    }
    await Promise.all(writers);
    await changes.flush();
    const comparedBackups = (await store.list()).filter(({ proof }) => proof.changes?.failure === null).length;
    let compared = 0;
    for (let restore = 0; restore < restores; restore += 1) {
      const at = begun + (1 + random.below(seconds - 1)) * SECOND_MS + random.below(SECOND_MS);
      compared += await compareSecond(at, { rows, elsewhere, store });
    }
    return { rows: rows.size, restores, compared, comparedBackups };
  } finally {
    await worker.stop();
    await changes.stop();
    db.client.close();
    changes.end();
    await test.close();
    await rm(elsewhere, { recursive: true, force: true });
  }
}

type Place = { rows: ReadonlyMap<number, Written>; elsewhere: string; store: ReturnType<typeof createBackupStore> };

/** Restores a moment and compares. Answers how many rows are in it. @throws with what differs. */
async function compareSecond(at: number, { rows, elsewhere, store }: Place): Promise<number> {
  const place = await mkdtemp(join(elsewhere, 'restored-'));
  const target = createRestoreTarget({
    DATABASE_URL: `file:${place}/app.db`,
    DATABASE_AUTH_TOKEN: undefined,
    DATA_DIR: place,
  });
  const files = createDiskFiles(join(place, 'files'));
  const plan = await prepareRestore({ at }, { target, store, files, lastKnownMigration: readLastKnownMigration() });
  await plan.apply();
  using database = new DatabaseSync(join(place, 'app.db'), { readOnly: true });
  const read = (prefix: string) =>
    database
      .prepare('SELECT created_at AS number FROM categories WHERE name GLOB ? ORDER BY created_at')
      .all(`${prefix}-*`)
      .map(({ number }) => Number(number));
  const [ones, twos] = [read('one'), read('two')];
  const name = new Date(at).toISOString();
  if (ones.join() !== twos.join()) throw new Error(`${name}: half a transaction was restored.`);
  const present = new Set(ones);
  const lost = [...rows].filter(([number, { acknowledged }]) => acknowledged < at && !present.has(number));
  if (lost.length > 0) throw new Error(`${name}: lost ${lost.length} writes, such as ${JSON.stringify(lost[0])}.`);
  const early = ones.filter((number) => (rows.get(number)?.sent ?? 0) >= at + SECOND_MS);
  if (early.length > 0) throw new Error(`${name}: ${early.length} writes are from later, such as ${early[0]}.`);
  await rm(place, { recursive: true, force: true });
  return ones.length;
}
