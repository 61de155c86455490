import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { releaseEntries, releases, users } from '#db/schema/index.ts';
import { toIso } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { toPagination } from '#api/http/pagination.ts';
import { signLink } from '#api/http/signed-token.ts';
import { readSiteState } from '#api/releases/release-rows.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { personColumns, toPerson } from '#db/queries/user-refs.ts';
import type { ReleaseDetailsJson, ReleaseJson } from './releases.contract.ts';

const LINK_LIFE_MS = 24 * 60 * 60 * 1000;
const CHANGES_NAMED = 500;

type ReleaseRow = typeof releases.$inferSelect;
type Person = Parameters<typeof toPerson>[0] | null;

/** Releases that are kept, newest first. */
export async function listReleasesOf({ db }: Pick<Deps, 'db'>, query: { page: number; limit: number }) {
  const state = await readSiteState(db);
  const rows = await readReleases(db)
    .orderBy(desc(releases.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [counted] = await db.query.select({ total: sql<number>`count(*)` }).from(releases);
  return {
    data: rows.map(({ release, person }) => toReleaseJson(release, person, state)),
    pagination: toPagination(query, counted?.total ?? 0),
  };
}

/** One release: what it changed, and what would change if it came back. @throws not_found */
export async function getRelease(deps: Deps, id: number): Promise<ReleaseDetailsJson> {
  const { db } = deps;
  const { release, person } = await requireRelease(db, id);
  const state = await readSiteState(db);
  const [oldest] = await db.query.select({ id: sql<number>`min(${releases.id})` }).from(releases);
  // Entries older than the oldest kept release are counted from it, so its own changes cannot be told from them.
  const isCompared = id !== oldest?.id || id === 1;
  const changes = isCompared ? await readChanges(db, id) : [];
  return {
    release: toReleaseJson(release, person, state),
    changes: changes.slice(0, CHANGES_NAMED),
    changes_total: changes.length,
    is_compared: isCompared,
    restore: await deps.publishing.outlook.planRestore(id),
  };
}

/** Brings a release back and holds publishing. @throws not_found, conflict for the one that visitors see. */
export async function restoreRelease(deps: Deps, id: number, actorId: number) {
  const { db, clock, publishing } = deps;
  await requireRelease(db, id);
  const { current, held } = await readSiteState(db);
  if (id === current || id === held) throw conflict(`Release ${id} is what visitors see now.`);
  const act = { at: clock.now(), action: 'release.restored', actorId, subject: `release:${id}` } as const;
  return publishing.restore(id, { userId: actorId, statements: [recordAudit(db, act)] });
}

/** Lets publishing go on. @throws conflict when it is not held. */
export async function resumePublishing(deps: Deps, actorId: number): Promise<void> {
  const { db, clock, publishing } = deps;
  if (publishing.held === null) throw conflict('Publishing is not held.');
  const act = { at: clock.now(), action: 'release.resumed', actorId, subject: `release:${publishing.held}` } as const;
  await publishing.resume({ userId: actorId, statements: [recordAudit(db, act)] });
}

/** A link to the site as it was in a release, good for a day. @throws not_found */
export async function createReleaseLink(deps: Deps, id: number): Promise<{ url: string; expires_at: string }> {
  await requireRelease(deps.db, id);
  const expiresAt = deps.clock.now() + LINK_LIFE_MS;
  const token = signLink(deps.secrets, 'look at a release', id, expiresAt);
  return { url: `${deps.site.url}/release/${token}/`, expires_at: toIso(expiresAt) };
}

function readReleases(db: Database) {
  return db.query
    .select({ release: releases, person: personColumns })
    .from(releases)
    .leftJoin(users, eq(users.id, releases.userId))
    .$dynamic();
}

/** @throws not_found */
export async function requireRelease(db: Database, id: number): Promise<{ release: ReleaseRow; person: Person }> {
  const [row] = await readReleases(db).where(eq(releases.id, id));
  if (!row) throw notFound('There is no such release, or it is no longer kept.');
  return row;
}

async function readChanges(db: Database, id: number): Promise<ReleaseDetailsJson['changes']> {
  const { path, location, fromRelease, toRelease } = releaseEntries;
  const [came, went] = await Promise.all([
    db.query.select({ path, location }).from(releaseEntries).where(eq(fromRelease, id)),
    db.query.select({ path }).from(releaseEntries).where(eq(toRelease, id)),
  ]);
  const before = new Set(went.map((entry) => entry.path));
  const changes: ReleaseDetailsJson['changes'] = came.map((entry) => {
    const isKnown = before.delete(entry.path);
    return { path: entry.path, change: entry.location !== null ? 'redirect' : isKnown ? 'changed' : 'added' };
  });
  for (const gone of before) changes.push({ path: gone, change: 'removed' });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function toReleaseJson(row: ReleaseRow, person: Person, state: { current: number; held: number | null }): ReleaseJson {
  return {
    id: row.id,
    kind: row.kind,
    note: row.note,
    user: person && toPerson(person),
    pages_changed: row.pagesChanged,
    pages_total: row.pagesTotal,
    bytes: row.bytes,
    created_at: toIso(row.createdAt),
    is_current: row.id === state.current,
    is_held: row.id === state.held,
  };
}
