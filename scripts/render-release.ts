import { join } from 'node:path';
import { databaseFile } from '#db/client.ts';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { createPublisher } from '#api/server.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { Manifest } from '#api/releases/manifest.ts';

/** Renders all content into the next release, without a server and without the network. */
export async function renderRelease(): Promise<void> {
  const env = readEnv();
  if (databaseFile(env.DATABASE_URL) === null) {
    process.stdout.write('The server that leads renders the pages when it starts.\n');
    return;
  }
  const lock = lockDataDirectory(env.DATA_DIR);
  try {
    const db = await openMigratedDatabase(env, systemClock, lock);
    const manifest = new Manifest();
    const store = createObjectStore(join(env.DATA_DIR, 'site', 'objects'));
    const publisher = await createPublisher({ env, db, manifest, store, clock: systemClock, fetchPublic: null });
    await publisher.start();
    await publisher.buildRelease('Build');
    process.stdout.write(`Release ${manifest.release} has ${manifest.size} addresses.\n`);
    await publisher.stop();
    db.client.close();
    lock.release();
  } catch (error) {
    lock.release({ isClean: lock.wasCleanShutdown });
    throw error;
  }
}
