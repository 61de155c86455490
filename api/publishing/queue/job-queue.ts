import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { PublishKind } from '#api/domain/enums.ts';
import { blogs, publishJobs } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

export type PublishJob = typeof publishJobs.$inferSelect;

/** Jobs that are not finished, oldest first; also those that a crash left in the middle. */
export function listOpenJobs(db: Database): Promise<PublishJob[]> {
  return db.orm
    .select()
    .from(publishJobs)
    .where(or(eq(publishJobs.status, 'queued'), eq(publishJobs.status, 'rendering')))
    .orderBy(asc(publishJobs.id));
}

/** Only the newest rows are read, so that the cost does not grow with the table. */
const NEWEST_PUBLISHES = 1_000;
const FAILED_PUBLISHES_MAX = 5;

/** Failed publishes without a later success: no later publish of the same subject, no later full rebuild. */
export async function listFailedPublishes(db: Database) {
  const { id, kind, reason, error, failedPath, status, createdAt } = publishJobs;
  return db.orm
    .select({ id, reason, error, failedPath, createdAt })
    .from(publishJobs)
    .where(
      and(
        eq(status, 'failed'),
        sql`${id} > (SELECT max(id) FROM publish_jobs) - ${NEWEST_PUBLISHES}`,
        sql`NOT EXISTS (SELECT 1 FROM publish_jobs later WHERE later.id > ${id} AND
          ((later.kind = ${kind} AND later.subject_id IS ${publishJobs.subjectId})
            OR (later.kind = 'rebuild' AND later.status = 'live')))`,
      ),
    )
    .orderBy(desc(id))
    .limit(FAILED_PUBLISHES_MAX);
}

/** What the jobs of a kind are about, each once. */
export function listSubjectIds(jobs: readonly PublishJob[], kind: PublishKind): number[] {
  return [...new Set(jobs.filter((job) => job.kind === kind).flatMap((job) => job.subjectId ?? []))];
}

export async function markJobsRendering(db: Database, ids: number[], now: number): Promise<void> {
  await write(db, [
    db.orm.update(publishJobs).set({ status: 'rendering', startedAt: now }).where(inArray(publishJobs.id, ids)),
  ]);
}

type Changed = { paths: string[]; removed?: number };

/**
 * Live: the public address answered the new bytes; `removed` of the paths, the last ones, are gone. Milliseconds count
 * from the write of the content.
 */
export async function markJobsLive(
  db: Database,
  ids: number[],
  { paths, removed = 0 }: Changed,
  now: number,
): Promise<void> {
  await write(db, [
    db.orm
      .update(publishJobs)
      .set({
        status: 'live',
        finishedAt: now,
        paths,
        removedCount: removed,
        milliseconds: sql`max(0, ${now} - ${publishJobs.createdAt})`,
      })
      .where(inArray(publishJobs.id, ids)),
  ]);
}

export async function markJobFailed(
  db: Database,
  id: number,
  failure: { path: string | null; message: string },
  now: number,
): Promise<void> {
  await write(db, [
    db.orm
      .update(publishJobs)
      .set({ status: 'failed', finishedAt: now, failedPath: failure.path, error: failure.message })
      .where(eq(publishJobs.id, id)),
  ]);
}

export function listJobs(db: Database, limit: number): Promise<PublishJob[]> {
  return db.orm.select().from(publishJobs).orderBy(desc(publishJobs.id)).limit(limit);
}

export type ScheduledPost = { id: number; title: string; publishedAt: number | null };

/** Scheduled posts whose date came after `from` and not after `to` (UTC ms). */
export function listDuePosts(db: Database, from: number, to: number): Promise<ScheduledPost[]> {
  const isDue = and(eq(blogs.status, 'published'), gt(blogs.publishedAt, from), lte(blogs.publishedAt, to));
  return db.orm.select({ id: blogs.id, title: blogs.title, publishedAt: blogs.publishedAt }).from(blogs).where(isDue);
}

/** Posts with a queued job: it publishes them as they are when it runs. */
export async function listQueuedPostIds(db: Database): Promise<Set<number | null>> {
  const isWaiting = and(eq(publishJobs.kind, 'blog'), eq(publishJobs.status, 'queued'));
  const rows = await db.orm.select({ id: publishJobs.subjectId }).from(publishJobs).where(isWaiting);
  return new Set(rows.map((row) => row.id));
}

/** When the next scheduled post comes due, or null. */
export async function findNextDueAt(db: Database, now: number): Promise<number | null> {
  const [row] = await db.orm
    .select({ at: sql<number | null>`min(${blogs.publishedAt})` })
    .from(blogs)
    .where(and(eq(blogs.status, 'published'), gt(blogs.publishedAt, now)));
  return row?.at ?? null;
}

/** True while a job of the scheduler is queued: a second one would do the same. */
export async function isJobQueued(db: Database, kind: 'schedule' | 'site'): Promise<boolean> {
  const isWaiting = and(eq(publishJobs.kind, kind), eq(publishJobs.status, 'queued'));
  const [row] = await db.orm.select({ id: publishJobs.id }).from(publishJobs).where(isWaiting).limit(1);
  return row !== undefined;
}
