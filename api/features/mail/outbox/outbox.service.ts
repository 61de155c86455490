import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import type { Clock } from '#api/clock.ts';

const STALL_THRESHOLD_MS = 60_000;
/** How `outbox.last_error` begins when the fault was the mail server's, not the mail's or its receiver's. */
export const SERVER_ERROR_PREFIX = 'server:';

/**
 * True when codes have not gone out for a minute, so that asking for another one is of no use to anybody. A receiver
 * whose own server turns mail away is not counted: that person must not keep all others out.
 */
export async function isDeliveryStalled({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now();
  const [waiting] = await db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      sql`${outbox.status} = 'queued' AND ${outbox.kind} = 'sign-in-code'
        AND ${outbox.createdAt} < ${now - STALL_THRESHOLD_MS} AND ${outbox.expiresAt} > ${now}
        AND (${outbox.lastError} IS NULL OR ${outbox.lastError} LIKE ${`${SERVER_ERROR_PREFIX}%`})`,
    )
    .limit(1);
  return waiting !== undefined;
}
