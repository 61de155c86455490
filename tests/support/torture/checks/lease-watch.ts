import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#db/client.ts';
import { ALIVE_MS, DATABASE_NOW } from '#db/leases.ts';
import type { Stage } from '../actor.ts';
import type { ProductServer } from '../product-server.ts';

const POLL_MS = 500;
/** Work of a server that is gone goes on elsewhere within this, milliseconds. */
const TAKEOVER_MAX_MS = 15_000;

const LEAD = `SELECT token, expires_at > ${DATABASE_NOW} AS is_held FROM leases WHERE name = 'lead'`;
const LEADERS = `SELECT count(*) FROM leases JOIN servers ON servers.id = leases.holder
  WHERE leases.name = 'lead' AND leases.expires_at > ${DATABASE_NOW} AND servers.seen_at > ${DATABASE_NOW} - ${ALIVE_MS}`;

/** Watches the lease of the leader past the servers: its token only grows, and nobody leads for 15 s at most. */
export async function watchLease(stage: Stage, servers: readonly ProductServer[], url: string): Promise<void> {
  const { faults, findings } = stage;
  let token = 0;
  let heldAt = Date.now();
  let longestMs = 0;
  while (stage.isOn()) {
    const lead = await readFirstRow(url, LEAD);
    const now = Date.now();
    if (lead) {
      if (Number(lead.token) < token) findings.add(`the token of the lease fell from ${token} to ${lead.token}`);
      token = Number(lead.token);
    }
    if (lead?.is_held === 1) {
      const gap = now - heldAt;
      const hadHealthyServer = servers.some(
        ({ index }) => !faults.wasOn(heldAt, now, ['kill', 'pause', 'disk'], index),
      );
      if (gap > TAKEOVER_MAX_MS && hadHealthyServer && !faults.wasOn(heldAt, now, ['database']))
        findings.add(`nobody led for ${Math.round(gap / 1000)} s`);
      longestMs = Math.max(longestMs, gap);
      heldAt = now;
    }
    await sleep(POLL_MS);
  }
  findings.note(`${token} leaders one after the other, at most ${(longestMs / 1000).toFixed(1)} s without one`);
}

/** Call it once everything is quiet. */
export async function checkLeader({ findings }: Stage, url: string): Promise<void> {
  const row = await readFirstRow(url, LEADERS);
  if (Number(row?.[0]) !== 1) findings.add(`${row?.[0] ?? 'no'} running servers lead`);
}

/** Null while the database server is away. */
async function readFirstRow(url: string, sql: string) {
  try {
    const db = await openDatabase(url);
    const { rows } = await db.client.execute(sql).finally(() => db.client.close());
    return rows[0] ?? null;
  } catch {
    return null;
  }
}
