import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { QueueName } from '#api/domain/queues.ts';

/** Rows of a queue, and when the oldest of them came (UTC ms); null in an empty one. */
export type QueueLength = { queue: QueueName; count: number; oldestAt: number | null };

/** Everything that waits to be done in the background. */
export async function readQueueLengths(db: Database): Promise<QueueLength[]> {
  const select = (queue: QueueName, table: string, isWaiting: string, createdAt = 'created_at') =>
    `SELECT '${queue}' AS queue, count(*) AS count, min(${createdAt}) AS oldest FROM ${table} WHERE ${isWaiting}`;
  const rows = await db.orm.all<{ queue: QueueName; count: number; oldest: number | null }>(
    sql.raw(
      [
        select('mail', 'outbox', `status = 'queued'`),
        select('publishes', 'publish_jobs', `status IN ('queued', 'rendering')`),
        select('cdn_purges', 'purges', `status <> 'delivered'`),
        select('openshelf_webhooks', 'openshelf_webhooks', `status = 'queued'`),
        select('subscription_webhooks', 'subscription_webhooks', `status = 'queued'`),
        select('stripe_events', 'stripe_events', `status IN ('received', 'failed')`, 'received_at'),
      ].join(' UNION ALL '),
    ),
  );
  return rows.map(({ queue, count, oldest }) => ({ queue, count, oldestAt: oldest }));
}
