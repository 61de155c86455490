import { constants, copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/client.ts';

/**
 * A directory that is prepared once per test worker. Each call of the result makes a copy of it and returns its path.
 * Test workers share modules (`isolate: false`), so the template outlives a test file; it goes with the run's TMPDIR.
 */
export function createDirectoryTemplate(prepare: (directory: string) => Promise<void>): () => Promise<string> {
  let template: Promise<string> | undefined;

  async function prepareTemplate(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'template-'));
    await prepare(directory);
    await moveLogIntoDatabase(join(directory, 'app.db'));
    return directory;
  }

  return async () => {
    template ??= prepareTemplate();
    try {
      const copy = await mkdtemp(join(tmpdir(), 'data-'));
      copyFiles(await template, copy);
      return copy;
    } catch (error) {
      // A retry prepares it again.
      template = undefined;
      throw error;
    }
  };
}

/**
 * Copies all but the log of the database. The hundreds of objects of a release are shared: a server never changes one, it writes another and
 * renames it. A test that damages one removes it first.
 */
function copyFiles(from: string, to: string, areObjects = false): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target);
      copyFiles(source, target, entry.name === 'objects');
    } else if (areObjects) linkSync(source, target);
    else if (!/-(wal|shm)$/.test(entry.name)) copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/**
 * Leaves the write-ahead log empty, so the database file alone is complete. A closed connection may end only at a garbage
 * collection, and the log and its index are deleted then, perhaps while a copy is made.
 */
export async function moveLogIntoDatabase(file: string): Promise<void> {
  const { client } = await openDatabase(`file:${file}`);
  const result = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
  if (result.rows[0]?.busy !== 0) throw new Error('The database of the template is still in use.');
}
