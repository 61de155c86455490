import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { createDiskSpace } from '#api/adapters/disk-space.ts';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { prepareRestore } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { createBackupWorker } from '#api/workers.ts';
import type { Database } from '#db/client.ts';
import { readLastKnownMigration } from '#db/migrate.ts';
import { uploads } from '#db/schema/index.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { startLibsqlServer } from '../support/machines/engines.ts';
import { megabytes, round } from './figures.ts';
import { fillPosts } from './filler.ts';
import { BENCH_SETTINGS } from './settings.ts';

/** Of one file of an upload; an image has four. */
const FILE_BYTES = 60_000;
const FILES = 4;

/**
 * Backs up `posts` posts with a fifth as many images, and restores them: into a file, and into a libSQL server. With 10,000 posts
 * the restore may take two minutes (F24).
 */
export async function benchRestore(options: BenchOptions): Promise<object> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-restore-'));
  const settings = { LOG_LEVEL: 'error', DEMO_CONTENT: 'pages', ...BENCH_SETTINGS };
  const env = readEnv({ ...settings, DATA_DIR: join(directory, 'site') });
  const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
  const log = pino({ level: 'silent' });
  const { files } = createUploadDeps(env);
  const images = Math.ceil(options.posts / 5);
  try {
    options.log(`Writing ${options.posts} posts and ${images} images`);
    await fillPosts(db, options.posts, Date.now(), options.log);
    await fillImages(db, { files, count: images, incoming: join(directory, 'incoming') });
    const space = createDiskSpace({ db, clock: systemClock, directories: [env.DATA_DIR] });
    const worker = createBackupWorker({ db, clock: systemClock, log, space, files }, env);
    options.log('Backing up');
    const [record, backUpSeconds] = await measure(() => worker.backUp('manual'));
    const [, againSeconds] = await measure(() => worker.backUp('manual'));
    await worker.stop();

    const restore = async (databaseUrl: string, place: string) => {
      options.log(`Restoring into ${databaseUrl}`);
      const folder = join(directory, place);
      await mkdir(folder, { recursive: true });
      const target = createRestoreTarget({
        DATABASE_URL: databaseUrl,
        DATABASE_AUTH_TOKEN: undefined,
        DATA_DIR: folder,
      });
      const [, seconds] = await measure(async () => {
        const plan = await prepareRestore(record.file.name, {
          target,
          store: createBackupStore(env),
          files: createDiskFiles(join(folder, 'files')),
          lastKnownMigration: readLastKnownMigration(),
        });
        await plan.apply();
      });
      return seconds;
    };
    const fileSeconds = await restore(`file:${join(directory, 'file', 'app.db')}`, 'file');
    const engine = await startLibsqlServer(join(directory, 'sqld'));
    const serverSeconds = await restore(engine.url, 'server').finally(() => engine.stop());
    return {
      posts: options.posts,
      images,
      database_mb: megabytes((await stat(join(env.DATA_DIR, 'app.db'))).size),
      images_mb: megabytes(images * FILES * FILE_BYTES),
      backup_s: round(backUpSeconds),
      // Images are copied once.
      next_backup_s: round(againSeconds),
      restore_s: round(fileSeconds),
      restore_libsql_s: round(serverSeconds),
    };
  } finally {
    db.client.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function fillImages(
  db: Database,
  { files, count, incoming }: { files: ReturnType<typeof createUploadDeps>['files']; count: number; incoming: string },
): Promise<void> {
  await mkdir(incoming, { recursive: true });
  for (let image = 1; image <= count; image += 1) {
    const names = Array.from({ length: FILES }, (_, part) => `bench-${image}-${part}.webp`);
    for (const name of names) {
      await writeFile(join(incoming, name), randomBytes(FILE_BYTES));
      await files.put(name, join(incoming, name), 'image/webp');
    }
    await db.orm.insert(uploads).values({
      hash: `bench-${image}`,
      kind: 'image',
      contentType: 'image/webp',
      url: `/uploads/${names[0]}`,
      name: `${image}`,
      bytes: FILES * FILE_BYTES,
      createdAt: image,
      files: names.map((name) => ({ name, contentType: 'image/webp', width: 640, height: 427, bytes: FILE_BYTES })),
    });
  }
}

async function measure<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1000];
}
