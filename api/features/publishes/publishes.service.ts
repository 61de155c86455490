import { and, asc, desc, eq, gt, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { publishJobs, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { readSiteState } from '#api/releases/release-rows.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import type { ListPublishesQuery, PublishJson, SiteStateJson } from './publishes.contract.ts';
import { toPublishJson } from './publishes.mapper.ts';

const REBUILD_REASON = 'Rebuild all pages';

/** A failed publish needs someone, whatever it was for. One of the site changes every page, and so it names none. */
const isSystemCondition = sql<number>`(${publishJobs.kind} = 'schedule' AND ${publishJobs.status} <> 'failed'
  OR ${publishJobs.status} = 'live' AND ${publishJobs.kind} <> 'site' AND coalesce(json_array_length(${publishJobs.paths}), 0) = 0)`;

function selectPublishes(db: Database, where: SQL | undefined) {
  return db.orm
    .select({ job: publishJobs, user: userRefColumns, isSystem: isSystemCondition })
    .from(publishJobs)
    .leftJoin(users, eq(users.id, publishJobs.userId))
    .where(where)
    .$dynamic();
}

const isOpen = inArray(publishJobs.status, ['queued', 'rendering']);

/** Publishes, newest first; of one post with `subjectId`, without the system's own with `source`. */
export async function listPublishes({ db }: Pick<Deps, 'db'>, query: ListPublishesQuery): Promise<PublishJson[]> {
  const where = and(
    query.source === 'people' ? not(isSystemCondition) : undefined,
    query.status ? eq(publishJobs.status, query.status) : undefined,
    query.subjectId ? and(eq(publishJobs.kind, 'blog'), eq(publishJobs.subjectId, query.subjectId)) : undefined,
  );
  const rows = await selectPublishes(db, where).orderBy(desc(publishJobs.id)).limit(query.limit);
  return rows.map((row) => toPublishJson(row));
}

/** One publish with all its paths. @throws not_found */
export async function getPublish({ db }: Pick<Deps, 'db'>, publishId: number): Promise<PublishJson> {
  const [row] = await selectPublishes(db, eq(publishJobs.id, publishId));
  if (!row) throw notFoundError('Publish not found');
  return toPublishJson(row, Number.POSITIVE_INFINITY);
}

/** Open publishes and the newest finished ones, oldest first. */
export async function listRecentPublishes(db: Database, limit: number): Promise<PublishJson[]> {
  const newest = sql`${publishJobs.id} IN (SELECT id FROM publish_jobs ORDER BY id DESC LIMIT ${limit})`;
  const rows = await selectPublishes(db, or(isOpen, newest)).orderBy(asc(publishJobs.id));
  return rows.map((row) => toPublishJson(row));
}

/** These publishes and, with `newerThan`, also open and newer ones, oldest first. */
export async function listChangedPublishes(
  db: Database,
  ids: readonly number[],
  newerThan: number | null,
): Promise<PublishJson[]> {
  const isNew = newerThan === null ? undefined : or(isOpen, gt(publishJobs.id, newerThan));
  const rows = await selectPublishes(db, or(inArray(publishJobs.id, [...ids]), isNew)).orderBy(asc(publishJobs.id));
  return rows.map((row) => toPublishJson(row));
}

export async function getSiteState({ db, publisher }: Pick<Deps, 'db' | 'publisher'>): Promise<SiteStateJson> {
  const { current, pinnedRelease } = await readSiteState(db);
  return { current_release: current, pinned_release: pinnedRelease, waiting_for_space: publisher.isWaitingForSpace };
}

/** Queues a failed publish again; its time starts again. @throws not_found, conflict for any other. */
export async function retryPublish(deps: Deps, publishId: number, actorId: number): Promise<PublishJson> {
  const { db, clock } = deps;
  const at = clock.now();
  const clearedTimes = { startedAt: null, finishedAt: null, milliseconds: null };
  const resetColumns = { ...clearedTimes, failedPath: null, error: null, paths: null, removedCount: 0 };
  const explainRollback = async () => {
    await getPublish(deps, publishId);
    return conflictError('Only a failed publish can be retried.');
  };
  await write(db, [
    db.orm
      .update(publishJobs)
      .set({ ...resetColumns, status: 'queued', createdAt: at })
      .where(and(eq(publishJobs.id, publishId), eq(publishJobs.status, 'failed'))),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at,
      action: 'publish.retried',
      actorId,
      subject: `publish:${publishId}`,
      before: { status: 'failed' },
      after: { status: 'queued' },
    }),
  ]).catch(onGuardRollback(explainRollback));
  deps.publisher.wake();
  return getPublish(deps, publishId);
}

/** Queues a render of every page, whatever its state. @throws conflict while one waits already. */
export async function queueRebuild(deps: Deps, actorId: number): Promise<PublishJson> {
  const { db, clock } = deps;
  const at = clock.now();
  await write(db, [
    sql`INSERT INTO publish_jobs (kind, reason, user_id, status, created_at)
      SELECT 'rebuild', ${REBUILD_REASON}, ${actorId}, 'queued', ${at}
      WHERE NOT EXISTS (SELECT 1 FROM publish_jobs WHERE kind = 'rebuild' AND status = 'queued')`,
    rollbackIfNoRows,
    insertAuditStatement(db, { at, action: 'publish.rebuilt', actorId, subject: 'site' }),
  ]).catch(onGuardRollback(() => conflictError('A rebuild is already queued.')));
  deps.publisher.wake();
  const [row] = await selectPublishes(db, eq(publishJobs.kind, 'rebuild')).orderBy(desc(publishJobs.id)).limit(1);
  if (!row) throw notFoundError('Publish not found');
  return toPublishJson(row);
}
