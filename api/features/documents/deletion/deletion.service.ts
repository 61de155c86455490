import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { insertJsonRowsStatement, selectRowsJson } from '#db/queries/json-rows.ts';
import { closeUndoStatement, isOpenUndo, recordUndoStatements } from '#db/queries/undo-actions.ts';
import { documentSlugs, documents, drafts, revisions, undoActions, uploadUses } from '#db/schema/index.ts';
import { isForeignKeyViolation, isGuardRollback, onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';
import { insertAuditStatement, selectRowValues, toJsonObject } from '#api/features/audit/audit.service.ts';
import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import { documentNotFoundError, getDocument } from '#api/features/documents/documents.service.ts';
import { deleteDraftHistoryStatements } from '#api/features/drafts/history/history.service.ts';
import { deleteUploadUsesStatement } from '#api/features/uploads/uses/uses.service.ts';

type WriteDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Deletes a document with its draft, its revisions and its references to uploads. Until it can't be undone any more, all of
 * it is kept with the action. @throws not_found.
 */
export async function deleteDocument({ db, clock }: WriteDeps, userId: number, id: number): Promise<void> {
  const now = clock.now();
  const isDocument = eq(documents.id, id);
  const snapshot = selectSnapshot(id);
  await write(db, [
    ...recordUndoStatements(db, { id: generateId(), kind: 'document.deleted', actorId: userId, now, snapshot }),
    insertAuditStatement(db, {
      at: now,
      action: 'document.deleted',
      actorId: userId,
      subject: `document:${id}`,
      before: selectRowValues(documents, isDocument, {
        title: documents.title,
        slug: documents.slug,
        section_id: documents.sectionId,
        status: documents.status,
      }),
    }),
    db.orm.delete(documents).where(isDocument),
    rollbackIfNoRows,
    ...deleteDraftHistoryStatements({ kind: 'document', id }),
    deleteUploadUsesStatement(db, { kind: 'document', subjectId: id }),
  ]).catch(onGuardRollback(documentNotFoundError));
}

/** The rows of a document, by table. */
function selectSnapshot(id: number): SQL {
  const isOf = ({ kind, subjectId }: typeof drafts | typeof revisions | typeof uploadUses) =>
    and(eq(kind, 'document'), eq(subjectId, id));
  return toJsonObject({
    documents: selectRowsJson(documents, eq(documents.id, id)),
    slugs: selectRowsJson(documentSlugs, eq(documentSlugs.documentId, id)),
    drafts: selectRowsJson(drafts, isOf(drafts)),
    revisions: selectRowsJson(revisions, isOf(revisions)),
    uses: selectRowsJson(uploadUses, isOf(uploadUses)),
  });
}

/** Puts back a document that this admin deleted a moment ago, as it was. @throws conflict when that is no longer possible. */
export async function undoDocumentDeletion(deps: WriteDeps, actorId: number, id: number): Promise<DocumentJson> {
  const { db } = deps;
  const now = deps.clock.now();
  const [action] = await db.orm
    .select({ id: undoActions.id })
    .from(undoActions)
    .where(
      and(
        eq(undoActions.kind, 'document.deleted'),
        isOpenUndo(actorId, now),
        sql`json_extract(${undoActions.snapshot}, '$.documents[0].id') = ${id}`,
      ),
    );
  if (!action) throw conflictError('This can’t be undone any more.');
  const insertRows = (table: SQLiteTable, name: string) =>
    insertJsonRowsStatement(table, selectFrom(action.id, name), sql`item.value`);
  try {
    await write(db, [
      insertRows(documents, 'documents'),
      rollbackIfNoRows,
      db.orm
        .update(documentSlugs)
        .set({ documentId: id })
        .where(
          and(
            isNull(documentSlugs.documentId),
            sql`${documentSlugs.slug} IN (SELECT item.value ->> 'slug' ${selectFrom(action.id, 'slugs')})`,
          ),
        ),
      insertRows(drafts, 'drafts'),
      insertRows(revisions, 'revisions'),
      insertRows(uploadUses, 'uses'),
      insertAuditStatement(db, {
        at: now,
        action: 'document.deletion_undone',
        actorId,
        subject: `document:${id}`,
      }),
      closeUndoStatement(db, { id: action.id, actorId, now }),
      rollbackIfNoRows,
    ]);
  } catch (error) {
    if (isGuardRollback(error)) throw conflictError('This can’t be undone any more.');
    if (isForeignKeyViolation(error))
      throw conflictError('Its section has been deleted since, so it can’t be put back.');
    throw error;
  }
  return getDocument(deps, EDITOR_VIEWER, id);
}

const selectFrom = (undoId: string, name: string): SQL =>
  sql`FROM ${undoActions}, json_each(${undoActions.snapshot}, ${`$.${name}`}) AS item WHERE ${undoActions.id} = ${undoId}`;
