import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { ALIVE_MS, DATABASE_NOW } from '#db/leases.ts';

/** One of several servers; times in UTC ms, by the clock of the database. */
export type ServerRow = {
  id: string;
  name: string;
  buildId: string;
  startedAt: number;
  seenAt: number;
  /** The release that it serves. */
  release: number;
  isLeader: boolean;
  /** It reported a short while ago. */
  isAlive: boolean;
};

/** The servers of this database, those that are gone without a word last; none where the database is a file. */
export async function listServers(db: Database): Promise<ServerRow[]> {
  const rows = await db.orm.all<Omit<ServerRow, 'isLeader' | 'isAlive'> & { isLeader: number; isAlive: number }>(
    sql`SELECT id, name, build_id AS buildId, started_at AS startedAt, seen_at AS seenAt, release,
      EXISTS (SELECT 1 FROM leases WHERE leases.name = 'lead' AND holder = servers.id
        AND expires_at > ${sql.raw(DATABASE_NOW)}) AS isLeader,
      seen_at > ${sql.raw(DATABASE_NOW)} - ${ALIVE_MS} AS isAlive
    FROM servers ORDER BY isAlive DESC, name`,
  );
  return rows.map((row) => ({ ...row, isLeader: row.isLeader === 1, isAlive: row.isAlive === 1 }));
}

/** Leases that are held, with how often each has changed hands and when it ends (UTC ms). */
export const listLeases = (db: Database) =>
  db.orm.all<{ name: string; token: number; endsInMs: number }>(
    sql`SELECT name, token, expires_at - ${sql.raw(DATABASE_NOW)} AS endsInMs FROM leases
      WHERE expires_at > ${sql.raw(DATABASE_NOW)} ORDER BY name`,
  );
