import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import type { Row } from './store.ts';

/** Where the state is saved: one SQLite file, in which a request is one batch. */
export type SandboxFile = {
  load(): Promise<{ rows: Row[]; clockOffset: number }>;
  save(rows: readonly Row[], clockOffset: number): Promise<void>;
  close(): void;
};

export async function openSandboxFile(directory: string): Promise<SandboxFile> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const client = createClient({ url: `file:${join(directory, 'payment-sandbox.db')}` });
  await client.execute('PRAGMA journal_mode = WAL');
  // A kill loses nothing; only a power failure may lose the last requests, whole ones.
  await client.execute('PRAGMA synchronous = NORMAL');
  await client.batch(
    [
      'CREATE TABLE IF NOT EXISTS objects (kind TEXT, id TEXT, seq INTEGER, json TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID',
      'CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID',
    ],
    'write',
  );
  return {
    load: async () => {
      const objects = await client.execute('SELECT kind, id, seq, json FROM objects ORDER BY seq');
      const offset = await client.execute("SELECT value FROM meta WHERE key = 'clock_offset'");
      return {
        rows: objects.rows.map((row) => ({
          kind: String(row.kind),
          id: String(row.id),
          seq: Number(row.seq),
          json: String(row.json),
        })),
        clockOffset: Number(offset.rows[0]?.value ?? 0),
      };
    },
    save: async (rows, clockOffset) => {
      const statements = rows.map(({ kind, id, seq, json }) =>
        json === null
          ? { sql: 'DELETE FROM objects WHERE kind = ? AND id = ?', args: [kind, id] }
          : { sql: 'INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?)', args: [kind, id, seq, json] },
      );
      const offset = { sql: "INSERT OR REPLACE INTO meta VALUES ('clock_offset', ?)", args: [String(clockOffset)] };
      await client.batch([...statements, offset], 'write');
    },
    close: () => client.close(),
  };
}
