import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { mergeFields } from '#api/domain/merge-fields.ts';
import { formatList } from '#api/domain/lists.ts';
import { AppError, conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import {
  type AnySitePart,
  createSiteChange,
  prepareSiteChanges,
  publishSiteChanges,
  requireNoFaults,
  requirePart,
  type SiteChange,
} from '#api/features/site-changes/site-changes.service.ts';
import type { PublishedSiteJson, SitePartRef } from '#api/features/site-changes/site-changes.contract.ts';
import type { Database } from '#db/client.ts';
import { nextDraftVersion } from '#db/queries/draft-versions.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { drafts, type ScheduledPart, siteSchedules, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { PublishedScheduleJson, SiteScheduleJson } from './schedule.contract.ts';

type ScheduleDeps = Pick<Deps, 'db' | 'site' | 'clock' | 'siteSchedules'>;
export type PublishDeps = Pick<Deps, 'db' | 'site' | 'clock'> & { publisher: Pick<Deps['publisher'], 'wake'> };
type ScheduleRow = typeof siteSchedules.$inferSelect;
type Fields = Record<string, unknown>;

/** So many wait at most: each is looked at whenever somebody opens the changes. */
const SCHEDULES_MAX = 20;

/** Whether it is about these kinds of parts alone. */
const isOfParts = (schedule: Pick<ScheduleRow, 'parts'>, parts: readonly AnySitePart[]): boolean =>
  schedule.parts.every(({ kind }) => parts.some(({ subject }) => subject === kind));

/** What waits for its time, and what couldn’t be published; the next one first. */
export async function listSchedules({ db }: Pick<Deps, 'db'>, parts: readonly AnySitePart[]) {
  const rows = await db.orm
    .select({ schedule: siteSchedules, ...userRefColumns })
    .from(siteSchedules)
    .leftJoin(users, eq(users.id, siteSchedules.userId))
    .where(inArray(siteSchedules.state, ['waiting', 'failed']))
    .orderBy(asc(siteSchedules.publishAt), asc(siteSchedules.id));
  return rows
    .filter(({ schedule }) => isOfParts(schedule, parts))
    .map(({ schedule, ...user }) => toScheduleJson(schedule, toUserRefJson(user), parts));
}

function toScheduleJson(
  { id, state, publishAt, parts: scheduled, error }: ScheduleRow,
  user: SiteScheduleJson['user'],
  parts: readonly AnySitePart[],
): SiteScheduleJson {
  return {
    id,
    state: state === 'failed' ? 'failed' : 'waiting',
    publish_at: toIso(publishAt),
    parts: scheduled.map((each) => {
      const part = requirePart(parts, each.kind);
      const [before, fields] = [part.complete(each.before), part.complete(each.fields)];
      return {
        kind: each.kind,
        id: each.id,
        version: each.version,
        title: part.getTitle(fields),
        fields: part.listChanges(before, fields),
      };
    }),
    error,
    user,
  };
}

/**
 * Publishes drafts at a time, as they are now. They stay drafts until then.
 * @throws not_found; validation_failed for a time that has passed, or with what keeps them from being published; conflict when one was
 * saved since, or when too many wait.
 */
export async function scheduleSiteParts(
  deps: ScheduleDeps,
  parts: readonly AnySitePart[],
  { refs, publishAt }: { refs: readonly SitePartRef[]; publishAt: number },
  userId: number,
): Promise<{ schedule: SiteScheduleJson }> {
  const { db, clock } = deps;
  const now = clock.now();
  if (publishAt <= now) throw invalidFieldError('publish_at', 'This time has passed. Choose another one.');
  const changes = await prepareSiteChanges(deps, parts, refs);
  const scheduled = changes.map(({ ref, live, fields }): ScheduledPart => ({
    ...ref,
    revision: live.revision,
    before: live.fields,
    fields,
  }));
  const [inserted] = await write(db, [
    sql`INSERT INTO ${siteSchedules} (state, publish_at, parts, user_id, created_at)
      SELECT 'waiting', ${publishAt}, ${JSON.stringify(scheduled)}, ${userId}, ${now}
      WHERE (SELECT count(*) FROM ${siteSchedules} WHERE ${siteSchedules.state} = 'waiting') < ${SCHEDULES_MAX}`,
    insertAuditStatement(db, {
      at: now,
      action: 'site.scheduled',
      actorId: userId,
      subject: 'site',
      detail: { publish_at: toIso(publishAt), parts: refs.map(({ kind, id }) => `${kind}:${id}`) },
    }),
  ]);
  if (!inserted || inserted.rowsAffected === 0) {
    throw conflictError(`${SCHEDULES_MAX} changes wait for their time already. Cancel one of them first.`);
  }
  deps.siteSchedules.wake();
  const [schedule] = (await listSchedules(deps, parts)).filter(({ id }) => id === Number(inserted.lastInsertRowid));
  if (!schedule) throw notFoundError(GONE);
  return { schedule };
}

const GONE = 'This was published or cancelled meanwhile. Reload the page.';

const isOpen = (id: number) => and(eq(siteSchedules.id, id), inArray(siteSchedules.state, ['waiting', 'failed']));

async function requireSchedule({ orm }: Database, parts: readonly AnySitePart[], id: number): Promise<ScheduleRow> {
  const [row] = await orm.select().from(siteSchedules).where(isOpen(id));
  if (!row || !isOfParts(row, parts)) throw notFoundError(GONE);
  return row;
}

/** The drafts stay as they are. @throws not_found for one that is published, or cancelled already. */
export async function cancelSchedule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  parts: readonly AnySitePart[],
  id: number,
  userId: number,
): Promise<void> {
  const row = await requireSchedule(db, parts, id);
  const [deleted] = await write(db, [
    db.orm.delete(siteSchedules).where(isOpen(id)),
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'site.schedule_cancelled',
      actorId: userId,
      subject: 'site',
      detail: { publish_at: toIso(row.publishAt) },
    }),
  ]);
  if (deleted?.rowsAffected === 0) throw notFoundError(GONE);
}

