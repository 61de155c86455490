import type { InStatement } from '@libsql/client';
import type { Database } from './client.ts';
import { write } from './write.ts';

/** By the clock of the database (UTC ms), which is the same for all servers. */
export const DATABASE_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** A server that hasn't reported for so long is gone (ms). */
export const ALIVE_MS = 15_000;

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
