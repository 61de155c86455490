import { asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { Value } from '@libsql/client';
import type { Database } from '#db/client.ts';
import { readRowsByKeyset } from '#db/queries/keyset-rows.ts';
import { queuePurgeStatement } from '#db/queries/purges.ts';
import type { ReleaseKind } from '#api/domain/enums.ts';
import { contentPolicies, publishJobs, releaseEntries, releases, siteState, users } from '#db/schema/index.ts';
import { notFoundError } from '#api/http/errors.ts';
import { type Statement, write } from '#db/write.ts';
import type { ReleaseEntry, Manifest } from './manifest.ts';
import { releaseEntryStatements } from './release-entry-statements.ts';

/** The user who started a release, and the statements (such as its audit row) that are written in the same batch. */
export type ReleaseInitiator = { userId: number | null; statements: readonly Statement[] };

type NewRelease = {
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
 * All entries of a release, the current one (null) or an earlier one. Read in parts and without an object for every
 * cell: this is what a start with thousands of pages waits for.
 */
export async function readReleaseEntries(db: Database, release: number | null): Promise<ReleaseEntry[]> {
  const validityFilter =
    release === null
      ? 'to_release IS NULL'
      : 'from_release <= :release AND (to_release IS NULL OR to_release > :release)';
  const policies = await db.orm.select().from(contentPolicies);
  const policiesById = new Map(policies.map(({ id, policy }) => [id, policy]));
  const types = new Map<string, string>();
  const entries: ReleaseEntry[] = [];
  const sqlText = `SELECT path, status, hash, location, content_type, policy_id, input_hash, post_ids, valid_until
    FROM release_entries WHERE path > :after AND ${validityFilter} ORDER BY path`;
  for await (const row of readRowsByKeyset(db, sqlText, () => ({
    after: entries.at(-1)?.path ?? '',
    ...(release !== null && { release }),
  }))) {
    entries.push(toEntry(row, policiesById, types));
  }
  return entries;
}

/** Writes a release: one batch, so that the site is as before or as after, never between. Returns its number. */
export async function commitRelease(db: Database, input: NewRelease): Promise<number> {
  const id = (await findNewestReleaseId(db)) + 1;
  const { orm } = db;
  const pinnedRelease = input.pinnedRelease === undefined ? {} : { pinnedRelease: input.pinnedRelease };
  const userId = input.initiator?.userId ?? null;
  await write(db, [
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
  ]);
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

async function findNewestReleaseId(db: Database): Promise<number> {
  const [row] = await db.orm.select({ id: sql<number>`coalesce(max(${releases.id}), 0)` }).from(releases);
  return row?.id ?? 0;
}

export function listReleases(db: Database, limit: number) {
  return db.orm.select().from(releases).orderBy(desc(releases.id)).limit(limit);
}

/**
 * Deletes releases beyond the newest `retained` ones; background refreshes are not counted and go with them.
 * Returns the hashes that are still needed.
 */
export async function pruneReleases(db: Database, retained: number): Promise<Set<string>> {
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
  return listRetainedHashes(db, 0);
}

/** The hashes that are needed once `pruneReleases` has run: what a full disk can do without, found without a write. */
export const listPrunedHashes = async (db: Database, retained: number): Promise<Set<string>> =>
  listRetainedHashes(db, await findOldestRetained(db, retained));

/** The oldest release that is kept, or 0 while there are fewer than may be kept. */
async function findOldestRetained(db: Database, retained: number): Promise<number> {
  const { pinnedRelease } = await readSiteState(db);
  const newestReleases = await db.orm
    .select({ id: releases.id })
    .from(releases)
    .where(sql`${releases.kind} <> 'refresh'`)
    .orderBy(desc(releases.id))
    .limit(retained);
  if (newestReleases.length < retained) return 0;
  return Math.min(newestReleases.at(-1)?.id ?? 0, pinnedRelease ?? Number.POSITIVE_INFINITY);
}

async function listRetainedHashes(db: Database, oldest: number): Promise<Set<string>> {
  const rows = await db.orm
    .selectDistinct({ hash: releaseEntries.hash })
    .from(releaseEntries)
    .where(sql`${releaseEntries.toRelease} IS NULL OR ${releaseEntries.toRelease} > ${oldest}`)
    .orderBy(asc(releaseEntries.hash));
  return new Set(rows.flatMap((row) => (row.hash ? [row.hash] : [])));
}

function toEntry(row: Value[], policiesById: ReadonlyMap<number, string>, types: Map<string, string>): ReleaseEntry {
  const contentType = String(row[4]);
  if (!types.has(contentType)) types.set(contentType, contentType);
  return {
    path: String(row[0]),
    status: Number(row[1]),
    hash: row[2] === null ? null : String(row[2]),
    location: row[3] === null ? null : String(row[3]),
    contentType: types.get(contentType) ?? contentType,
    policy: row[5] === null ? null : (policiesById.get(Number(row[5])) ?? null),
    inputHash: String(row[6]),
    postIds: JSON.parse(String(row[7])) as number[],
    validUntil: row[8] === null ? null : Number(row[8]),
  };
}
