import { asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { Value } from '@libsql/client';
import type { Database } from '#db/client.ts';
import { readInParts } from '#db/queries/keyset-rows.ts';
import type { ReleaseKind } from '#api/domain/enums.ts';
import { contentPolicies, publishJobs, releaseEntries, releases, siteState, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Entry, Manifest } from './manifest.ts';
import { entryStatements } from './release-entry-statements.ts';
import type { Asked } from '#api/publishing/ports.ts';

type ReleaseInput = {
  kind: ReleaseKind;
  note: string;
  buildId: string;
  changed: readonly Entry[];
  removed: readonly string[];
  pagesTotal: number;
  bytes: number;
  now: number;
  /** Jobs that this release brings live; they are marked in the same batch. */
  jobIds?: readonly number[];
  holds?: number | null;
  asked?: Asked;
};

/** What the site serves now: the release, and the earlier one that is held, if any. */
export async function readSiteState(db: Database): Promise<{
  current: number;
  held: number | null;
  buildId: string | null;
}> {
  const [row] = await db.query
    .select({ current: siteState.currentRelease, held: siteState.heldRelease, buildId: releases.buildId })
    .from(siteState)
    .leftJoin(releases, eq(releases.id, siteState.currentRelease));
  return { current: row?.current ?? 0, held: row?.held ?? null, buildId: row?.buildId ?? null };
}

/**
 * All entries of a release, the current one (null) or an earlier one. Read in parts and without an object for every
 * cell: this is what a start with thousands of pages waits for.
 */
export async function readEntries(db: Database, release: number | null): Promise<Entry[]> {
  const during =
    release === null
      ? 'to_release IS NULL'
      : 'from_release <= :release AND (to_release IS NULL OR to_release > :release)';
  const policies = await db.query.select().from(contentPolicies);
  const policyOf = new Map(policies.map(({ id, policy }) => [id, policy]));
  const types = new Map<string, string>();
  const entries: Entry[] = [];
  const sqlText = `SELECT path, status, hash, location, content_type, policy_id, inputs, shows, valid_until
    FROM release_entries WHERE path > :after AND ${during} ORDER BY path`;
  for await (const row of readInParts(db, sqlText, () => ({
    after: entries.at(-1)?.path ?? '',
    ...(release !== null && { release }),
  }))) {
    entries.push(toEntry(row, policyOf, types));
  }
  return entries;
}

/** Writes a release: one batch, so that the site is as before or as after, never between. Returns its number. */
export async function commitRelease(db: Database, input: ReleaseInput): Promise<number> {
  const id = (await newestRelease(db)) + 1;
  const { query } = db;
  const holds = input.holds === undefined ? {} : { heldRelease: input.holds };
  const userId = input.asked?.userId ?? null;
  await write(db, [
    query.insert(releases).values({
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
    ...entryStatements(id, input.changed, input.removed),
    query
      .insert(siteState)
      .values({ id: 1, currentRelease: id, ...holds })
      .onConflictDoUpdate({ target: siteState.id, set: { currentRelease: id, ...holds } }),
    {
      sql: 'UPDATE publish_jobs SET release_id = ? WHERE id IN (SELECT value FROM json_each(?))',
      args: [id, JSON.stringify(input.jobIds ?? [])],
    },
    ...(input.asked?.statements ?? []),
  ]);
  return id;
}

/** What must change for the site to be as it was in an earlier release. @throws when there is no such release. */
export async function planRestore(db: Database, manifest: Manifest, release: number) {
  const [known] = await db.query.select({ id: releases.id }).from(releases).where(eq(releases.id, release));
  if (!known) throw new Error(`There is no release ${release} to restore.`);
  const wanted = await readEntries(db, release);
  const paths = new Set(wanted.map((entry) => entry.path));
  const changed = wanted.filter((entry) => {
    const live = manifest.get(entry.path);
    return live?.hash !== entry.hash || live?.location !== entry.location || live?.policy !== entry.policy;
  });
  const removed = [...manifest.entries()].map((entry) => entry.path).filter((path) => !paths.has(path));
  return { changed, removed };
}

async function newestRelease(db: Database): Promise<number> {
  const [row] = await db.query.select({ id: sql<number>`coalesce(max(${releases.id}), 0)` }).from(releases);
  return row?.id ?? 0;
}

export function listReleases(db: Database, limit: number) {
  return db.query.select().from(releases).orderBy(desc(releases.id)).limit(limit);
}

/**
 * Forgets releases beyond the newest `kept` that somebody made (background refreshes come and go with them).
 * Returns the hashes that are still needed.
 */
export async function forgetOldReleases(db: Database, kept: number): Promise<Set<string>> {
  const { held } = await readSiteState(db);
  const wanted = await db.query
    .select({ id: releases.id })
    .from(releases)
    .where(sql`${releases.kind} <> 'refresh'`)
    .orderBy(desc(releases.id))
    .limit(kept);
  const oldest = Math.min(wanted.at(-1)?.id ?? 0, held ?? Number.POSITIVE_INFINITY);
  if (wanted.length === kept) {
    await write(db, [
      db.query.delete(releaseEntries).where(lte(releaseEntries.toRelease, oldest)),
      // Entries that are older than every kept release but still current now count from the oldest kept one.
      db.query
        .update(releaseEntries)
        .set({ fromRelease: oldest })
        .where(sql`${releaseEntries.fromRelease} < ${oldest}`),
      db.query
        .update(publishJobs)
        .set({ releaseId: null })
        .where(sql`${publishJobs.releaseId} < ${oldest}`),
      db.query.delete(releases).where(sql`${releases.id} < ${oldest}`),
      'DELETE FROM content_policies WHERE id NOT IN (SELECT policy_id FROM release_entries WHERE policy_id IS NOT NULL)',
    ]);
  }
  const rows = await db.query
    .selectDistinct({ hash: releaseEntries.hash })
    .from(releaseEntries)
    .orderBy(asc(releaseEntries.hash));
  return new Set(rows.flatMap((row) => (row.hash ? [row.hash] : [])));
}

function toEntry(row: Value[], policyOf: ReadonlyMap<number, string>, types: Map<string, string>): Entry {
  const contentType = String(row[4]);
  if (!types.has(contentType)) types.set(contentType, contentType);
  return {
    path: String(row[0]),
    status: Number(row[1]),
    hash: row[2] === null ? null : String(row[2]),
    location: row[3] === null ? null : String(row[3]),
    contentType: types.get(contentType) ?? contentType,
    policy: row[5] === null ? null : (policyOf.get(Number(row[5])) ?? null),
    inputs: String(row[6]),
    shows: JSON.parse(String(row[7])) as number[],
    validUntil: row[8] === null ? null : Number(row[8]),
  };
}
