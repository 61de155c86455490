import { eq, sql } from 'drizzle-orm';
import { nextPosition } from '#db/queries/positions.ts';
import { insertSlugStatement } from '#db/queries/slugs.ts';
import { documents } from '#db/schema/index.ts';
import { isUniqueViolation, onGuardRollback, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueDocumentsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { saveOrder } from '#api/features/ordering/ordering.service.ts';
import {
  recordChangeStatements,
  updateDocumentStatements,
  type DocumentRow,
  isInSection,
  mapMissingSection,
  toDocumentDraftFields,
  toDocumentColumns,
} from './editing.queries.ts';
import type { DocumentRequest, DocumentJson } from '#api/features/documents/documents.contract.ts';
import { getDocument, documentNotFoundError } from '#api/features/documents/documents.service.ts';
import { toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';

type DocumentDeps = Pick<Deps, 'db' | 'clock' | 'html' | 'publisher'>;

const EDIT_CONFLICT =
  'Someone else changed this document while you were writing. Nothing is lost. Compare the two versions.';

/**
 * Adds a document at the end of its section; a derived slug that is taken gets a suffix.
 * @throws validation_failed, for a section that is not there too; conflict for a given slug.
 */
export async function createDocument(
  deps: DocumentDeps,
  userId: number,
  input: DocumentRequest,
): Promise<DocumentJson> {
  const { title, content = '', section_id = null, status = 'published', slug } = input;
  const columns = await toDocumentColumns(deps, null, { title, content, section_id, status, slug });
  const { db } = deps;
  const now = deps.clock.now();
  const id = sql`(SELECT max(${documents.id}) FROM ${documents})`;
  const position = nextPosition(documents, isInSection(section_id));
  const writing = mapMissingSection(
    write(db, [
      db.orm.insert(documents).values({ ...columns, position, createdAt: now, updatedAt: now }),
      insertSlugStatement('document', { id, slug: columns.slug, now }),
      ...recordChangeStatements(db, id, columns, { userId, now }),
      insertAuditStatement(db, {
        at: now,
        action: 'document.created',
        actorId: userId,
        subject: sql`'document:' || ${id}`,
        after: toDocumentDraftFields(columns),
      }),
      enqueueDocumentsPublishStatement({ reason: `Documentation: ${title}`, userId, now }),
    ]),
  );
  try {
    const [inserted] = await writing;
    deps.publisher.wake();
    return await getDocument(deps, EDITOR_VIEWER, Number(inserted?.lastInsertRowid));
  } catch (error) {
    // Another request took the slug between read and write: a derived slug is retried with the next suffix.
    if (isUniqueViolation(error, 'slug') && slug === undefined) return createDocument(deps, userId, input);
    throw toSlugConflict('document', error);
  }
}

/**
 * Changes a document; missing fields stay. A document moved to another section becomes its last. An old slug leads to
 * the document for ever. @throws validation_failed, not_found; conflict with both versions when `revision` is not the
 * current one, or for a slug of another document.
 */
export async function updateDocument(
  deps: DocumentDeps,
  userId: number,
  id: number,
  input: DocumentRequest,
): Promise<DocumentJson> {
  const { revision, title, content, section_id, status, slug } = input;
  const before = await requireDocument(deps, id);
  const change = {
    title,
    content: content ?? before.content,
    section_id: section_id === undefined ? before.sectionId : section_id,
    status: status ?? before.status,
    slug,
  };
  const createEditConflict = () => editConflictError(deps, id, change);
  if (revision !== undefined && revision !== before.revision) throw await createEditConflict();
  const statements = await updateDocumentStatements(deps, before, change, { userId, now: deps.clock.now() });
  await mapMissingSection(write(deps.db, statements))
    .catch(onGuardRollback(createEditConflict))
    .catch((error: unknown) => Promise.reject(toSlugConflict('document', error)));
  deps.publisher.wake();
  return getDocument(deps, EDITOR_VIEWER, id);
}

/** Puts the documents of a section, or those of none, into an order. @throws conflict when they are not these any more. */
export async function reorderDocuments(
  deps: Pick<Deps, 'db' | 'clock' | 'publisher'>,
  userId: number,
  { section_id: sectionId, ids }: { section_id: number | null; ids: number[] },
): Promise<void> {
  const subject = sectionId === null ? 'documents' : `section:${sectionId}`;
  const entry = { action: 'documents.ordered', actorId: userId, subject } as const;
  const publish = { reason: 'Documentation: the order of documents', userId, now: deps.clock.now() };
  await saveOrder(deps, { table: documents, ids, scope: isInSection(sectionId) }, entry, 'these documents', [
    enqueueDocumentsPublishStatement(publish),
  ]);
  deps.publisher.wake();
}

/** The row of a document. @throws not_found. */
export async function requireDocument({ db }: Pick<Deps, 'db'>, id: number): Promise<DocumentRow> {
  const row = await db.orm.query.documents.findFirst({ where: eq(documents.id, id) });
  if (!row) throw documentNotFoundError();
  return row;
}

async function editConflictError(deps: Pick<Deps, 'db'>, id: number, yours: unknown): Promise<AppError> {
  const theirs = await getDocument(deps, EDITOR_VIEWER, id);
  return new AppError('conflict', EDIT_CONFLICT, { versions: { yours, theirs } });
}
