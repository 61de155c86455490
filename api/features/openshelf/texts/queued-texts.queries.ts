import { sql } from 'drizzle-orm';
import { CLOCK_SKEW_MS } from '#api/domain/clock-skew.ts';
import type { Database } from '#db/client.ts';

/** The works in the queue that have a text to read, with that of their current version; null columns where it was not fetched. */
const selectQueued = sql`
  FROM publications AS work
  JOIN publication_versions AS version ON version.publication_id = work.id AND version.number = work.version_number
  LEFT JOIN publication_texts AS text ON text.version_id = version.id
  WHERE work.status = 'ADMIN_REVIEWING' AND (version.html_url IS NOT NULL OR version.md_url IS NOT NULL)`;

/** When a failed fetch is repeated: after as long as the work had waited by then, which doubles the wait each time. */
const selectRetryAt = (retryMs: number) =>
  sql`text.fetched_at + max(${retryMs}, text.fetched_at - coalesce(work.queued_at, text.fetched_at))`;

/** The works in the queue whose text is to be fetched now, the longest wait first. A failure that lies far ahead is from before the clock was put back. */
export async function listDueTextIds(
  { orm }: Database,
  now: number,
  { retryMs, count }: { retryMs: number; count: number },
) {
  const rows = await orm.all<{ id: number }>(sql`
    SELECT work.id ${selectQueued} AND (
      text.version_id IS NULL OR text.url NOT IN (coalesce(version.html_url, ''), coalesce(version.md_url, ''))
      OR (text.error IS NOT NULL AND (text.fetched_at > ${now + CLOCK_SKEW_MS} OR ${selectRetryAt(retryMs)} <= ${now})))
    ORDER BY work.queued_at, work.id LIMIT ${count}`);
  return rows.map(({ id }) => id);
}

/** When the next failed fetch is to be repeated (UTC ms), or null. */
export async function findNextRetryAt({ orm }: Database, retryMs: number): Promise<number | null> {
  const [row] = await orm.all<{ at: number | null }>(
    sql`SELECT min(${selectRetryAt(retryMs)}) AS at ${selectQueued} AND text.error IS NOT NULL`,
  );
  return row?.at ?? null;
}

/** The first text after `versionId` that has no hash. */
export async function findUnhashedText({ orm }: Database, versionId: number) {
  const [row] = await orm.all<{ versionId: number; html: string }>(sql`
    SELECT version_id AS versionId, html FROM publication_texts
    WHERE words_hash IS NULL AND error IS NULL AND version_id > ${versionId} ORDER BY version_id LIMIT 1`);
  return row ?? null;
}
