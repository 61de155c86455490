import { eq, sql } from 'drizzle-orm';
import { nextPosition, setPositionsStatement } from '#db/queries/positions.ts';
import { documents } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { deleteDraftHistoryStatements } from '#api/features/drafts/history/history.service.ts';
import { saveOrder } from '#api/features/ordering/ordering.service.ts';
import { deleteUploadUsesStatement } from '#api/features/uploads/uses/uses.service.ts';
import {
  recordChangeStatements,
  updateDocumentStatements,
  type DocumentRow,
  isInSection,
  mapMissingSection,
  toDocumentColumns,
} from './editing.queries.ts';
import type { DocumentRequest, DocumentJson } from '#api/features/documents/documents.contract.ts';
import { getDocument, documentNotFoundError } from '#api/features/documents/documents.service.ts';
import { EDITOR_VIEWER } from '#api/middleware/access.ts';

type DocumentDeps = Pick<Deps, 'db' | 'clock' | 'html'>;

const EDIT_CONFLICT =
  'Someone else changed this document while you were writing. Nothing is lost. Compare the two versions.';

/** Adds a document at the end of its section. @throws validation_failed, for a section that is not there too. */
export async function createDocument(
  deps: DocumentDeps,
  userId: number,
  input: DocumentRequest,
): Promise<DocumentJson> {
  const { title, content = '', section_id = null, status = 'published' } = input;
  const columns = await toDocumentColumns(deps.html, { title, content, section_id, status });
  const { db } = deps;
  const now = deps.clock.now();
  const id = sql`(SELECT max(${documents.id}) FROM ${documents})`;
  const position = nextPosition(documents, isInSection(section_id));
  const [inserted] = await mapMissingSection(
    write(db, [
      db.orm.insert(documents).values({ ...columns, position, createdAt: now, updatedAt: now }),
      ...recordChangeStatements(db, id, columns, { userId, now }),
      insertAuditStatement(db, {
        at: now,
        action: 'document.created',
        actorId: userId,
        subject: sql`'document:' || ${id}`,
        detail: { title, status },
      }),
    ]),
  );
  return getDocument(deps, EDITOR_VIEWER, Number(inserted?.lastInsertRowid));
}

/**
 * Changes a document; missing fields stay. A document moved to another section becomes its last.
 * @throws validation_failed, not_found; conflict with both versions when `revision` is not the current one.
 */
export async function updateDocument(
  deps: DocumentDeps,
  userId: number,
  id: number,
  input: DocumentRequest,
): Promise<DocumentJson> {
  const { revision, title, content, section_id, status } = input;
  const before = await requireDocument(deps, id);
  const change = {
    title,
    content: content ?? before.content,
    section_id: section_id === undefined ? before.sectionId : section_id,
    status: status ?? before.status,
  };
  const createEditConflict = () => editConflictError(deps, id, change);
  if (revision !== undefined && revision !== before.revision) throw await createEditConflict();
  const statements = await updateDocumentStatements(deps, before, change, { userId, now: deps.clock.now() });
  await mapMissingSection(write(deps.db, statements)).catch(onGuardRollback(createEditConflict));
  return getDocument(deps, EDITOR_VIEWER, id);
}

/** Deletes a document permanently, with its draft, its revisions and its references to uploads. @throws not_found. */
export async function deleteDocument(deps: DocumentDeps, userId: number, id: number): Promise<void> {
  const { title } = await requireDocument(deps, id);
  const subject = `document:${id}`;
  await write(deps.db, [
    deps.db.orm.delete(documents).where(eq(documents.id, id)),
    rollbackIfNoRows,
    ...deleteDraftHistoryStatements({ kind: 'document', id }),
    deleteUploadUsesStatement(deps.db, { kind: 'document', subjectId: id }),
    insertAuditStatement(deps.db, {
      at: deps.clock.now(),
      action: 'document.deleted',
      actorId: userId,
      subject,
      detail: { title },
    }),
  ]).catch(onGuardRollback(documentNotFoundError));
}

/** Puts the documents of a section, or those of none, into an order. @throws conflict when they are not these any more. */
export async function reorderDocuments(
  deps: DocumentDeps,
  userId: number,
  { section_id: sectionId, ids }: { section_id: number | null; ids: number[] },
): Promise<void> {
  const subject = sectionId === null ? 'documents' : `section:${sectionId}`;
  const entry = { action: 'documents.ordered', actorId: userId, subject, detail: { ids } } as const;
  await saveOrder(deps, setPositionsStatement(documents, ids, isInSection(sectionId)), entry, 'these documents');
}

/** The row of a document. @throws not_found. */
export async function requireDocument({ db }: Pick<Deps, 'db'>, id: number): Promise<DocumentRow> {
  const row = await db.orm.query.documents.findFirst({ where: eq(documents.id, id) });
  if (!row) throw documentNotFoundError();
  return row;
}

async function editConflictError(deps: DocumentDeps, id: number, yours: unknown): Promise<AppError> {
  const theirs = await getDocument(deps, EDITOR_VIEWER, id);
  return new AppError('conflict', EDIT_CONFLICT, { versions: { yours, theirs } });
}
