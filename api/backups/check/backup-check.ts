import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { StoredFile } from '#db/schema/uploads.ts';
import { type Expectation, TABLES_SQL, toTextSql } from '../snapshot.ts';

export type CheckRequest = {
  /** A backup, compressed or not. */
  file: string;
  /** Where it is restored; the file must not exist, and is left to the caller. */
  target: string;
  /** Of the whole file; null when it isn't known. */
  sha256: string | null;
  expected: Expectation | null;
};

export type CheckResult = {
  /** What is wrong, as a sentence; null for a backup that can be used. */
  failure: string | null;
  sha256: string;
  bytes: number;
  database: { bytes: number; migrations: number[]; lastMigration: number; counts: Record<string, number> } | null;
  uploads: Pick<StoredFile, 'name' | 'bytes' | 'contentType'>[];
};

/** Restores a backup into a file of its own and checks all of it: for damage, for rows that point nowhere, and against what it should hold. */
export async function checkBackup({ file, target, sha256, expected }: CheckRequest): Promise<CheckResult> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const source = createReadStream(file);
  const sink = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  let failure: string | null = null;
  try {
    if (file.endsWith('.gz')) await pipeline(source, measure, createGunzip(), sink);
    else await pipeline(source, measure, sink);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_') && !code.startsWith('ERR_')) throw error;
    failure = 'The file is damaged or cut off: it can’t be unpacked.';
  }
  const found = { sha256: failure ? '' : hash.digest('hex'), bytes };
  if (!failure && sha256 !== null && found.sha256 !== sha256) {
    failure = 'The file isn’t the one that was written: its checksum differs.';
  }
  if (failure) return { failure, ...found, database: null, uploads: [] };
  return { ...found, ...(await checkDatabase(target, expected)) };
}

async function checkDatabase(file: string, expected: Expectation | null) {
  const nothing = { database: null, uploads: [] };
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const read = (sql: string) => database.prepare(sql).all();
    const damage = read('PRAGMA integrity_check(1)')[0]?.integrity_check;
    if (damage !== 'ok') return { failure: `The database in it is damaged: ${damage}`, ...nothing };
    const tables = read(TABLES_SQL).map(({ name }) => String(name));
    if (!tables.includes('__drizzle_migrations') || !tables.includes('site_state')) {
      return { failure: 'This isn’t a database of this program.', ...nothing };
    }
    const [orphan] = read('PRAGMA foreign_key_check');
    if (orphan) return { failure: `Rows of ‘${orphan.table}’ refer to rows that don’t exist.`, ...nothing };
    const counts = Object.fromEntries(
      tables.map((table) => [table, Number(read(`SELECT count(*) AS count FROM "${table}"`)[0]?.count)]),
    );
    const migrations = read('SELECT created_at AS time FROM __drizzle_migrations').map(({ time }) => Number(time));
    const lastMigration = Math.max(0, ...migrations);
    return {
      failure: expected && compare(read, counts, expected),
      database: { bytes: (await stat(file)).size, migrations, lastMigration, counts },
      uploads: tables.includes('uploads') ? listUploadedFiles(read('SELECT files FROM uploads')) : [],
    };
  } catch (error) {
    return { failure: `The database in it can’t be read: ${(error as Error).message}`, ...nothing };
  }
}

type Read = (sql: string) => Record<string, unknown>[];

/** What differs from the database at the moment of the backup, or null. */
function compare(read: Read, counts: Record<string, number>, { counts: ranges, sample }: Expectation): string | null {
  for (const [table, { min, max }] of Object.entries(ranges)) {
    const count = counts[table] ?? 0;
    if (count < min || count > max) return `‘${table}’ has ${count} rows in it, and had ${min} to ${max}.`;
  }
  for (const { table, rowid, where, text } of sample) {
    const columns = read(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => String(name));
    const [row] = read(`SELECT ${toTextSql(columns)} AS text FROM "${table}" WHERE ${where}`);
    if (row?.text !== text) return `Row ${rowid} of ‘${table}’ differs in it.`;
  }
  return null;
}

const listUploadedFiles = (rows: Record<string, unknown>[]): CheckResult['uploads'] =>
  rows.flatMap(({ files }) =>
    (JSON.parse(String(files)) as StoredFile[]).map(({ name, bytes, contentType }) => ({ name, bytes, contentType })),
  );

/** Removes a restored copy, and what a reader may have left beside it. */
export const removeCopy = (file: string): Promise<unknown> =>
  Promise.all(['', '-wal', '-shm', '-journal'].map((ending) => rm(`${file}${ending}`, { force: true })));
