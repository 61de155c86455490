import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { firstRun, publishJobs } from '#db/schema/index.ts';

/**
 * Whether visitors may see the site. A new one is not public before its first run was published, and what it published is live; a later
 * publish of the whole site counts too, where the first one failed.
 */
export async function isSitePublic({ orm }: Pick<Database, 'orm'>): Promise<boolean> {
  const isLater = sql`${publishJobs.id} > ${firstRun.publishId} AND ${publishJobs.kind} IN ('site', 'rebuild')`;
  const [row] = await orm
    .select({
      isPublic: sql<number>`${firstRun.finishedAt} IS NOT NULL AND (
        NOT EXISTS (SELECT 1 FROM ${publishJobs} WHERE ${publishJobs.id} = ${firstRun.publishId} AND ${publishJobs.status} <> 'live')
        OR EXISTS (SELECT 1 FROM ${publishJobs} WHERE ${isLater} AND ${publishJobs.status} = 'live'))`,
    })
    .from(firstRun);
  return row === undefined || row.isPublic === 1;
}

/** A condition: an owner has begun to set up the site, so nothing of the example company belongs in it. */
export const hadFirstRun = sql`EXISTS (SELECT 1 FROM ${firstRun})`;
