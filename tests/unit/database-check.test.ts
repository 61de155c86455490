import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkDatabaseFile } from '#api/adapters/database-check/database-check.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { moveLogIntoDatabase } from '../support/app/directory-template.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'database-check-'));
  file = join(directory, 'app.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Opens the site as a start after a crash does. Returns whether the check was handed over instead of waited for. */
async function openAfterCrash(): Promise<{ isHandedOver: boolean; check: Promise<void> }> {
  const checks: Promise<void>[] = [];
  const db = await openMigratedDatabase(readEnv({ DATA_DIR: directory, DEMO_CONTENT: 'pages' }), systemClock, {
    wasCleanShutdown: false,
    lockDatabase: () => undefined,
    onCheck: (check) => void checks.push(check),
  });
  db.client.close();
  return { isHandedOver: checks.length > 0, check: checks[0] ?? Promise.resolve() };
}

/** Overwrites the first page of a table. */
async function damage(table: string): Promise<void> {
  const handle = await open(file, 'r+');
  const [page, bytes] = readPlace(table);
  await handle.write(Buffer.alloc(bytes, 7), 0, bytes, (page - 1) * bytes);
  await handle.close();
}

function readPlace(table: string): [number, number] {
  using database = new DatabaseSync(file);
  const read = (query: string) => Number(Object.values(database.prepare(query).get() ?? {})[0]);
  return [read(`SELECT rootpage FROM sqlite_master WHERE name = '${table}'`), read('PRAGMA page_size')];
}

it('A database file that is open elsewhere and whole passes its check (R1)', async () => {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT); INSERT INTO things VALUES (1)');
  await expect(checkDatabaseFile(file)).resolves.toBeUndefined();
});

it('A database file whose pages were overwritten fails its check with what is damaged (R1)', async () => {
  {
    using database = new DatabaseSync(file);
    database.exec('CREATE TABLE things (name TEXT)');
  }
  await damage('things');
  await expect(checkDatabaseFile(file)).rejects.toThrow(/^The database file is damaged: .+/);
});

it('A start after a crash reads a database that is up to date while it is checked, and waits for the check before a migration (R1, T52)', async () => {
  expect(await openAfterCrash()).toMatchObject({ isHandedOver: false });
  const { isHandedOver, check } = await openAfterCrash();
  expect(isHandedOver).toBe(true);
  await expect(check).resolves.toBeUndefined();
});

it('A start after a crash that meets a damaged database says so, whatever failed first (R1)', async () => {
  await openAfterCrash();
  await moveLogIntoDatabase(file);
  await damage('audit_log');
  await expect(openAfterCrash().then(({ check }) => check)).rejects.toThrow('The database file is damaged');
});
