import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { nextPosition } from '#db/queries/positions.ts';
import { insertSlugStatement } from '#db/queries/slugs.ts';
import { documents, sections } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { adoptAltTexts } from '#api/features/uploads/alt-texts/alt-texts.service.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import {
  getCreatedDraft,
  insertDraftStatements,
  resumeCreatedDraft,
} from '#api/features/drafts/creation/creation.service.ts';
import type { DraftSubjectAdapter, TextDraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import type { PublishDraftRequest } from '#api/features/drafts/drafts.contract.ts';
import {
  draftConflictError,
  findDraft,
  getPublishedVersion,
  deleteDraftStatements,
} from '#api/features/drafts/drafts.service.ts';
import {
  updateDocumentStatements,
  toDocumentDraftFields,
  mapMissingSection,
  resolvePosition,
} from '#api/features/documents/editing/editing.queries.ts';
import {
  type DocumentDraftFields,
  documentDraftFieldsSchema,
  type DocumentJson,
  documentRequest,
  documentResponse,
} from '#api/features/documents/documents.contract.ts';
import { requireDocument } from '#api/features/documents/editing/editing.service.ts';
import { getDocument } from '#api/features/documents/documents.service.ts';
import { generateProvisionalSlug, toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';

type DocumentDeps = Pick<Deps, 'db' | 'clock' | 'html'>;
type PublishDeps = DocumentDeps & Pick<Deps, 'publisher'>;
type NewDraft = { fields: DocumentDraftFields; content: string; client_id: string };

const UNTITLED_DOCUMENT = 'Untitled document';

/** Documents, as drafts know them. */
export const documentDraftSubject: DraftSubjectAdapter<DocumentDraftFields> & { subject: 'document' } = {
  subject: 'document',
  noun: 'document',
  fields: documentDraftFieldsSchema,
  notFoundMessage: 'Document not found',
  async loadLive(db, id) {
    const row = await db.orm.query.documents.findFirst({ where: eq(documents.id, id) });
    return row
      ? { fields: toDocumentDraftFields(row), content: row.content, revision: row.revision, updatedAt: row.updatedAt }
      : null;
  },
  existsCondition: (id, revision) =>
    sql`EXISTS (SELECT 1 FROM ${documents} WHERE id = ${id}
      ${revision === undefined ? sql`` : sql`AND revision = ${revision}`})`,
  // The manager lists a document that was never published by the title and section of its draft.
  onSaveStatements: (_db, id, { fields: { title, section_id: sectionId } }) => [
    sql`UPDATE ${documents}
      SET title = ${title || UNTITLED_DOCUMENT}, position = ${resolvePosition(sectionId)}, section_id = ${sectionId}
      WHERE id = ${id} AND status = 'draft' AND revision = 1
        AND (title <> ${title || UNTITLED_DOCUMENT} OR section_id IS NOT ${sectionId})
        AND (${sectionId} IS NULL OR EXISTS (SELECT 1 FROM sections WHERE id = ${sectionId}))`,
  ],
};

/** Creates a document with its first draft; a repeated request of the same tab resumes the document of the first one. */
export async function createDocumentDraft({ db, clock, html }: DocumentDeps, input: NewDraft, userId: number) {
  const now = clock.now();
  const { content, wordCount } = await prepareContent(html, input.content);
  const { fields, client_id: clientId } = input;
  const title = fields.title || UNTITLED_DOCUMENT;
  const id = sql`(SELECT max(${documents.id}) FROM ${documents})`;
  const slug = generateProvisionalSlug();
  // A section that was deleted meanwhile must not block autosaves; publishing reports it.
  const sectionId = sql<
    number | null
  >`(SELECT ${sections.id} FROM ${sections} WHERE ${sections.id} = ${fields.section_id})`;
  const position = nextPosition(documents, sql`${documents.sectionId} IS ${sectionId}`);
  const empty = { content: '', contentText: '', createdAt: now, updatedAt: now };
  try {
    const [inserted] = await write(db, [
      db.orm.insert(documents).values({ slug, title, sectionId, status: 'draft', position, ...empty }),
      insertSlugStatement('document', { id, slug, now }),
      ...insertDraftStatements(db, documentDraftSubject, id, { fields, content, wordCount }, { userId, clientId, now }),
      insertAuditStatement(db, {
        at: now,
        action: 'document.created',
        actorId: userId,
        subject: sql`'document:' || ${id}`,
        after: { title, section_id: fields.section_id, status: 'draft' },
      }),
    ]);
    return getCreatedDraft(db, documentDraftSubject, Number(inserted?.lastInsertRowid));
  } catch (error) {
    if (!isUniqueViolation(error, 'client_id')) throw error;
    return resumeCreatedDraft({ db, clock, html }, documentDraftSubject, input, userId);
  }
}

/**
 * Publishes a draft with the status it has. Signed-in users read documents from the database, so nobody waits for pages:
 * `publish_id` is null, also where everyone may read the document and its page follows. @throws validation_failed by field, not_found, conflict with both versions or for
 * a slug of another document.
 */
export async function publishDocumentDraft(
  deps: PublishDeps,
  id: number,
  { version, fields: changed }: PublishDraftRequest<DocumentDraftFields>,
  userId: number,
) {
  const { db, clock } = deps;
  const draft = await findDraft(deps, documentDraftSubject, id);
  if (!draft || draft.version !== version) throw await draftConflictError(db, documentDraftSubject, id, null);
  const before = await requireDocument(deps, id);
  if (before.revision !== draft.base_revision) throw await publishConflictError(db, id, draft);
  const { content } = draft;
  const { slug: draftSlug, ...fields } = changed ?? draft.fields;
  const { title, slug } = parseInput(documentRequest, { ...fields, content, ...(draftSlug && { slug: draftSlug }) });
  const change = { ...fields, title, content, slug };
  try {
    await mapMissingSection(
      write(db, [
        ...deleteDraftStatements(db, documentDraftSubject, id, version),
        ...(await updateDocumentStatements(deps, before, change, { userId, now: clock.now() })),
      ]),
    );
  } catch (error) {
    if (!isGuardRollback(error)) throw toSlugConflict('document', error);
    throw await draftConflictError(db, documentDraftSubject, id, draft);
  }
  deps.publisher.wake();
  return { document: await getDocument(deps, EDITOR_VIEWER, id), publish_id: null };
}

async function publishConflictError(db: Database, id: number, yours: { version: number }): Promise<AppError> {
  const theirs = await getPublishedVersion(db, documentDraftSubject, id, yours.version);
  const message =
    'Someone else published this document while you were writing. Nothing is lost. Compare the two versions.';
  return new AppError('conflict', message, { versions: { yours, theirs } });
}

/** Drafts of documents, for the routes of drafts. */
export const createDocumentDraftHandlers = (
  deps: Deps,
): TextDraftHandlers<DocumentDraftFields, { document: DocumentJson }> => ({
  kind: documentDraftSubject,
  permission: 'documents.write',
  tag: 'Documents (writing)',
  liveShape: { document: documentResponse },
  create: (input, userId) => createDocumentDraft(deps, input, userId),
  getLive: async (id) => ({ document: await getDocument(deps, EDITOR_VIEWER, id) }),
  async publish(id, input, userId) {
    const published = await publishDocumentDraft(deps, id, input, userId);
    await adoptAltTexts(deps, published.document.content, userId);
    return published;
  },
});
