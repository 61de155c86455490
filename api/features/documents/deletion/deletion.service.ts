import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { insertRowsStatement, selectRowsJson } from '#db/queries/json-rows.ts';
import { findOpenDeletion, recordUndoStatements } from '#db/queries/undo-actions.ts';
import { documentSlugs, documents, drafts, revisions, uploadUses } from '#db/schema/index.ts';
import { isForeignKeyViolation, onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { conflictError } from '#api/http/errors.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';
import { insertAuditStatement, selectRowValues, toJsonObject } from '#api/features/audit/audit.service.ts';
import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import { documentNotFoundError, getDocument } from '#api/features/documents/documents.service.ts';
import { deleteDraftHistoryStatements } from '#api/features/drafts/history/history.service.ts';
import { deleteUploadUsesStatement } from '#api/features/uploads/uses/uses.service.ts';
import { enqueueDocumentsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { runUndo, type UndoCaller, type UndoHandler } from '#api/undo/undo-kit.ts';

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'publisher'>;

/**
 * Deletes a document with its draft, its revisions and its references to uploads. Until it can't be undone any more, all of
 * it is kept with the action. @throws not_found.
 */
export async function deleteDocument({ db, clock, publisher }: WriteDeps, userId: number, id: number): Promise<void> {
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
    enqueueDocumentsPublishStatement({ reason: 'Documentation: a document was deleted', userId, now }),
  ]).catch(onGuardRollback(documentNotFoundError));
  publisher.wake();
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

type Rows = Record<'documents' | 'slugs' | 'drafts' | 'revisions' | 'uses', Record<string, unknown>[]>;
const CLOSED = 'This can’t be undone any more.';

/** Deletions of documents, with their addresses, draft, revisions and references to uploads. */
export const documentUndo: UndoHandler = {
  kinds: ['document.deleted'],
  permission: 'documents.write',
  plan: ({ db }, { actorId, snapshot }, now) => {
    const rows = snapshot as Rows;
    const id = Number(rows.documents[0]?.id);
    const slugs = rows.slugs.map(({ slug }) => String(slug));
    return {
      statements: {
        document: [insertRowsStatement(documents, rows.documents), rollbackIfNoRows],
        addresses: db.orm
          .update(documentSlugs)
          .set({ documentId: id })
          .where(and(isNull(documentSlugs.documentId), inArray(documentSlugs.slug, slugs))),
        history: [
          insertRowsStatement(drafts, rows.drafts),
          insertRowsStatement(revisions, rows.revisions),
          insertRowsStatement(uploadUses, rows.uses),
        ],
        audit: insertAuditStatement(db, {
          at: now,
          action: 'document.deletion_undone',
          actorId,
          subject: `document:${id}`,
        }),
        publish: enqueueDocumentsPublishStatement({
          reason: 'Documentation: undid a deletion',
          userId: actorId,
          now,
        }),
      },
      changed: CLOSED,
      explain: (error) =>
        isForeignKeyViolation(error) ? 'Its section has been deleted since, so it can’t be put back.' : undefined,
    };
  },
  wake: ({ publisher }) => publisher.wake(),
  summarize: ({ restored }) => `${formatCount(restored, 'document is', 'documents are')} as before.`,
};

/**
 * Puts back a document that this admin deleted a moment ago, as it was. By its own id, since a deletion answers nothing.
 * @throws conflict when that is no longer possible.
 */
export async function undoDocumentDeletion(deps: Deps, caller: UndoCaller, id: number): Promise<DocumentJson> {
  const deletion = await findOpenDeletion(deps.db, {
    kind: 'document.deleted',
    path: '$.documents[0].id',
    id,
    actorId: caller.id,
    now: deps.clock.now(),
  });
  if (deletion === null) throw conflictError(CLOSED);
  await runUndo(deps, [documentUndo], [deletion], caller);
  return getDocument(deps, EDITOR_VIEWER, id);
}
