import { and, asc, desc, eq, gt, lt, lte, ne } from 'drizzle-orm';
import { revisions, users } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { collapseSpaces } from '#api/domain/content-html.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import type { BlockOriginJson, RevisionSummaryJson } from '#api/features/drafts/drafts.contract.ts';

/** How many earlier or later revisions are looked at, and how many of them at a time. */
const LOOKED_AT_MAX = 500;
const BATCH_SIZE = 25;

const { number, reason, content, createdAt, updatedAt } = revisions;
const columns = { number, reason, content, createdAt, updatedAt, ...userRefColumns };
type Row = Parameters<typeof toUserRefJson>[0] &
  Pick<typeof revisions.$inferSelect, 'number' | 'reason' | 'content' | 'createdAt' | 'updatedAt'>;

type Version = { content: string; origin: BlockOriginJson };

/**
 * Where each top-level element of a revision comes from: the earliest revision that has it. So what was discarded, cut or replaced
 * for a while, and restored, is still that of who wrote it. Null where older revisions were not looked at.
 */
export async function listBlockOrigins(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  subject: { kind: DraftSubject; id: number },
  revision: RevisionSummaryJson & { content: string },
): Promise<(BlockOriginJson | null)[]> {
  const blocks = await html.run('listTopLevelBlocks', revision.content);
  const origins: (BlockOriginJson | null)[] = blocks.map(() => toOrigin(revision));
  if (blocks.length === 0) return origins;
  const look = (version: Version) => {
    for (const index of findBlocks(blocks, version.content)) origins[index] = version.origin;
  };
  // What readers had before a publish is stored with it, and is older than the drafts that were written on it.
  const isReplaced = revision.reason === 'replaced';
  let replaced: Version | null = isReplaced ? { content: revision.content, origin: toOrigin(revision) } : null;
  let [before, count] = [revision.number, 0];
  for (;;) {
    const rows = await db.orm
      .select(columns)
      .from(revisions)
      .leftJoin(users, eq(users.id, revisions.userId))
      .where(and(eq(revisions.kind, subject.kind), eq(revisions.subjectId, subject.id), lt(number, before)))
      .orderBy(desc(number))
      .limit(BATCH_SIZE);
    for (const row of rows) {
      if (replaced && row.reason !== 'draft') look(replaced);
      if (row.reason !== 'draft') replaced = null;
      const version = { content: row.content, origin: toRowOrigin(row) };
      if (row.reason === 'replaced') replaced = version;
      else look(version);
    }
    before = rows.at(-1)?.number ?? 0;
    count += rows.length;
    if (rows.length < BATCH_SIZE || count >= LOOKED_AT_MAX) break;
  }
  if (replaced) look(replaced);
  return before > 1 && count >= LOOKED_AT_MAX
    ? origins.map((each) => (each?.number === before ? null : each))
    : origins;
}

/**
 * Which revision took each top-level element of a revision out: the first without it, of those up to `until` that haven't got it back.
 * Null where it is still there, and where later revisions were not looked at.
 */
export async function listBlockRemovals(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  subject: { kind: DraftSubject; id: number },
  revision: RevisionSummaryJson & { content: string },
  until: number,
): Promise<(BlockOriginJson | null)[]> {
  const blocks = await html.run('listTopLevelBlocks', revision.content);
  const removals: (BlockOriginJson | null)[] = blocks.map(() => null);
  let [after, count] = [revision.number, 0];
  while (after < until && blocks.length > 0) {
    const rows = await db.orm
      .select(columns)
      .from(revisions)
      .leftJoin(users, eq(users.id, revisions.userId))
      .where(
        and(
          eq(revisions.kind, subject.kind),
          eq(revisions.subjectId, subject.id),
          gt(number, after),
          lte(number, until),
          // What readers had before a publish is older than the drafts around it.
          ne(reason, 'replaced'),
        ),
      )
      .orderBy(asc(number))
      .limit(BATCH_SIZE);
    for (const row of rows) {
      const present = new Set(findBlocks(blocks, row.content));
      for (const index of blocks.keys()) {
        if (present.has(index)) removals[index] = null;
        else removals[index] ??= toRowOrigin(row);
      }
    }
    after = rows.at(-1)?.number ?? until;
    count += rows.length;
    if (rows.length < BATCH_SIZE) break;
    if (count >= LOOKED_AT_MAX) return blocks.map(() => null);
  }
  return removals;
}

/** Which blocks are in a content as they are. */
function findBlocks(blocks: readonly string[], html: string): number[] {
  const collapsed = collapseSpaces(html);
  let end = 0;
  return [...blocks.keys()].filter((index) => {
    const block = blocks[index] as string;
    if (block.includes('<pre')) return html.includes(block);
    const key = collapseSpaces(block);
    // Most follow one another: only one that was moved is searched for from the start.
    const at = collapsed.indexOf(key, end);
    if (at === -1) return collapsed.includes(key);
    end = at + key.length;
    return true;
  });
}

const toOrigin = ({ number: revisionNumber, reason: why, created_at, updated_at, user }: RevisionSummaryJson) => ({
  number: revisionNumber,
  reason: why,
  created_at,
  updated_at,
  user,
});

const toRowOrigin = (row: Row): BlockOriginJson => ({
  number: row.number,
  reason: row.reason,
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
  user: toUserRefJson(row),
});
