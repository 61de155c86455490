import { asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { Value } from '@libsql/client';
import type { Database } from '#db/client.ts';
import { readRowsByKeyset } from '#db/queries/keyset-rows.ts';
import { ALIVE_MS, DATABASE_NOW } from '#db/leases.ts';
import { queuePurgeStatement } from '#db/queries/purges.ts';
import type { ReleaseKind } from '#api/domain/enums.ts';
import { contentPolicies, publishJobs, releaseEntries, releases, siteState, users } from '#db/schema/index.ts';
import { notFoundError } from '#api/http/errors.ts';
import { isGuardRollback, readTogether, type Statement, write } from '#db/write.ts';
import { listObjects, type Manifest, type ReleaseEntry } from './manifest.ts';
import type { ObjectStore } from './object-store.ts';
import { releaseEntryStatements } from './release-entry-statements.ts';

/** The user who started a release, and the statements (such as its audit row) that are written in the same batch. */
export type ReleaseInitiator = { userId: number | null; statements: readonly Statement[] };

/** Another release came first, or publishing was paused or resumed: what was rendered may be out of date. */
export class ReleaseConflictError extends Error {
  override name = 'ReleaseConflictError';
}

type NewRelease = {
  /** What the site served, and which release was pinned, when this one was prepared. */
  base: { release: number; pinned: number | null };
  kind: ReleaseKind;
  note: string;
  buildId: string;
  changed: readonly ReleaseEntry[];
  removed: readonly string[];
  pagesTotal: number;
  bytes: number;
  now: number;
  /** The publish jobs that this release completes; they are marked as live in the same batch. */
  jobIds?: readonly number[];
  pinnedRelease?: number | null;
  /** Whether a CDN is told what changed. */
  purgesCdn?: boolean | undefined;
  initiator?: ReleaseInitiator;
};

const CHANGED_SINCE = `SELECT path, status, hash, location, content_type, policy, input_hash, post_ids, valid_until
  FROM release_entries LEFT JOIN content_policies ON content_policies.id = policy_id
  WHERE from_release > ? AND to_release IS NULL`;

/** The release that the site serves, and the pinned one, if any. */
export async function readSiteState(db: Database): Promise<{
  current: number;
  pinnedRelease: number | null;
  buildId: string | null;
}> {
  const [row] = await db.orm
    .select({ current: siteState.currentRelease, pinnedRelease: siteState.pinnedRelease, buildId: releases.buildId })
    .from(siteState)
    .leftJoin(releases, eq(releases.id, siteState.currentRelease));
  return { current: row?.current ?? 0, pinnedRelease: row?.pinnedRelease ?? null, buildId: row?.buildId ?? null };
}

/**
 * All entries of a release, the current one (null) or an earlier one. Read in parts and with one cell for a row, because the
 * client makes a property of each: this is what a start with thousands of pages waits for.
 */
export async function readReleaseEntries(db: Database, release: number | null): Promise<ReleaseEntry[]> {
  const validityFilter =
    release === null
      ? 'to_release IS NULL'
      : 'from_release <= :release AND (to_release IS NULL OR to_release > :release)';
  const policies = await db.orm.select().from(contentPolicies);
  const policiesById = new Map(policies.map(({ id, policy }) => [id, policy]));
  const toPolicy = (id: Value | undefined) => policiesById.get(Number(id)) ?? null;
  const types = new Map<string, string>();
  const entries: ReleaseEntry[] = [];
  const sqlText = `SELECT json_array(path, status, hash, location, content_type, policy_id, input_hash, post_ids, valid_until)
    FROM release_entries WHERE path > :after AND ${validityFilter} ORDER BY path`;
  for await (const [cells] of readRowsByKeyset(db, sqlText, () => ({
    after: entries.at(-1)?.path ?? '',
    ...(release !== null && { release }),
  }))) {
    entries.push(toEntry(JSON.parse(String(cells)) as Value[], toPolicy, types));
  }
  return entries;
}

/** Rolls a batch back when the site has another release than expected; words that are not JSON, as in db/write.ts. */
const requireBaseStatement = ({ release, pinned }: NewRelease['base']): Statement => ({
  sql: `SELECT iif(coalesce((SELECT current_release FROM site_state), 0) = ?
    AND (SELECT pinned_release FROM site_state) IS ?, 1, json('another release'))`,
  args: [release, pinned],
});

/**
 * Writes a release: one batch, so that the site is as before or as after, never between. Returns its number.
 * @throws ReleaseConflictError
 */
export async function commitRelease(db: Database, input: NewRelease): Promise<number> {
  // The newest: every release becomes the current one.
  const id = input.base.release + 1;
  const { orm } = db;
  const pinnedRelease = input.pinnedRelease === undefined ? {} : { pinnedRelease: input.pinnedRelease };
  const userId = input.initiator?.userId ?? null;
  const statements = [
    requireBaseStatement(input.base),
    orm.insert(releases).values({
      id,
      kind: input.kind,
      note: input.note,
      // An account that went in the meantime must not stop a release.
      ...(userId !== null && { userId: sql`(SELECT ${users.id} FROM ${users} WHERE ${users.id} = ${userId})` }),
      buildId: input.buildId,
      pagesChanged: input.changed.length + input.removed.length,
      pagesTotal: input.pagesTotal,
      bytes: input.bytes,
      createdAt: input.now,
    }),
    ...releaseEntryStatements(id, input.changed, input.removed),
    orm
      .insert(siteState)
      .values({ id: 1, currentRelease: id, ...pinnedRelease })
      .onConflictDoUpdate({ target: siteState.id, set: { currentRelease: id, ...pinnedRelease } }),
    {
      sql: 'UPDATE publish_jobs SET release_id = ? WHERE id IN (SELECT value FROM json_each(?))',
      args: [id, JSON.stringify(input.jobIds ?? [])],
    },
    ...(input.purgesCdn ? [queuePurgeStatement(db, { releaseId: id, paths: listPaths(input), now: input.now })] : []),
    ...(input.initiator?.statements ?? []),
  ];
  await write(db, statements).catch((error: unknown) => {
    throw isGuardRollback(error) ? new ReleaseConflictError('The site has another release now.') : error;
  });
  return id;
}

const listPaths = ({ changed, removed }: Pick<NewRelease, 'changed' | 'removed'>): string[] => [
  ...changed.map(({ path }) => path),
  ...removed,
];

/** Of a release that was removed, perhaps since someone asked for it. */
const releaseNotFoundError = (release: number) =>
  notFoundError(`Release ${release} not found. It may have been removed.`);

/** The entries to change and to remove for a restore of an earlier release. @throws not_found */
export async function planRestore(db: Database, manifest: Manifest, release: number) {
  const [targetRelease] = await db.orm.select({ id: releases.id }).from(releases).where(eq(releases.id, release));
  if (!targetRelease) throw releaseNotFoundError(release);
  const targetEntries = await readReleaseEntries(db, release);
  const paths = new Set(targetEntries.map((entry) => entry.path));
  // A work that its author withdrew does not come back with an earlier release.
  const isWithdrawn = (path: string) => manifest.get(path)?.status === 410;
  const changed = targetEntries.filter((entry) => {
    const live = manifest.get(entry.path);
    if (isWithdrawn(entry.path)) return false;
    return live?.hash !== entry.hash || live?.location !== entry.location || live?.policy !== entry.policy;
  });
  const removed = [...manifest.entries()]
    .map((entry) => entry.path)
    .filter((path) => !paths.has(path) && !isWithdrawn(path));
  return { changed, removed };
}

/**
 * Brings a manifest to the current release, once its objects are at hand: until then visitors get the release before. Returns the
 * entries that are new to it. @throws FileStoreUnavailableError
 */
export async function followRelease(
  db: Database,
  manifest: Manifest,
  store: Pick<ObjectStore, 'obtain'>,
): Promise<ReleaseEntry[]> {
  if (manifest.size === 0 || manifest.isUnconfirmed) return reloadRelease(db, manifest, store);
  const base = manifest.release;
  // A release that comes meanwhile is followed next time.
  const [state, changedRows, endedRows] = await readTogether(db, [
    'SELECT current_release, (SELECT min(id) FROM releases) FROM site_state',
    { sql: CHANGED_SINCE, args: [base] },
    { sql: 'SELECT DISTINCT path FROM release_entries WHERE to_release > ?', args: [base] },
  ]);
  const [current, oldest] = Array.from(state?.rows[0] ?? [], Number);
  if (current === undefined || current === base) return [];
  // Of releases that are deleted it isn't known any more what they removed.
  if (base < (oldest ?? 0)) return reloadRelease(db, manifest, store);
  const types = new Map<string, string>();
  const toPolicy = (policy: Value | undefined) => (typeof policy === 'string' ? policy : null);
  const changed = (changedRows?.rows ?? []).map((row) => toEntry(Array.from(row), toPolicy, types));
  const paths = new Set(changed.map(({ path }) => path));
  const removed = (endedRows?.rows ?? []).map((row) => String(row[0])).filter((path) => !paths.has(path));
  await store.obtain(listNewObjects(manifest, changed));
  // This server itself may have switched to another one meanwhile.
  if (manifest.release === base) manifest.apply(current, changed, removed);
  return changed;
}

/** Reads all entries, again if another release came meanwhile. */
async function reloadRelease(
  db: Database,
  manifest: Manifest,
  store: Pick<ObjectStore, 'obtain'>,
): Promise<ReleaseEntry[]> {
  for (;;) {
    const { current } = await readSiteState(db);
    const entries = await readReleaseEntries(db, null);
    // A server without a page has nothing to go on with, so it doesn't wait for the objects.
    if (manifest.size > 0) await store.obtain(listNewObjects(manifest, entries));
    if ((await readSiteState(db)).current !== current) continue;
    manifest.replaceAll(current, entries);
    return entries;
  }
}

/** The objects of entries whose path has another one in the manifest, or none. */
const listNewObjects = (manifest: Manifest, entries: readonly ReleaseEntry[]) =>
  listObjects(entries.filter(({ path, hash }) => manifest.get(path)?.hash !== hash));

export function listReleases(db: Database, limit: number) {
  return db.orm.select().from(releases).orderBy(desc(releases.id)).limit(limit);
}

/** Deletes releases beyond the newest `retained` ones; background refreshes are not counted and go with them. */
export async function pruneReleases(db: Database, retained: number): Promise<void> {
  const oldest = await findOldestRetained(db, retained);
  if (oldest > 0) {
    await write(db, [
      db.orm.delete(releaseEntries).where(lte(releaseEntries.toRelease, oldest)),
      // Entries that are older than every retained release but still current begin at the oldest retained one.
      db.orm
        .update(releaseEntries)
        .set({ fromRelease: oldest })
        .where(sql`${releaseEntries.fromRelease} < ${oldest}`),
      db.orm
        .update(publishJobs)
        .set({ releaseId: null })
        .where(sql`${publishJobs.releaseId} < ${oldest}`),
      db.orm.delete(releases).where(sql`${releases.id} < ${oldest}`),
      'DELETE FROM content_policies WHERE id NOT IN (SELECT policy_id FROM release_entries WHERE policy_id IS NOT NULL)',
    ]);
  }
}

/** The hashes that the releases which are left need. */
export const listNeededHashes = (db: Database): Promise<Set<string>> => listRetainedHashes(db, 0);

/** The hashes that are needed once `pruneReleases` has run: what a full disk can do without, found without a write. */
export const listPrunedHashes = async (db: Database, retained: number): Promise<Set<string>> =>
  listRetainedHashes(db, await findOldestRetained(db, retained));

/** The oldest release that is kept, or 0 while there are fewer than may be kept. What a server still serves is kept, too. */
async function findOldestRetained(db: Database, retained: number): Promise<number> {
  const { pinnedRelease } = await readSiteState(db);
  const served = await findOldestServed(db);
  const newestReleases = await db.orm
    .select({ id: releases.id })
    .from(releases)
    .where(sql`${releases.kind} <> 'refresh'`)
    .orderBy(desc(releases.id))
    .limit(retained);
  if (newestReleases.length < retained) return 0;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(newestReleases.at(-1)?.id ?? 0, pinnedRelease ?? never, served ?? never);
}

/** Of several servers: one may be a moment behind. Null where there is one only. */
async function findOldestServed(db: Database): Promise<number | null> {
  const { rows } = await db.client.execute(
    `SELECT min(release) FROM servers WHERE release > 0 AND seen_at > ${DATABASE_NOW} - ${ALIVE_MS}`,
  );
  return rows[0]?.[0] == null ? null : Number(rows[0][0]);
}

async function listRetainedHashes(db: Database, oldest: number): Promise<Set<string>> {
  const rows = await db.orm
    .selectDistinct({ hash: releaseEntries.hash })
    .from(releaseEntries)
    .where(sql`${releaseEntries.toRelease} IS NULL OR ${releaseEntries.toRelease} > ${oldest}`)
    .orderBy(asc(releaseEntries.hash));
  return new Set(rows.flatMap((row) => (row.hash ? [row.hash] : [])));
}

function toEntry(
  row: Value[],
  toPolicy: (cell: Value | undefined) => string | null,
  types: Map<string, string>,
): ReleaseEntry {
  const contentType = String(row[4]);
  if (!types.has(contentType)) types.set(contentType, contentType);
  return {
    path: String(row[0]),
    status: Number(row[1]),
    hash: row[2] === null ? null : String(row[2]),
    location: row[3] === null ? null : String(row[3]),
    contentType: types.get(contentType) ?? contentType,
    policy: toPolicy(row[5]),
    inputHash: String(row[6]),
    postIds: JSON.parse(String(row[7])) as number[],
    validUntil: row[8] === null ? null : Number(row[8]),
  };
}
