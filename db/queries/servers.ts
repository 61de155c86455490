import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { ALIVE_MS, DATABASE_NOW, LEAD } from '#db/leases.ts';

/** A server that ended without a word is shown for so long (ms). */
const SHOWN_MS = 60 * 60_000;

/** Servers report every two seconds, so a release is known of all of them only after a while (ms). */
const BEHIND_MS = 5_000;

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
  /** It runs and serves an earlier release than the site has had for a while. */
  isBehind: boolean;
  /** It reported a short while ago. */
  isAlive: boolean;
};

/** The servers of this database, those that are gone without a word last; none where the database is a file. */
export async function listServers(db: Database): Promise<ServerRow[]> {
  const rows = await db.orm.all<
    Omit<ServerRow, 'isLeader' | 'isAlive' | 'isBehind'> & Record<'isLeader' | 'isAlive' | 'isOlder', number>
  >(
    sql`SELECT id, name, build_id AS buildId, started_at AS startedAt, seen_at AS seenAt, release,
      EXISTS (SELECT 1 FROM leases WHERE leases.name = ${LEAD} AND holder = servers.id
        AND expires_at > ${sql.raw(DATABASE_NOW)}) AS isLeader,
      seen_at > ${sql.raw(DATABASE_NOW)} - ${ALIVE_MS} AS isAlive,
      release < (SELECT max(releases.id) FROM releases, site_state
        WHERE releases.id <= current_release AND created_at < ${sql.raw(DATABASE_NOW)} - ${BEHIND_MS}) AS isOlder
    FROM servers WHERE seen_at > ${sql.raw(DATABASE_NOW)} - ${SHOWN_MS} ORDER BY isAlive DESC, name`,
  );
  return rows.map(({ isLeader, isAlive, isOlder, ...row }) => ({
    ...row,
    isLeader: isLeader === 1,
    isAlive: isAlive === 1,
    isBehind: isAlive === 1 && isOlder === 1,
  }));
}

/** Leases that are held, with how often each has changed hands and when it ends (UTC ms). */
export const listLeases = (db: Database) =>
  db.orm.all<{ name: string; token: number; endsInMs: number }>(
    sql`SELECT name, token, expires_at - ${sql.raw(DATABASE_NOW)} AS endsInMs FROM leases
      WHERE expires_at > ${sql.raw(DATABASE_NOW)} ORDER BY name`,
  );
