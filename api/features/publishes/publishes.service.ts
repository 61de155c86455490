import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { publishJobs, users } from '#db/schema/index.ts';
import { ifUndone, orUndo, write } from '#db/write.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { readSiteState } from '#api/releases/release-rows.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { personColumns } from '#db/queries/user-refs.ts';
import type { PublishesQuery, PublishJson, SiteNowJson } from './publishes.contract.ts';
import { toPublishJson } from './publishes.mapper.ts';

const REBUILD_REASON = 'Rebuild of every page';

function readPublishes(db: Database, where: SQL | undefined) {
  return db.query
    .select({ job: publishJobs, person: personColumns })
    .from(publishJobs)
    .leftJoin(users, eq(users.id, publishJobs.userId))
    .where(where)
    .$dynamic();
}

const isOpen = inArray(publishJobs.status, ['queued', 'rendering']);

/** Publishes, newest first; of one post with `subjectId`. */
export async function listPublishes({ db }: Pick<Deps, 'db'>, query: PublishesQuery): Promise<PublishJson[]> {
  const where = and(
    query.status ? eq(publishJobs.status, query.status) : undefined,
    query.subjectId ? and(eq(publishJobs.kind, 'blog'), eq(publishJobs.subjectId, query.subjectId)) : undefined,
  );
  const rows = await readPublishes(db, where).orderBy(desc(publishJobs.id)).limit(query.limit);
  return rows.map((row) => toPublishJson(row));
}

/** One publish with all its paths. @throws not_found */
export async function getPublish({ db }: Pick<Deps, 'db'>, publishId: number): Promise<PublishJson> {
  const [row] = await readPublishes(db, eq(publishJobs.id, publishId));
  if (!row) throw notFound('There is no such publish.');
  return toPublishJson(row, Number.POSITIVE_INFINITY);
}

/** What is under way, and the newest of what is done, oldest first. */
export async function recentPublishes(db: Database, done: number): Promise<PublishJson[]> {
  const newest = sql`${publishJobs.id} IN (SELECT id FROM publish_jobs ORDER BY id DESC LIMIT ${done})`;
  const rows = await readPublishes(db, or(isOpen, newest)).orderBy(asc(publishJobs.id));
  return rows.map((row) => toPublishJson(row));
}

/** These publishes, and with `newerThan` also what is open and what came after that one, oldest first. */
export async function changedPublishes(
  db: Database,
  ids: readonly number[],
  newerThan: number | null,
): Promise<PublishJson[]> {
  const isNew = newerThan === null ? undefined : or(isOpen, gt(publishJobs.id, newerThan));
  const rows = await readPublishes(db, or(inArray(publishJobs.id, [...ids]), isNew)).orderBy(asc(publishJobs.id));
  return rows.map((row) => toPublishJson(row));
}

export async function siteNow({ db, publishing }: Pick<Deps, 'db' | 'publishing'>): Promise<SiteNowJson> {
  const { current, held } = await readSiteState(db);
  return { current_release: current, held_release: held, waiting_for_space: publishing.isWaitingForSpace };
}

/** Puts a failed publish into the queue again; its time counts anew. @throws not_found, conflict for any other. */
export async function retryPublish(deps: Deps, publishId: number, actorId: number): Promise<PublishJson> {
  const { db, clock } = deps;
  const at = clock.now();
  const untimed = { startedAt: null, finishedAt: null, milliseconds: null };
  const afresh = { ...untimed, failedPath: null, error: null, paths: null, removed: 0 };
  const whyNot = async () => {
    await getPublish(deps, publishId);
    return conflict('Only a publish that failed can be tried again.');
  };
  await write(db, [
    db.query
      .update(publishJobs)
      .set({ ...afresh, status: 'queued', createdAt: at })
      .where(and(eq(publishJobs.id, publishId), eq(publishJobs.status, 'failed'))),
    orUndo,
    recordAudit(db, { at, action: 'publish.retried', actorId, subject: `publish:${publishId}` }),
  ]).catch(ifUndone(whyNot));
  deps.publishing.wake();
  return getPublish(deps, publishId);
}

/** Queues a render of every page, whatever its state. @throws conflict while one waits already. */
export async function rebuildSite(deps: Deps, actorId: number): Promise<PublishJson> {
  const { db, clock } = deps;
  const at = clock.now();
  await write(db, [
    sql`INSERT INTO publish_jobs (kind, reason, user_id, status, created_at)
      SELECT 'rebuild', ${REBUILD_REASON}, ${actorId}, 'queued', ${at}
      WHERE NOT EXISTS (SELECT 1 FROM publish_jobs WHERE kind = 'rebuild' AND status = 'queued')`,
    orUndo,
    recordAudit(db, { at, action: 'publish.rebuilt', actorId, subject: 'site' }),
  ]).catch(ifUndone(() => conflict('A rebuild waits in the queue already.')));
  deps.publishing.wake();
  const [row] = await readPublishes(db, eq(publishJobs.kind, 'rebuild')).orderBy(desc(publishJobs.id)).limit(1);
  if (!row) throw notFound('There is no such publish.');
  return toPublishJson(row);
}
