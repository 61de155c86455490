import { and, gt, type SQL } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { openshelfWebhooks, outbox, stripeEvents } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

type Queue = typeof outbox | typeof openshelfWebhooks | typeof stripeEvents;

/**
 * Makes due what waits for a time further ahead than any wait can be (ms): it was set before the clock was put back. Writes only when
 * there is any.
 */
export async function advanceMisdated(
  db: Database,
  queue: Queue,
  { isWaiting, now, longestWaitMs }: { isWaiting: SQL | undefined; now: number; longestWaitMs: number },
): Promise<void> {
  const isMisdated = and(isWaiting, gt(queue.nextAttemptAt, now + longestWaitMs));
  const rows = await db.orm.select({ at: queue.nextAttemptAt }).from(queue).where(isMisdated).limit(1);
  if (rows.length > 0) await write(db, [db.orm.update(queue).set({ nextAttemptAt: now }).where(isMisdated)]);
}
