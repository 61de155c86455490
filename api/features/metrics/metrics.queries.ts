import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/** Rows of a queue, and when the oldest of them came (UTC ms); null in an empty one. */
export type QueueLength = { queue: string; count: number; oldestAt: number | null };

/** Everything that waits to be done in the background. */
export async function readQueueLengths(db: Database): Promise<QueueLength[]> {
  const select = (queue: string, table: string, isWaiting: string, createdAt = 'created_at') =>
    `SELECT '${queue}' AS queue, count(*) AS count, min(${createdAt}) AS oldest FROM ${table} WHERE ${isWaiting}`;
  const rows = await db.orm.all<{ queue: string; count: number; oldest: number | null }>(
    sql.raw(
      [
        select('mail', 'outbox', `status = 'queued'`),
        select('publishes', 'publish_jobs', `status IN ('queued', 'rendering')`),
        select('cdn_purges', 'purges', `status <> 'delivered'`),
        select('openshelf_webhooks', 'openshelf_webhooks', `status = 'queued'`),
        select('stripe_events', 'stripe_events', `status IN ('received', 'failed')`, 'received_at'),
      ].join(' UNION ALL '),
    ),
  );
  return rows.map(({ queue, count, oldest }) => ({ queue, count, oldestAt: oldest }));
}

/** Of the last publish that went live (ms); null before the first. */
export async function readLastPublishMs(db: Database): Promise<number | null> {
  const [row] = await db.orm.all<{ milliseconds: number | null }>(
    sql`SELECT milliseconds FROM publish_jobs WHERE status = 'live' AND milliseconds IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  return row?.milliseconds ?? null;
}

/** Differences from Stripe that the last comparison found and could not repair. */
export async function countOpenDrifts(db: Database): Promise<number> {
  const [row] = await db.orm.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM billing_drifts
        WHERE repaired_at IS NULL AND reconciliation_id = (SELECT max(id) FROM reconciliations)`,
  );
  return row?.count ?? 0;
}
