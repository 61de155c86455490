import type { Database } from '#db/client.ts';
import { DATABASE_NOW } from '#db/leases.ts';
import { write } from '#db/write.ts';

/** Servers in the database: akl-1 leads, akl-2 is one release behind, akl-3 ended without a word ten minutes ago, akl-0 two hours ago. */
export async function addServers(db: Database): Promise<void> {
  const insert = (name: string, release: number, ago: number) => ({
    sql: `INSERT INTO servers (id, name, build_id, started_at, seen_at, release)
      VALUES (?, ?, 'b1', ${DATABASE_NOW} - 7200000, ${DATABASE_NOW} - ?, ?)`,
    args: [name, `${name}:4321`, ago, release],
  });
  await write(db, [
    "INSERT INTO releases (id, kind, note, build_id, pages_changed, pages_total, bytes, created_at) VALUES (1, 'build', 'First build', 'b1', 0, 0, 0, 0) ON CONFLICT DO NOTHING",
    'INSERT INTO site_state (id, current_release) VALUES (1, 1) ON CONFLICT DO UPDATE SET current_release = 1',
    "INSERT INTO builds (id, first_seen_at) VALUES ('b1', 0)",
    insert('akl-1', 1, 0),
    insert('akl-2', 0, 1_000),
    insert('akl-3', 1, 600_000),
    insert('akl-0', 1, 7_200_000),
    `INSERT INTO leases (name, holder, token, expires_at) VALUES ('lead', 'akl-1', 3, ${DATABASE_NOW} + 60000)`,
  ]);
}
