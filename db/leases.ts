import { randomUUID } from 'node:crypto';
import type { InStatement } from '@libsql/client';
import type { Database } from './client.ts';
import { write } from './write.ts';

/** By the clock of the database (UTC ms), which is the same for all servers. */
export const DATABASE_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** A server that hasn't reported for so long is gone (ms). */
export const ALIVE_MS = 15_000;

/** The lease of the leader: the server that publishes, sends and tidies up for all. */
export const LEAD = 'lead';

const CREATE_LEASES = `CREATE TABLE IF NOT EXISTS leases
  (name text PRIMARY KEY NOT NULL, holder text NOT NULL, token integer NOT NULL, expires_at integer NOT NULL)`;

type Claim = {
  name: string;
  /** The id of this server. */
  holder: string;
  /** How long it holds without being renewed. */
  milliseconds: number;
};

/**
 * Takes a lease that nobody holds, or renews one's own; the token is in its only row, and grows with each new holder. With
 * `condition`, only where that holds.
 */
export function claimLeaseStatement({ name, holder, milliseconds }: Claim, condition = 'true'): InStatement {
  return {
    sql: `INSERT INTO leases (name, holder, token, expires_at)
      SELECT ?, ?, 1, ${DATABASE_NOW} + ? WHERE ${condition}
      ON CONFLICT (name) DO UPDATE SET
        token = token + (holder <> excluded.holder), holder = excluded.holder, expires_at = excluded.expires_at
      WHERE holder = excluded.holder OR expires_at <= ${DATABASE_NOW}
      RETURNING token`,
    args: [name, holder, milliseconds],
  };
}

/** Gives a lease back, so that another server need not wait until it has run out. */
export const releaseLeaseStatement = (
  { name, holder }: Omit<Claim, 'milliseconds'>,
  condition = 'true',
): InStatement => ({
  sql: `UPDATE leases SET expires_at = 0 WHERE name = ? AND holder = ? AND ${condition}`,
  args: [name, holder],
});

/** Before the migrations: they are work that one server does at a time, too. */
export const createLeases = (db: Database) => write(db, [CREATE_LEASES]);

/** Names of leases of single pieces of work, which are deleted when they are done. */
const WORK_PREFIX = 'work ';
/** How long a server may be silent that holds one (ms), and how often it renews it. */
const WORK_LEASE_MS = 10_000;
const RENEW_MS = 3_000;

/** Whether several servers may write to the database; a file is opened by one. */
export const isSharedDatabase = ({ client }: Pick<Database, 'client'>): boolean => client.protocol !== 'file';

/**
 * Runs work that only one server may do at a time, and returns its result; null while another does it. The work writes through the
 * database that it is given: after its server was paused for so long that another took over, nothing is written any more.
 */
export async function runWithLease<Result>(
  given: Database,
  name: string,
  work: (fenced: Database) => Promise<Result>,
): Promise<{ result: Result } | null> {
  const db = withoutWorkFence(given);
  const lease = { name: WORK_PREFIX + name, holder: randomUUID() };
  const claim = claimLeaseStatement({ ...lease, milliseconds: WORK_LEASE_MS });
  const [claimed] = await write(db, [claim]);
  const token = claimed?.rows[0]?.[0];
  if (token === undefined) return null;
  const renewal = setInterval(() => void write(db, [claim]).catch(() => undefined), RENEW_MS).unref();
  try {
    // The lease of the leader stays the fence of its work.
    return { result: await work(db.fence ? db : { ...db, fence: { lease: lease.name, token: Number(token) } }) };
  } finally {
    clearInterval(renewal);
    const end = { sql: 'DELETE FROM leases WHERE name = ? AND holder = ?', args: [lease.name, lease.holder] };
    // One that stays runs out.
    await write(db, [end]).catch(() => undefined);
  }
}

/** Work inside other work has a fence of its own, and may end after the other. */
const withoutWorkFence = (db: Database): Database =>
  db.fence?.lease.startsWith(WORK_PREFIX) ? { ...db, fence: undefined } : db;

/** A condition: nobody does this work. */
export const isWorkFree = (name: string): string =>
  `NOT EXISTS (SELECT 1 FROM leases WHERE name = '${WORK_PREFIX}${name}' AND expires_at > ${DATABASE_NOW})`;

/** Deletes the leases of work whose server is gone, a day later. */
export const deleteOldWorkLeases = `DELETE FROM leases
  WHERE name LIKE '${WORK_PREFIX}%' AND expires_at < ${DATABASE_NOW} - 24 * 60 * 60000`;