/** For the start page: until somebody dismisses them. */
export async function listFailedSchedules({ db }: Pick<Deps, 'db'>) {
  const rows = await db.orm
    .select({ id: siteSchedules.id, publishAt: siteSchedules.publishAt, error: siteSchedules.error })
    .from(siteSchedules)
    .where(eq(siteSchedules.state, 'failed'))
    .orderBy(asc(siteSchedules.publishAt));
  return rows.map(({ id, publishAt, error }) => ({ id, publish_at: toIso(publishAt), error: error ?? '' }));
}

/** When the next schedule is due (UTC ms), or null. */
export async function findNextScheduleAt({ orm }: Database): Promise<number | null> {
  const rows = await orm
    .select({ at: min(siteSchedules.publishAt) })
    .from(siteSchedules)
    .where(eq(siteSchedules.state, 'waiting'));
  return rows[0]?.at ?? null;
}

export const listDueSchedules = ({ orm }: Database, now: number): Promise<ScheduleRow[]> =>
  orm
    .select()
    .from(siteSchedules)
    .where(and(eq(siteSchedules.state, 'waiting'), lte(siteSchedules.publishAt, now)))
    .orderBy(asc(siteSchedules.publishAt), asc(siteSchedules.id));

/**
 * Publishes what is due, once: in the batch that says so. What was published since it was scheduled stays, but where both have changed the
 * same; that, and what keeps it from being published, is said in `error`, and nothing is published.
 */
export async function publishSchedule(
  deps: PublishDeps,
  parts: readonly AnySitePart[],
  schedule: ScheduleRow,
): Promise<'published' | 'failed'> {
  const { db } = deps;
  const isWaiting = and(eq(siteSchedules.id, schedule.id), eq(siteSchedules.state, 'waiting'));
  try {
    await publishScheduled(deps, parts, schedule, schedule.userId);
    return 'published';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await write(db, [db.orm.update(siteSchedules).set({ state: 'failed', error: error.message }).where(isWaiting)]);
    return 'failed';
  }
}

