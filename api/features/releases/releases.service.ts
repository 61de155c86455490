import { desc, eq, not, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { releaseEntries, releases, users } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { createSignedToken } from '#api/adapters/signed-token.ts';
import { readSiteState } from '#api/releases/release-rows.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { userRefColumns, toUserRefJson } from '#db/queries/user-refs.ts';
import type { ListReleasesQuery, ReleaseDetailsJson, ReleaseJson } from './releases.contract.ts';

const LINK_TTL_MS = 24 * 60 * 60 * 1000;
const MAX_LISTED_CHANGES = 500;

type ReleaseRow = typeof releases.$inferSelect;
type UserRefRow = Parameters<typeof toUserRefJson>[0] | null;

/** Background work (OG images, counts), and releases that only a date brought about. */
const isSystemCondition = sql`(${releases.kind} = 'refresh' OR ${releases.id} IN (SELECT release_id FROM publish_jobs
  WHERE release_id IS NOT NULL GROUP BY release_id HAVING min(kind = 'schedule')))`;

/** Retained releases, newest first; without the system's own with `source`. */
export async function listReleases({ db }: Pick<Deps, 'db'>, query: ListReleasesQuery) {
  const state = await readSiteState(db);
  const where = query.source === 'people' ? not(isSystemCondition) : undefined;
  const rows = await readReleases(db)
    .where(where)
    .orderBy(desc(releases.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [counted] = await db.orm
    .select({ total: sql<number>`count(*)` })
    .from(releases)
    .where(where);
  return {
    data: rows.map(({ release, user }) => toReleaseJson(release, user, state)),
    pagination: toPaginationJson(query, counted?.total ?? 0),
  };
}

/** One release with its changes and the dry run of its restore. @throws not_found */
export async function getRelease(deps: Deps, id: number): Promise<ReleaseDetailsJson> {
  const { db } = deps;
  const { release, user } = await requireRelease(db, id);
  const state = await readSiteState(db);
  const [oldest] = await db.orm.select({ id: sql<number>`min(${releases.id})` }).from(releases);
  // Entries older than the oldest retained release begin at it, so its own changes cannot be distinguished.
  const isCompared = id !== oldest?.id || id === 1;
  const changes = isCompared ? await listReleaseChanges(db, id) : [];
  return {
    release: toReleaseJson(release, user, state),
    changes: changes.slice(0, MAX_LISTED_CHANGES),
    changes_total: changes.length,
    is_compared: isCompared,
    restore: await deps.publisher.dryRun.planRestore(id),
  };
}

/** Restores a release and pauses publishing. @throws not_found, conflict for the one that visitors see. */
export async function restoreRelease(deps: Deps, id: number, actorId: number) {
  const { db, clock, publisher } = deps;
  await requireRelease(db, id);
  const { current, pinnedRelease } = await readSiteState(db);
  if (id === current || id === pinnedRelease) throw conflictError(`Release ${id} is already live.`);
  const auditEntry = {
    ...({ at: clock.now(), action: 'release.restored', actorId, subject: `release:${id}` } as const),
    before: { release: pinnedRelease ?? current, is_publishing_paused: pinnedRelease !== null },
    after: { release: id, is_publishing_paused: true },
  };
  return publisher.restore(id, { userId: actorId, statements: [insertAuditStatement(db, auditEntry)] });
}

/** Resumes publishing. @throws conflict when it is not paused. */
export async function resumePublishing(deps: Deps, actorId: number): Promise<void> {
  const { db, clock, publisher } = deps;
  if (publisher.pinnedRelease === null) throw conflictError('Publishing isn’t paused.');
  const auditEntry = {
    at: clock.now(),
    action: 'release.resumed',
    actorId,
    subject: `release:${publisher.pinnedRelease}`,
    before: { is_publishing_paused: true },
    after: { is_publishing_paused: false },
  } as const;
  await publisher.resume({ userId: actorId, statements: [insertAuditStatement(db, auditEntry)] });
}

/** A link to the site as it was in a release, good for a day. @throws not_found */
export async function createReleaseLink(deps: Deps, id: number): Promise<{ url: string; expires_at: string }> {
  await requireRelease(deps.db, id);
  const expiresAt = deps.clock.now() + LINK_TTL_MS;
  const token = createSignedToken(deps.secrets, { purpose: 'release-viewer', value: String(id), expiresAt });
  return { url: `${deps.site.url}/release/${token}/`, expires_at: toIso(expiresAt) };
}

function readReleases(db: Database) {
  return db.orm
    .select({ release: releases, user: userRefColumns })
    .from(releases)
    .leftJoin(users, eq(users.id, releases.userId))
    .$dynamic();
}

/** @throws not_found */
export async function requireRelease(db: Database, id: number): Promise<{ release: ReleaseRow; user: UserRefRow }> {
  const [row] = await readReleases(db).where(eq(releases.id, id));
  if (!row) throw notFoundError('Release not found. It may have been removed.');
  return row;
}

async function listReleaseChanges(db: Database, id: number): Promise<ReleaseDetailsJson['changes']> {
  const { path, location, fromRelease, toRelease } = releaseEntries;
  const [addedEntries, endedEntries] = await Promise.all([
    db.orm.select({ path, location }).from(releaseEntries).where(eq(fromRelease, id)),
    db.orm.select({ path }).from(releaseEntries).where(eq(toRelease, id)),
  ]);
  const before = new Set(endedEntries.map((entry) => entry.path));
  const changes: ReleaseDetailsJson['changes'] = addedEntries.map((entry) => {
    const isKnown = before.delete(entry.path);
    return { path: entry.path, change: entry.location !== null ? 'redirect' : isKnown ? 'changed' : 'added' };
  });
  for (const removedPath of before) changes.push({ path: removedPath, change: 'removed' });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function toReleaseJson(
  row: ReleaseRow,
  user: UserRefRow,
  state: { current: number; pinnedRelease: number | null },
): ReleaseJson {
  return {
    id: row.id,
    kind: row.kind,
    note: row.note,
    user: user && toUserRefJson(user),
    pages_changed: row.pagesChanged,
    pages_total: row.pagesTotal,
    bytes: row.bytes,
    created_at: toIso(row.createdAt),
    is_current: row.id === state.current,
    is_pinned: row.id === state.pinnedRelease,
  };
}
