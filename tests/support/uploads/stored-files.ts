import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../app/test-app.ts';

/** Everything below the data directory but the database, as paths. */
export async function listDataFiles(test: TestApp): Promise<string[]> {
  const entries = await readdir(test.directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('app.db'))
    .map((entry) => join(entry.parentPath, entry.name).slice(test.directory.length + 1))
    .sort();
}

export async function countStoredUploads(test: TestApp): Promise<number> {
  const { rows } = await test.db.client.execute('SELECT count(*) FROM uploads');
  return Number(rows[0]?.[0]);
}
