import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { deleteDraftHistoryStatements } from '#api/features/drafts/history/history.service.ts';
import { type ImportRow, requireStateStatements, type StoredItem } from '#api/features/imports/imports.queries.ts';
import { toClientId } from '#api/features/imports/writing/menus.service.ts';
import { publishJobsStatements, publishSiteStatement } from '#api/features/imports/writing/publish.service.ts';
import { deleteUpload } from '#api/features/uploads/uploads.service.ts';
import {
  auditLog,
  authors,
  authorSlugs,
  blogs,
  blogSlugs,
  categories,
  categorySlugs,
  importItems,
  imports,
  redirects,
  siteParts,
  tags,
  tagSlugs,
} from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';
import { IS_EDITED } from './edited.queries.ts';

type UndoDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'uploads'> & { publisher: Pick<Deps['publisher'], 'wake'> };

const PART_SIZE = 50;

/** Takes out the next part of an import, the last first. Returns how much that was. */
export async function undoPart(deps: UndoDeps, row: ImportRow): Promise<number> {
  const { db, clock, publisher } = deps;
  const items = await db.orm
    .select()
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), inArray(importItems.state, ['done', 'waiting', 'failed'])))
    .orderBy(desc(importItems.phase), desc(importItems.id))
    .limit(PART_SIZE);
  const now = clock.now();
  if (items.length === 0) {
    const undone = { ...row, userId: await findUndoActorId(db, row.id) };
    await write(db, [
      ...requireStateStatements(db, row),
      ...publishJobsStatements(db, undone, now),
      publishSiteStatement(db, undone, now),
      insertAuditStatement(db, {
        at: now,
        action: 'import.undone',
        actorId: undone.userId,
        subject: `import:${row.id}`,
      }),
      db.orm.update(imports).set({ state: 'undone' }).where(eq(imports.id, row.id)),
    ]);
    publisher.wake();
    return 1;
  }
  const part = items.filter(({ kind }) => kind === items[0]?.kind);
  if (part[0]?.kind === 'media') {
    const userId = await findUndoActorId(db, row.id);
    for (const item of part) await removeMedia(deps, row, item, userId);
  } else
    await write(db, [
      ...requireStateStatements(db, row),
      ...part.flatMap((item) => [...keepEditedStatements(row, item), ...removeStatements(db, item)]),
    ]);
  return part.length;
}

/** Who asked for the undo, which need not be who imported; null for the server itself. */
async function findUndoActorId({ orm }: Deps['db'], id: number): Promise<number | null> {
  const [started] = await orm
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `import:${id}`), eq(auditLog.action, 'import.undoing_started')))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return started?.actorId ?? null;
}

/** What was edited since stays, unless that was asked for. */
const keepEditedStatements = ({ removesEdited }: ImportRow, { id, kind }: StoredItem): Statement[] =>
  removesEdited || (kind !== 'post' && kind !== 'page')
    ? []
    : [sql`UPDATE import_items SET state = 'kept' WHERE id = ${id} AND state = 'done' AND ${IS_EDITED[kind]}`];

/** Each begins with the condition that the item is still to be removed. */
function removeStatements(db: Deps['db'], { id, importId, kind, subjectId, isNew }: StoredItem): Statement[] {
  const isOpen = sql`EXISTS (SELECT 1 FROM import_items WHERE id = ${id} AND state = 'done' AND is_new)`;
  const close = sql`UPDATE import_items SET state = 'removed' WHERE id = ${id} AND state IN ('done', 'waiting', 'failed')`;
  if (subjectId === null || !isNew) return [close];
  if (kind === 'redirect') return [sql`DELETE FROM ${redirects} WHERE id = ${subjectId} AND ${isOpen}`, close];
  if (kind === 'menu')
    return [
      // One that somebody has gone on with stays.
      sql`UPDATE import_items SET state = 'kept' WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM drafts
        WHERE kind = 'navigation' AND subject_id = ${subjectId} AND version = 1 AND client_id = ${toClientId(importId)})`,
      sql`DELETE FROM drafts WHERE kind = 'navigation' AND subject_id = ${subjectId} AND ${isOpen}`,
      close,
    ];
  if (kind === 'page')
    return [
      db.orm
        .update(siteParts)
        .set({ state: 'deleted' })
        .where(and(eq(siteParts.id, subjectId), isOpen)),
      sql`DELETE FROM drafts WHERE kind = 'page' AND subject_id = ${subjectId} AND ${isOpen}`,
      close,
    ];
  if (kind === 'category')
    return [
      // One that somebody has put other posts into stays.
      sql`UPDATE import_items SET state = 'kept' WHERE id = ${id}
        AND EXISTS (SELECT 1 FROM blog_categories WHERE category_id = ${subjectId})`,
      sql`DELETE FROM ${categorySlugs} WHERE category_id = ${subjectId} AND ${isOpen}`,
      sql`DELETE FROM ${categories} WHERE id = ${subjectId} AND ${isOpen}`,
      close,
    ];
  if (kind === 'tag')
    return [
      sql`UPDATE import_items SET state = 'kept' WHERE id = ${id} AND EXISTS (SELECT 1 FROM blog_tags WHERE tag_id = ${subjectId})`,
      sql`DELETE FROM ${tagSlugs} WHERE tag_id = ${subjectId} AND ${isOpen}`,
      sql`DELETE FROM ${tags} WHERE id = ${subjectId} AND ${isOpen}`,
      close,
    ];
  if (kind === 'author')
    return [
      // One with other posts, or an account, stays.
      sql`UPDATE import_items SET state = 'kept' WHERE id = ${id} AND (
        EXISTS (SELECT 1 FROM blog_authors WHERE author_id = ${subjectId})
        OR EXISTS (SELECT 1 FROM ${authors} WHERE id = ${subjectId} AND user_id IS NOT NULL)
        OR EXISTS (SELECT 1 FROM drafts, json_each(drafts.fields, '$.author_ids') AS named
          WHERE drafts.kind = 'blog' AND named.value = ${subjectId}))`,
      sql`DELETE FROM ${authorSlugs} WHERE author_id = ${subjectId} AND ${isOpen}`,
      sql`DELETE FROM ${authors} WHERE id = ${subjectId} AND ${isOpen}`,
      close,
    ];
  const subject = { kind: 'blog', id: subjectId } as const;
  const isGone = sql`NOT EXISTS (SELECT 1 FROM ${blogs} WHERE id = ${subjectId})`;
  return [
    // Its address goes, too: imported again it gets the same one.
    sql`DELETE FROM ${blogSlugs} WHERE blog_id = ${subjectId} AND ${isOpen}`,
    sql`DELETE FROM ${blogs} WHERE id = ${subjectId} AND ${isOpen}`,
    ...deleteDraftHistoryStatements(subject).map((statement) => sql`${statement as never} AND ${isGone}`),
    sql`DELETE FROM upload_uses WHERE kind = 'blog' AND subject_id = ${subjectId} AND ${isGone}`,
    close,
  ];
}

/** An image that something else shows stays. */
async function removeMedia(
  deps: UndoDeps,
  row: ImportRow,
  { id, subjectId, isNew }: StoredItem,
  userId: number | null,
): Promise<void> {
  let state: 'removed' | 'kept' = 'removed';
  if (subjectId !== null && isNew)
    await deleteUpload(deps, subjectId, { userId }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'not_found') state = 'kept';
    });
  await write(deps.db, [
    ...requireStateStatements(deps.db, row),
    deps.db.orm.update(importItems).set({ state }).where(eq(importItems.id, id)),
  ]);
}
