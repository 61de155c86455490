import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { DocumentStatus } from '#api/domain/enums.ts';
import { nextPosition } from '#db/queries/positions.ts';
import { documents } from '#db/schema/index.ts';
import { isForeignKeyViolation, rollbackIfNoRows, type Statement } from '#db/write.ts';
import { countWords } from '#api/adapters/html/html-sanitizer.ts';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import type { Deps } from '#api/deps.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { DocumentDraftFields } from '#api/features/documents/documents.contract.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';

export type DocumentRow = typeof documents.$inferSelect;
/** Who changes a document, when (UTC ms), and from which tab if from one. */
export type Actor = { userId: number; now: number; clientId?: string };
export type DocumentChange = { title: string; content: string; section_id: number | null; status: DocumentStatus };

/** All fields of a document but the content, as drafts and revisions store them. */
export const toDocumentDraftFields = (
  row: Pick<DocumentRow, 'title' | 'sectionId' | 'status'>,
): DocumentDraftFields => ({
  title: row.title,
  section_id: row.sectionId,
  status: row.status,
});

export const isInSection = (sectionId: number | null) => sql`${documents.sectionId} IS ${sectionId}`;

/** The position of a document in a section: unchanged when it was there already, else the last. */
export const resolvePosition = (sectionId: number | null) => {
  const stays = isInSection(sectionId);
  return sql<number>`iif(${stays}, ${documents.position}, ${nextPosition(documents, stays)})`;
};

/** Content columns of a document: sanitised HTML and its text. */
export async function toDocumentColumns(
  processor: HtmlProcessor,
  { title, content, section_id: sectionId, status }: DocumentChange,
) {
  const prepared = await prepareContent(processor, content);
  return { title, sectionId, status, content: prepared.content, contentText: prepared.text };
}

/**
 * Statements that make a document what was written, with its revisions and audit row. They undo their batch when the
 * document changed since it was read.
 */
export async function updateDocumentStatements(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  before: DocumentRow,
  change: DocumentChange,
  actor: Actor,
): Promise<Statement[]> {
  const { id } = before;
  const columns = await toDocumentColumns(html, change);
  const isFirstPublish = before.revision === 1 && before.content === '';
  return [
    db.orm
      .update(documents)
      .set({
        ...columns,
        position: resolvePosition(change.section_id),
        revision: before.revision + 1,
        updatedAt: actor.now,
      })
      .where(and(eq(documents.id, id), eq(documents.revision, before.revision))),
    rollbackIfNoRows,
    ...recordChangeStatements(db, id, columns, actor, isFirstPublish ? null : before),
    insertAuditStatement(db, {
      at: actor.now,
      action: 'document.changed',
      actorId: actor.userId,
      subject: `document:${id}`,
      detail: { title: change.title, status: change.status },
    }),
  ];
}

const toCounted = (row: Pick<DocumentRow, 'title' | 'sectionId' | 'status' | 'content' | 'contentText'>) => ({
  fields: toDocumentDraftFields(row),
  content: row.content,
  wordCount: countWords(row.contentText),
});

/** Statements that store the published revision and the uploads that it uses. */
export function recordChangeStatements(
  db: Database,
  id: number | SQL,
  after: Awaited<ReturnType<typeof toDocumentColumns>>,
  { userId, now, clientId = 'api' }: Actor,
  before: DocumentRow | null = null,
): Statement[] {
  return [
    ...publishRevisionStatements(
      { kind: 'document', id },
      {
        before: before && toCounted(before),
        after: toCounted(after),
      },
      { userId, clientId, now },
    ),
    ...replaceUploadUsesStatements(db, { kind: 'document', subjectId: id, isDraft: false, content: after.content }),
  ];
}

/** @throws validation_failed when the section is not there (any more). */
export async function mapMissingSection<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isForeignKeyViolation(error)
      ? invalidFieldError('section_id', 'This section no longer exists. Choose another.')
      : error;
  }
}
