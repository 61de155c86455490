import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { DocumentStatus } from '#api/domain/enums.ts';
import { nextPosition } from '#db/queries/positions.ts';
import { claimSlugStatements } from '#db/queries/slugs.ts';
import { documents } from '#db/schema/index.ts';
import { isForeignKeyViolation, rollbackIfNoRows, type Statement } from '#db/write.ts';
import { countWords } from '#api/adapters/html/html-text.ts';
import type { Deps } from '#api/deps.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { DocumentDraftFields } from '#api/features/documents/documents.contract.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import { resolveSlug } from '#api/features/slugs/slugs.service.ts';
import { enqueueDocumentsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { isProvisionalSlug } from '#api/domain/slug.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';

export type DocumentRow = typeof documents.$inferSelect;
/** Who changes a document, when (UTC ms), and from which tab if from one. */
export type Actor = { userId: number; now: number; clientId?: string };
export type DocumentChange = {
  title: string;
  content: string;
  section_id: number | null;
  status: DocumentStatus;
  /** Undefined: it follows from the title, or stays as it is. */
  slug: string | undefined;
};

/** All fields of a document but the content, as drafts and revisions store them. */
export const toDocumentDraftFields = (
  row: Pick<DocumentRow, 'title' | 'sectionId' | 'status' | 'slug'>,
): DocumentDraftFields => ({
  title: row.title,
  section_id: row.sectionId,
  status: row.status,
  slug: isProvisionalSlug(row.slug) ? null : row.slug,
});

export const isInSection = (sectionId: number | null) => sql`${documents.sectionId} IS ${sectionId}`;

/** The position of a document in a section: unchanged when it was there already, else the last. */
export const resolvePosition = (sectionId: number | null) => {
  const stays = isInSection(sectionId);
  return sql<number>`iif(${stays}, ${documents.position}, ${nextPosition(documents, stays)})`;
};

/** The columns of a new document (`before` null) or of a changed one. @throws conflict for a slug of another document. */
export async function toDocumentColumns(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  before: DocumentRow | null,
  { title, content, section_id: sectionId, status, slug }: DocumentChange,
) {
  const prepared = await prepareContent(html, content);
  return {
    slug: await resolveSlug(db, 'document', { slug, title, before }),
    title,
    sectionId,
    status,
    content: prepared.content,
    contentText: prepared.text,
  };
}

/**
 * Statements that make a document what was written, with its slugs, revisions and audit row. They undo their batch when
 * the document changed since it was read. @throws conflict for a slug of another document.
 */
export async function updateDocumentStatements(
  deps: Pick<Deps, 'db' | 'html'>,
  before: DocumentRow,
  change: DocumentChange,
  actor: Actor,
): Promise<Statement[]> {
  const { db } = deps;
  const { id } = before;
  const columns = await toDocumentColumns(deps, before, change);
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
    ...claimSlugStatements('document', { id, before: before.slug, slug: columns.slug, now: actor.now }),
    ...recordChangeStatements(db, id, columns, actor, isFirstPublish ? null : before),
    insertAuditStatement(db, {
      at: actor.now,
      action: 'document.changed',
      actorId: actor.userId,
      subject: `document:${id}`,
      before: toDocumentDraftFields(before),
      after: toDocumentDraftFields(columns),
    }),
    enqueueDocumentsPublishStatement({ ...actor, reason: `Documentation: ${columns.title}` }),
  ];
}

const toCounted = (row: Pick<DocumentRow, 'slug' | 'title' | 'sectionId' | 'status' | 'content' | 'contentText'>) => ({
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
