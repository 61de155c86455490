import { eq, sql } from 'drizzle-orm';
import { lastPosition, reorder } from '#db/queries/positions.ts';
import { documents } from '#db/schema/index.ts';
import { ifUndone, orUndo, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { forgetDrafts } from '#api/features/drafts/history/history.service.ts';
import { saveOrder } from '#api/features/ordering/ordering.service.ts';
import { forgetUses } from '#api/features/uploads/uses/uses.service.ts';
import { besideChange, changeOf, type DocumentRow, ofSection, orBadSection, toColumns } from './editing.queries.ts';
import { type DocumentInput, type DocumentJson, documentInput } from '#api/features/documents/documents.contract.ts';
import { getDocument, noDocument } from '#api/features/documents/documents.service.ts';
import { ADMIN } from '#api/features/documents/visibility/visibility.service.ts';

type DocumentDeps = Pick<Deps, 'db' | 'clock' | 'html'>;

const MEANWHILE =
  'Somebody else changed this document in the meantime. Nothing of yours is lost: look at both versions.';

/** Adds a document at the end of its section. @throws validation_failed, for a section that is not there too. */
export async function createDocument(deps: DocumentDeps, userId: number, input: DocumentInput): Promise<DocumentJson> {
  const { status = 'published', ...parsed } = parseInput(documentInput, input);
  const columns = await toColumns(deps.html, { ...parsed, status });
  const { db } = deps;
  const now = deps.clock.now();
  const id = sql`(SELECT max(${documents.id}) FROM ${documents})`;
  const position = lastPosition(documents, ofSection(parsed.section_id));
  const [made] = await orBadSection(
    write(db, [
      db.query.insert(documents).values({ ...columns, position, createdAt: now, updatedAt: now }),
      ...besideChange(db, id, columns, { userId, now }),
      recordAudit(db, {
        at: now,
        action: 'document.created',
        actorId: userId,
        subject: sql`'document:' || ${id}`,
        detail: { title: parsed.title, status },
      }),
    ]),
  );
  return getDocument(deps, ADMIN, Number(made?.lastInsertRowid));
}

/**
 * Changes a document whole, but for a status that is not given. One that goes to another section goes to its end.
 * @throws validation_failed, not_found; conflict with both versions when `revision` is not the current one.
 */
export async function updateDocument(
  deps: DocumentDeps,
  userId: number,
  id: number,
  input: DocumentInput,
): Promise<DocumentJson> {
  const { revision, status, ...parsed } = parseInput(documentInput, input);
  const before = await requireDocument(deps, id);
  const change = { ...parsed, status: status ?? before.status };
  const changedMeanwhile = () => bothVersions(deps, id, change);
  if (revision !== undefined && revision !== before.revision) throw await changedMeanwhile();
  const statements = await changeOf(deps, before, change, { userId, now: deps.clock.now() });
  await orBadSection(write(deps.db, statements)).catch(ifUndone(changedMeanwhile));
  return getDocument(deps, ADMIN, id);
}

/** Deletes a document for good, with its draft, its revisions and its hold on uploads. @throws not_found. */
export async function deleteDocument(deps: DocumentDeps, userId: number, id: number): Promise<void> {
  const { title } = await requireDocument(deps, id);
  const subject = `document:${id}`;
  await write(deps.db, [
    deps.db.query.delete(documents).where(eq(documents.id, id)),
    orUndo,
    ...forgetDrafts({ kind: 'document', id }),
    forgetUses(deps.db, { kind: 'document', subjectId: id }),
    recordAudit(deps.db, {
      at: deps.clock.now(),
      action: 'document.deleted',
      actorId: userId,
      subject,
      detail: { title },
    }),
  ]).catch(ifUndone(noDocument));
}

/** Puts the documents of a section, or those of none, into an order. @throws conflict when they are not these any more. */
export async function orderDocuments(
  deps: DocumentDeps,
  userId: number,
  { section_id: sectionId, ids }: { section_id: number | null; ids: number[] },
): Promise<void> {
  const subject = sectionId === null ? 'documents' : `section:${sectionId}`;
  const entry = { action: 'documents.ordered', actorId: userId, subject, detail: { ids } } as const;
  await saveOrder(deps, reorder(documents, ids, ofSection(sectionId)), entry, 'these documents');
}

/** The row of a document. @throws not_found. */
export async function requireDocument({ db }: Pick<Deps, 'db'>, id: number): Promise<DocumentRow> {
  const row = await db.query.query.documents.findFirst({ where: eq(documents.id, id) });
  if (!row) throw noDocument();
  return row;
}

async function bothVersions(deps: DocumentDeps, id: number, yours: unknown): Promise<AppError> {
  const theirs = await getDocument(deps, ADMIN, id);
  return new AppError('conflict', MEANWHILE, { versions: { yours, theirs } });
}
