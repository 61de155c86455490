import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import type { LibsqlServer } from '#api/adapters/libsql-dump.ts';
import { BackupWorker } from '#api/backups/backup-worker.ts';
import { type BackupStore, createBackupStore } from '#api/backups/backup-store.ts';
import { prepareRestore } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import type { BackupRecord } from '#api/domain/backup-record.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate, readLastKnownMigration } from '#db/migrate.ts';
import { uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createTestDatabase, type TestDatabase } from '../app/test-app.ts';
import { createSeededRandom, type Random } from '../random/seeded-random.ts';

const WRITERS = 4;
/** A moment comes so long after the one before, at most (ms). */
const PAUSE_MAX_MS = 150;
/** Bytes of the upload with each twentieth write. */
const UPLOAD_BYTES = 2_000;

/** What was acknowledged before a backup was asked for. */
type Moment = { record: BackupRecord; acknowledged: number[]; files: string[] };

/**
 * Backs up at random moments while several writers write, restores each backup elsewhere, and checks that all that was acknowledged
 * before its moment is in it, and nothing by half. Answers how many rows were compared. Also for `npm run proof`, with more moments.
 * @throws with what was lost.
 */
export async function proveBackupMoments({
  moments: count,
  seed,
  server = null,
}: {
  moments: number;
  seed: number;
  /** An empty libSQL server; a file without. */
  server?: LibsqlServer | null;
}): Promise<{ moments: number; acknowledged: number; compared: number }> {
  const random = createSeededRandom(seed);
  const test = await createTestDatabase();
  const elsewhere = await mkdtemp(join(tmpdir(), 'backup-moments-'));
  const db = server ? await openDatabase(server.url, server.authToken) : test.db;
  if (server) await migrate(db, async () => undefined);
  const store = createBackupStore({ DATA_DIR: test.directory, BACKUPS_DIR: undefined, s3: null });
  const worker = new BackupWorker({ ...test.deps, db, store, timeZone: 'Pacific/Auckland', libsqlServer: server });
  const load = startLoad({ test, db, random });
  try {
    const moments: Moment[] = [];
    for (let moment = 0; moment < count; moment += 1) {
      await sleep(random.below(PAUSE_MAX_MS));
      const [acknowledged, files] = [[...load.acknowledged], [...load.files]];
      const record = await worker.backUp('manual');
      moments.push({ record, acknowledged, files });
      // Names have seconds.
      test.clock.advance(1_000);
    }
    await load.stop();
    let compared = 0;
    for (const moment of moments) compared += await compareRestored(moment, { store, elsewhere });
    return { moments: count, acknowledged: load.acknowledged.size, compared };
  } finally {
    await load.stop();
    await worker.stop();
    if (server) db.client.close();
    await test.close();
    await rm(elsewhere, { recursive: true, force: true });
  }
}

/** Each write is a category and its twin in one transaction, and now and then an image with its file. */
function startLoad({ test, db, random }: { test: TestDatabase; db: Database; random: Random }) {
  const acknowledged = new Set<number>();
  const files = new Set<string>();
  let isStopped = false;
  let next = 0;
  const writeOne = async () => {
    next += 1;
    const number = next;
    if (number % 20 === 0) files.add(await addUpload({ test, db }, number));
    const insert = (name: string) => ({
      sql: 'INSERT INTO categories (name, slug, created_at, updated_at) VALUES (?, ?, ?, ?)',
      args: [name, name, number, number],
    });
    await write(db, [insert(`one-${number}`), insert(`two-${number}`)]);
    acknowledged.add(number);
  };
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isStopped) {
      await writeOne();
      await sleep(random.below(4));
    }
  });
  return {
    acknowledged,
    files,
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

async function addUpload({ test, db }: { test: TestDatabase; db: Database }, number: number): Promise<string> {
  const name = `file-${number}.webp`;
  const incoming = join(test.directory, 'incoming');
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, name), Buffer.alloc(UPLOAD_BYTES, number % 256));
  await test.deps.files.put(name, join(incoming, name), 'image/webp');
  const file = { name, contentType: 'image/webp', width: 1, height: 1, bytes: UPLOAD_BYTES };
  await db.orm.insert(uploads).values({
    hash: `hash-${number}`,
    kind: 'image',
    contentType: 'image/webp',
    url: `/uploads/${name}`,
    name,
    bytes: UPLOAD_BYTES,
    files: [file],
    createdAt: number,
  });
  return name;
}

/** Restores a backup elsewhere. Answers how many rows were compared. @throws with what was lost. */
async function compareRestored(
  { record, acknowledged, files }: Moment,
  { store, elsewhere }: { store: BackupStore; elsewhere: string },
): Promise<number> {
  const place = await mkdtemp(join(elsewhere, 'restored-'));
  const target = createRestoreTarget({
    DATABASE_URL: `file:${place}/app.db`,
    DATABASE_AUTH_TOKEN: undefined,
    DATA_DIR: place,
  });
  const uploaded = join(place, 'files');
  const plan = await prepareRestore(record.file.name, {
    target,
    store,
    files: createDiskFiles(uploaded),
    lastKnownMigration: readLastKnownMigration(),
  });
  await plan.apply();
  using database = new DatabaseSync(join(place, 'app.db'), { readOnly: true });
  const read = (prefix: string) =>
    database
      .prepare('SELECT created_at AS number, name FROM categories WHERE name GLOB ? ORDER BY created_at')
      .all(`${prefix}-*`)
      .map(({ number, name }) => `${number} ${String(name).slice(prefix.length)}`);
  const [ones, twos] = [read('one'), read('two')];
  if (ones.join() !== twos.join()) throw new Error(`${record.file.name}: half a transaction was restored.`);
  const present = new Set(ones);
  const lost = acknowledged.filter((number) => !present.has(`${number} -${number}`));
  if (lost.length > 0) throw new Error(`${record.file.name}: lost ${lost.length} writes, such as ${lost[0]}.`);
  const stored = new Set(await readdir(uploaded).catch(() => []));
  for (const name of files) {
    const number = Number(/\d+/.exec(name)?.[0]);
    const isWhole = stored.has(name) && (await readFile(join(uploaded, name))).every((byte) => byte === number % 256);
    if (!isWhole) throw new Error(`${record.file.name}: the upload ${name} is lost or damaged.`);
  }
  // Nor may a row name a file that is not there.
  const named = database.prepare('SELECT name FROM uploads').all();
  const missing = named.filter(({ name }) => !stored.has(String(name)));
  if (missing.length > 0) throw new Error(`${record.file.name}: ${missing.length} rows name files that are missing.`);
  await rm(place, { recursive: true, force: true });
  return ones.length + files.length;
}