/**
 * Publishes what waits for its time, or couldn’t be published then, at once. @throws not_found for one that is published or cancelled already;
 * validation_failed, conflict with what keeps it from being published.
 */
export async function publishScheduleNow(
  deps: PublishDeps,
  parts: readonly AnySitePart[],
  id: number,
  userId: number,
): Promise<PublishedScheduleJson> {
  const published = await publishScheduled(deps, parts, await requireSchedule(deps.db, parts, id), userId);
  return published ?? { publish_id: null, undo: null };
}

/** Null when visitors see all of it already. */
async function publishScheduled(
  deps: PublishDeps,
  parts: readonly AnySitePart[],
  schedule: ScheduleRow,
  userId: number | null,
): Promise<PublishedSiteJson | null> {
  const { db } = deps;
  const finish = [
    db.orm.update(siteSchedules).set({ state: 'published' }).where(isOpen(schedule.id)),
    rollbackIfNoRows,
  ];
  const changes = await Promise.all(schedule.parts.map((each) => prepareScheduled(deps, parts, each)));
  const changed = changes.filter((change) => change !== null);
  await requireNoFaults(deps, changed);
  if (changed.length > 0) return publishSiteChanges(deps, changed, { userId, guards: finish });
  await write(db, finish).catch(onGuardRollback(() => notFoundError(GONE)));
  return null;
}

/** Null for a part that visitors see so already. @throws not_found, conflict. */
async function prepareScheduled(
  { db }: Pick<Deps, 'db'>,
  parts: readonly AnySitePart[],
  scheduled: ScheduledPart,
): Promise<SiteChange | null> {
  const { kind, id, version } = scheduled;
  const part = requirePart(parts, kind);
  const live = await part.loadLive(db, id);
  if (!live) throw notFoundError(part.notFoundMessage);
  const [before, fields] = [part.complete(scheduled.before), part.complete(scheduled.fields)];
  const merged = mergeFields(before, fields, live.fields, toDepth(kind));
  if (merged.conflicts.length > 0) {
    const labels = part.listChanges(live.fields, fields).map(({ label }) => `‘${label}’`);
    throw conflictError(
      `${part.getTitle(fields)} was published again since this was scheduled: ${formatList(labels)}. Publish the draft, or discard it.`,
    );
  }
  const isLive = live.state === 'live' && JSON.stringify(merged.fields) === JSON.stringify(live.fields);
  if (isLive) return null;
  const draftStatements = await followStatements(db, part, scheduled, { live, published: merged.fields });
  return createSiteChange({ part, ref: { kind, id, version }, live, fields: merged.fields, draftStatements });
}

type Published = { live: { fields: Fields; revision: number }; published: Fields };

/**
 * Statements for the draft of a part whose scheduled changes go live. The draft that was scheduled ends. Any other holds newer words, which
 * stay: one that began with what visitors had takes in what is published now, so that publishing it takes nothing of that back.
 */
async function followStatements(
  { orm }: Database,
  part: AnySitePart,
  { kind, id, version }: ScheduledPart,
  { live, published }: Published,
): Promise<Statement[]> {
  const isSubject = and(eq(drafts.kind, kind), eq(drafts.subjectId, id));
  const [draft] = await orm.select().from(drafts).where(isSubject);
  if (!draft) return [];
  const isAsRead = and(isSubject, eq(drafts.version, draft.version));
  if (draft.version === version) return [orm.delete(drafts).where(isAsRead)];
  if (draft.baseRevision !== live.revision) return [];
  const own: Fields = part.complete(draft.fields);
  const { fields } = mergeFields(live.fields, own, published, toDepth(kind));
  const isSame = JSON.stringify(fields) === JSON.stringify(own);
  return [
    orm
      .update(drafts)
      .set({ fields, baseRevision: live.revision + 1, ...(!isSame && { version: nextDraftVersion }) })
      .where(isAsRead),
  ];
}

/** The fields of settings are in groups. */
const toDepth = (kind: ScheduledPart['kind']) => (kind === 'settings' ? 2 : 1);
