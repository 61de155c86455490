import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { importSourceNames } from '#api/domain/imports.ts';
import { AppError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { type ImportRow, itemBytes, requireStateStatements, takePart } from '#api/features/imports/imports.queries.ts';
import type { Loss } from '#api/adapters/site-readers/records.ts';
import { type AnySitePart, publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { enqueuePublishStatement, enqueueRedirectPublishStatement } from '#api/publishing/queue/enqueue.ts';
import type { Database } from '#db/client.ts';
import { drafts, importItems, imports, importTexts } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement, write } from '#db/write.ts';

type FinishDeps = Pick<Deps, 'db' | 'clock' | 'site'> & { publisher: Pick<Deps['publisher'], 'wake'> };

/** With more posts than this, all pages are compared once: cheaper than a job for each of them. */
const JOBS_MAX = 100;

/** The posts of an import as they were left by it: nobody has changed them since. */
const isUntouched = sql`blogs.id = item.subject_id AND blogs.revision = item.revision AND blogs.trashed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM drafts WHERE drafts.kind = 'blog' AND drafts.subject_id = blogs.id)`;

/**
 * The end of an import: everything that was published where it comes from becomes so here, part by part, and its jobs at once, so in one
 * release. What somebody has edited
 * meanwhile stays a draft.
 */
export async function finishImport(deps: FinishDeps, row: ImportRow, parts: readonly AnySitePart[]): Promise<void> {
  const { db, clock, publisher } = deps;
  const now = clock.now();
  if (!row.options.areDrafts) {
    await publishPages(deps, row, parts);
    await forEachPart(db, row, (part) =>
      write(db, [...requireStateStatements(db, row), ...publishPostsStatements(part, now)]),
    );
  }
  await write(db, [
    ...requireStateStatements(db, row),
    ...publishJobsStatements(db, row, now),
    insertAuditStatement(db, {
      at: now,
      action: 'import.finished',
      actorId: row.userId,
      subject: `import:${row.id}`,
      detail: { source: row.source },
    }),
    db.orm.update(imports).set({ state: 'finished', finishedAt: now }).where(eq(imports.id, row.id)),
  ]);
  publisher.wake();
  // A second import compares the hashes of items; their data are read no more. A crash here leaves some behind, which harms nothing.
  await forEachPart(db, row, (part) =>
    write(db, [
      sql`UPDATE import_items SET data = '' WHERE ${isInPart(part)} AND kind <> 'media'`,
      sql`DELETE FROM import_texts WHERE item_id IN (SELECT id FROM import_items WHERE ${isInPart(part)})`,
    ]),
  );
}

/** Items of an import from one id to another. */
type Part = { importId: number; from: number; to: number };
/** Items of one write at most. Those with long texts are fewer: a change of one column writes the whole row again. */
const PART_ITEMS = 50;

const isInPart = ({ importId, from, to }: Part): SQL =>
  sql`import_items.import_id = ${importId} AND import_items.id BETWEEN ${from} AND ${to}`;

/** Calls `run` for all items of an import in parts, with a turn for other requests behind each. */
async function forEachPart(db: Database, { id }: ImportRow, run: (part: Part) => Promise<unknown>): Promise<void> {
  for (let from = 0; ;) {
    const rows = await db.orm
      .select({ id: importItems.id, bytes: itemBytes })
      .from(importItems)
      .leftJoin(importTexts, eq(importTexts.itemId, importItems.id))
      .where(and(eq(importItems.importId, id), gte(importItems.id, from)))
      .orderBy(asc(importItems.id))
      .limit(PART_ITEMS);
    const last = takePart(rows).at(-1);
    if (!last) return;
    await run({ importId: id, from, to: last.id });
    await yieldToRequests();
    from = last.id + 1;
  }
}

/** A part that is published a second time, after a crash, changes nothing. */
const publishPostsStatements = (part: Part, now: number): Statement[] => [
  sql`UPDATE blogs SET status = 'published', published_at = coalesce(blogs.published_at, blogs.created_at),
      first_published_at = min(coalesce(blogs.published_at, blogs.created_at), ${now}), revision = blogs.revision + 1
    FROM (SELECT * FROM import_items WHERE ${isInPart(part)}) AS item
    WHERE item.kind = 'post' AND item.state = 'done' AND item.data ->> 'status' = 'published' AND blogs.status <> 'published'
      AND ${isUntouched}`,
  sql`UPDATE import_items SET revision = revision + 1
    WHERE ${isInPart(part)} AND kind = 'post' AND state = 'done' AND data ->> 'status' = 'published'
      AND EXISTS (SELECT 1 FROM blogs WHERE blogs.id = subject_id AND blogs.status = 'published' AND blogs.revision = import_items.revision + 1)`,
];

/** Jobs that bring live, or take down, what an import has changed: all in one release. */
export function publishJobsStatements(db: Database, { id, source, userId }: ImportRow, now: number): Statement[] {
  const reason = `Import from ${importSourceNames[source]}`;
  const count = sql`(SELECT count(*) FROM import_items WHERE import_id = ${id} AND kind = 'post' AND subject_id IS NOT NULL AND is_new)`;
  return [
    sql`INSERT INTO publish_jobs (kind, subject_id, reason, user_id, status, created_at)
      SELECT 'blog', subject_id, ${reason}, ${userId}, 'queued', ${now} FROM import_items
      WHERE import_id = ${id} AND kind = 'post' AND subject_id IS NOT NULL AND is_new AND ${count} <= ${JOBS_MAX}`,
    sql`INSERT INTO publish_jobs (kind, reason, user_id, status, created_at)
      SELECT 'rebuild', ${reason}, ${userId}, 'queued', ${now} WHERE ${count} > ${JOBS_MAX}`,
    sql`INSERT INTO publish_jobs (kind, subject_id, reason, user_id, status, created_at)
      SELECT 'category', subject_id, ${reason}, ${userId}, 'queued', ${now} FROM import_items
      WHERE import_id = ${id} AND kind = 'category' AND subject_id IS NOT NULL AND is_new AND ${count} <= ${JOBS_MAX}`,
    enqueueRedirectPublishStatement(db, { reason, userId, now }),
  ];
}

/** All pages together, since they link to each other; where one has a fault, each by itself, and that one stays a draft. */
async function publishPages(deps: FinishDeps, row: ImportRow, parts: readonly AnySitePart[]): Promise<void> {
  const { db } = deps;
  const rows = await db.orm
    .select({ itemId: importItems.id, losses: importItems.losses, id: drafts.subjectId, version: drafts.version })
    .from(importItems)
    .innerJoin(drafts, and(eq(drafts.kind, 'page'), eq(drafts.subjectId, importItems.subjectId)))
    .where(
      and(
        eq(importItems.importId, row.id),
        eq(importItems.kind, 'page'),
        eq(importItems.state, 'done'),
        eq(importItems.revision, 1),
        // Nobody has written on.
        eq(drafts.version, 1),
        sql`${importItems.data} ->> 'status' = 'published'`,
      ),
    );
  if (rows.length === 0) return;
  const publish = async (pages: typeof rows) => {
    const refs = pages.map(({ id, version }) => ({ kind: 'page' as const, id, version }));
    await publishSiteParts(deps, parts, refs, row.userId);
    await write(
      db,
      pages.map(({ itemId }) => db.orm.update(importItems).set({ revision: 2 }).where(eq(importItems.id, itemId))),
    );
  };
  try {
    await publish(rows);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const page of rows) await publish([page]).catch((fault: unknown) => noteFault(db, page, fault));
  }
}

async function noteFault(db: Database, page: { itemId: number; losses: Loss[] }, fault: unknown): Promise<void> {
  if (!(fault instanceof AppError)) throw fault;
  const losses: Loss[] = [...page.losses, { kind: 'page_faulty', detail: fault.message, count: 1 }];
  await write(db, [
    db.orm.update(importItems).set({ losses }).where(eq(importItems.id, page.itemId)),
    rollbackIfNoRows,
  ]);
}

export const publishSiteStatement = (db: Database, { source, userId }: ImportRow, now: number): Statement =>
  enqueuePublishStatement(db, { kind: 'site', reason: `Import from ${importSourceNames[source]}`, userId, now });
