import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InValue } from '@libsql/client';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';

/**
 * The last migration before the columns were renamed, before documents and categories had addresses, before OpenShelf, and
 * before there were more than two roles.
 */
const BEFORE_RENAMES = '0008_publish_removed';
export const BEFORE_ADDRESSES = '0009_plain_names';
export const BEFORE_OPENSHELF = '0013_people';
export const BEFORE_ROLES = '0032_shared-state';

/** For each table the columns that the next migration renames: new name -> old name. */
const OLD_COLUMNS: Record<string, Record<string, string>> = {
  drafts: { client_id: 'session' },
  revisions: { client_id: 'session', word_count: 'words', removed_character_count: 'words_gone' },
  outbox: { encrypted_secret: 'sealed' },
  sign_in_challenges: { attempts: 'tries', foreign_attempts: 'foreign_tries' },
  blogs: { is_description_custom: 'is_description_own' },
  release_entries: { input_hash: 'inputs', post_ids: 'shows' },
  site_state: { pinned_release: 'held_release' },
  publish_jobs: { removed_count: 'removed' },
};

/**
 * Copies every row of `db` into a new database with the schema after `lastMigration`, as an earlier build left it.
 * Tables and columns that are newer are left out.
 */
export async function copyToPreviousSchema(
  db: Database,
  directory: string,
  lastMigration = BEFORE_RENAMES,
): Promise<Database> {
  const old = await openDatabase(`file:${join(directory, 'previous.db')}`);
  await migrate(old, async () => undefined, await copyOldMigrations(directory, lastMigration));
  const renamed = lastMigration === BEFORE_RENAMES ? OLD_COLUMNS : {};
  const inserts = [];
  for (const table of [...(await listTables(old)), 'sqlite_sequence']) {
    const oldColumns = (await old.client.execute(`SELECT * FROM ${table} LIMIT 0`)).columns;
    const result = await db.client.execute(`SELECT * FROM ${table}`);
    const { rows } = result;
    const toOldName = (column: string) => renamed[table]?.[column] ?? column;
    const columns = result.columns.filter((column) => oldColumns.includes(toOldName(column)));
    const names = columns.map(toOldName);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    // Also what migrations inserted.
    inserts.push(`DELETE FROM ${table}`);
    const toValue =
      lastMigration === BEFORE_RENAMES ? toOldValue : (_table: string, value: unknown) => value as InValue;
    for (const row of rows) inserts.push({ sql, args: columns.map((column) => toValue(table, row[column])) });
  }
  // Without foreign keys, so that the order of the tables does not matter.
  await old.client.migrate(inserts);
  return old;
}

const toOldValue = (table: string, value: unknown): InValue =>
  table === 'publish_jobs' && value === 'schedule' ? 'clock' : (value as InValue);

/** Every row of every table, and the last id that each table gave. */
export async function readAllRows(db: Database): Promise<Record<string, unknown[]>> {
  const rowsByTable: Record<string, unknown[]> = {};
  for (const table of [...(await listTables(db)), 'sqlite_sequence']) {
    const { rows } = await db.client.execute(`SELECT * FROM ${table} ORDER BY 1, 2`);
    rowsByTable[table] = rows.map((row) => ({ ...row }));
  }
  return rowsByTable;
}

/** All tables but those of SQLite, of the migrator and of the full-text indexes, which triggers fill. */
async function listTables(db: Database): Promise<string[]> {
  const { rows } = await db.client.execute(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'
      AND name NOT LIKE '%_search%' AND name NOT LIKE '%_words%' ORDER BY name`,
  );
  return rows.map((row) => String(row.name));
}

type Journal = { entries: { tag: string }[] };

const readJournal = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;

/** The last migration but one: an earlier release of this program left a database like that, or an older one. */
export async function readPreviousMigration(): Promise<string> {
  const { entries } = await readJournal(join(PROJECT_ROOT, 'db/migrations'));
  return entries.at(-2)?.tag ?? '';
}

/** The migrations up to `lastMigration`, in a folder of this directory. */
export async function copyOldMigrations(directory: string, lastMigration: string): Promise<string> {
  const folder = join(directory, 'previous-migrations');
  await cp(join(PROJECT_ROOT, 'db/migrations'), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = await readJournal(folder);
  const count = journal.entries.findIndex(({ tag }) => tag === lastMigration) + 1;
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}
