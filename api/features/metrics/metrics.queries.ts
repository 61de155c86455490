import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/** Of the last publish that went live (ms); null before the first. */
export async function readLastPublishMs(db: Database): Promise<number | null> {
  const [row] = await db.orm.all<{ milliseconds: number | null }>(
    sql`SELECT milliseconds FROM publish_jobs WHERE status = 'live' AND milliseconds IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  return row?.milliseconds ?? null;
}
