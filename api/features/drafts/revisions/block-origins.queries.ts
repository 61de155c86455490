import { setImmediate as turn } from 'node:timers/promises';
import { and, asc, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { revisionBlocks, revisions, users } from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { countBlockHashes } from '#api/adapters/html/block-hashes.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import type { BlockOriginJson } from '#api/features/drafts/drafts.contract.ts';

/** How many earlier or later revisions are looked at, and how many of them at a time. */
const LOOKED_AT_MAX = 500;
const BATCH_SIZE = 25;

type OriginDeps = Pick<Deps, 'db' | 'html' | 'log'>;
type Subject = { kind: DraftSubject; id: number };
type Version = Pick<typeof revisions.$inferSelect, 'id' | 'number' | 'reason'>;

const versionColumns = { id: revisions.id, number: revisions.number, reason: revisions.reason };

/**
 * Where each top-level element of a revision comes from: the earliest revision that has it. So what was discarded, cut or replaced
 * for a while, and restored, is still that of who wrote it. Null where older revisions were not looked at.
 */
export async function listBlockOrigins(
  deps: OriginDeps,
  subject: Subject,
  revisionNumber: number,
): Promise<(BlockOriginJson | null)[]> {
  const versions = await deps.db.orm
    .select(versionColumns)
    .from(revisions)
    .where(and(isOf(subject), lte(revisions.number, revisionNumber)))
    .orderBy(desc(revisions.number))
    .limit(LOOKED_AT_MAX + 1);
  const [revision, ...earlier] = versions;
  if (!revision) return [];
  const hashes = await readHashes(deps, subject, [revision]);
  const origins: number[] = Array(countBlockHashes(hashes)).fill(revision.number);
  for (const batch of splitBatches(orderByAge(revision, earlier))) {
    const last = await findLast(deps, subject, hashes, batch);
    for (const [index, at] of last.entries()) if (at >= 0) origins[index] = (batch[at] as Version).number;
  }
  const oldest = versions.at(-1)?.number ?? 1;
  const unknown = oldest > 1 && earlier.length >= LOOKED_AT_MAX ? oldest : null;
  return readOrigins(
    deps,
    subject,
    origins.map((each) => (each === unknown ? null : each)),
  );
}

/**
 * Which revision took each top-level element of a revision out: the first without it, of those up to `until` that haven't got it back.
 * Null where it is still there, and where later revisions were not looked at.
 */
export async function listBlockRemovals(
  deps: OriginDeps,
  subject: Subject,
  revisionNumber: number,
  until: number,
): Promise<(BlockOriginJson | null)[]> {
  const [revision] = await deps.db.orm
    .select(versionColumns)
    .from(revisions)
    .where(and(isOf(subject), eq(revisions.number, revisionNumber)));
  if (!revision) return [];
  const later = await deps.db.orm
    .select(versionColumns)
    .from(revisions)
    .where(
      and(
        isOf(subject),
        gt(revisions.number, revisionNumber),
        lte(revisions.number, until),
        // The text that readers had before a publish is older than the drafts around it.
        ne(revisions.reason, 'replaced'),
      ),
    )
    .orderBy(asc(revisions.number))
    .limit(LOOKED_AT_MAX + 1);
  const hashes = await readHashes(deps, subject, [revision]);
  const removals: (number | null)[] = Array(countBlockHashes(hashes)).fill(null);
  if (later.length > LOOKED_AT_MAX) return removals.map(() => null);
  for (const batch of splitBatches(later)) {
    const last = await findLast(deps, subject, hashes, batch);
    for (const [index, at] of last.entries()) {
      const firstWithout = batch[at + 1]?.number ?? null;
      removals[index] = at === -1 ? (removals[index] ?? firstWithout) : firstWithout;
    }
  }
  return readOrigins(deps, subject, removals);
}

/** Newest first, but what readers had before a publish, which is stored with it, is older than the drafts that were written on it. */
function orderByAge(revision: Version, earlier: readonly Version[]): Version[] {
  const ordered: Version[] = [];
  let replaced = revision.reason === 'replaced' ? revision : null;
  for (const version of earlier) {
    if (version.reason !== 'draft') {
      if (replaced) ordered.push(replaced);
      replaced = null;
    }
    if (version.reason === 'replaced') replaced = version;
    else ordered.push(version);
  }
  if (replaced) ordered.push(replaced);
  return ordered;
}

async function findLast(deps: OriginDeps, subject: Subject, hashes: string, versions: readonly Version[]) {
  return deps.html.run('findLastVersions', hashes, await readHashes(deps, subject, versions));
}

/** The hashes of the blocks of each revision, one revision a line. Those that are not stored yet are computed, one text at a time. */
async function readHashes(
  { db, html, log }: OriginDeps,
  { kind, id }: Subject,
  versions: readonly Version[],
): Promise<string> {
  // Queries of a file answer without a turn of the event loop.
  await turn();
  const ids = versions.map((version) => version.id);
  const stored = await db.orm.select().from(revisionBlocks).where(inArray(revisionBlocks.revisionId, ids));
  const known = new Map(stored.map((row) => [row.revisionId, row.hashes]));
  const [newest] = await db.orm
    .select({ id: sql<number>`max(${revisions.id})` })
    .from(revisions)
    .where(isOf({ kind, id }));
  const statements: Statement[] = [];
  for (const revisionId of ids) {
    if (known.has(revisionId)) continue;
    const [row] = await db.orm
      .select({ content: revisions.content })
      .from(revisions)
      .where(eq(revisions.id, revisionId));
    const hashes = await html.run('listBlockHashes', row?.content ?? '');
    known.set(revisionId, hashes);
    // Saves are merged into the newest revision only.
    if (revisionId !== newest?.id) {
      statements.push(
        sql`INSERT INTO ${revisionBlocks} (revision_id, hashes) SELECT id, ${hashes} FROM ${revisions} WHERE id = ${revisionId} ON CONFLICT DO NOTHING`,
      );
    }
    await turn();
  }
  // A locked database or a full disk keeps nobody from reading.
  await write(db, statements).catch((error: unknown) => log.warn({ err: error }, 'can’t store hashes of revisions'));
  return ids.map((revisionId) => known.get(revisionId) ?? '').join('\n');
}

/** Who saved each of these revisions, and when. `null` stays. */
async function readOrigins({ db }: OriginDeps, subject: Subject, numbers: readonly (number | null)[]) {
  const named = [...new Set(numbers)].filter((number) => number !== null);
  const origins = new Map<number, BlockOriginJson>();
  for (const batch of splitBatches(named)) {
    const rows = await db.orm
      .select({ ...versionColumns, createdAt: revisions.createdAt, updatedAt: revisions.updatedAt, ...userRefColumns })
      .from(revisions)
      .leftJoin(users, eq(users.id, revisions.userId))
      .where(and(isOf(subject), inArray(revisions.number, batch)));
    for (const row of rows) {
      origins.set(row.number, {
        number: row.number,
        reason: row.reason,
        created_at: toIso(row.createdAt),
        updated_at: toIso(row.updatedAt),
        user: toUserRefJson(row),
      });
    }
    await turn();
  }
  return numbers.map((number) => (number === null ? null : (origins.get(number) ?? null)));
}

const isOf = ({ kind, id }: Subject) => and(eq(revisions.kind, kind), eq(revisions.subjectId, id));

const splitBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
