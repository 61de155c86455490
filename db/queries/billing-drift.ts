import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/**
 * How many differences from Stripe the last comparison found and couldn’t repair, and when the first of them was found (UTC ms): each
 * night finds them again. Null without one. A comparison that runs, or that failed, says nothing yet.
 */
export async function findBillingDrift(db: Database): Promise<{ count: number; since: number } | null> {
  const isOpenInLast = sql`repaired_at IS NULL AND reconciliation_id =
    (SELECT max(id) FROM reconciliations WHERE finished_at IS NOT NULL AND error IS NULL)`;
  const [row] = await db.orm.all<{ count: number; since: number | null }>(sql`SELECT
    (SELECT count(*) FROM billing_drifts WHERE ${isOpenInLast}) AS count,
    (SELECT min(found_at) FROM billing_drifts WHERE repaired_at IS NULL
      AND (object_id, field) IN (SELECT object_id, field FROM billing_drifts WHERE ${isOpenInLast})) AS since`);
  return row?.since == null ? null : { count: row.count, since: row.since };
}
