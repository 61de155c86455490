import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { lastPosition } from '#db/queries/positions.ts';
import { documents, sections } from '#db/schema/index.ts';
import { isUndone, isUniqueViolation, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { begunDraft, firstDraft, goOnWithDraft } from '#api/features/drafts/creation/creation.service.ts';
import type { DraftKind } from '#api/features/drafts/subjects/subjects.service.ts';
import { type DocumentDraftFields, documentDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import { draftConflict, findDraft, liveAsDraft, requireLive, takeDraft } from '#api/features/drafts/drafts.service.ts';
import { changeOf, fieldsOf, orBadSection, positionIn } from '#api/features/documents/editing/editing.queries.ts';
import { documentInput } from '#api/features/documents/documents.contract.ts';
import { requireDocument } from '#api/features/documents/editing/editing.service.ts';
import { getDocument } from '#api/features/documents/documents.service.ts';

type DocumentDeps = Pick<Deps, 'db' | 'clock' | 'html'>;
type NewDraft = { fields: DocumentDraftFields; content: string; session: string };

const UNTITLED = 'Untitled document';

/** Documents, as drafts know them. */
export const documentKind: DraftKind<DocumentDraftFields> = {
  subject: 'document',
  noun: 'document',
  fields: documentDraftFields,
  missing: 'Document not found',
  async readLive(db, id) {
    const row = await db.query.query.documents.findFirst({ where: eq(documents.id, id) });
    return row
      ? { fields: fieldsOf(row), content: row.content, revision: row.revision, updatedAt: row.updatedAt }
      : null;
  },
  isThere: (id, revision) =>
    sql`EXISTS (SELECT 1 FROM ${documents} WHERE id = ${id}
      ${revision === undefined ? sql`` : sql`AND revision = ${revision}`})`,
  // Nobody has read it yet: the manager lists it by the title and section that are being written.
  besideSave: (_db, id, { fields: { title, section_id: sectionId } }) => [
    sql`UPDATE ${documents}
      SET title = ${title || UNTITLED}, position = ${positionIn(sectionId)}, section_id = ${sectionId}
      WHERE id = ${id} AND status = 'draft' AND revision = 1
        AND (title <> ${title || UNTITLED} OR section_id IS NOT ${sectionId})
        AND (${sectionId} IS NULL OR EXISTS (SELECT 1 FROM sections WHERE id = ${sectionId}))`,
  ],
};

/** Begins a document with its first draft; asked again by the same tab it goes on with the one that it began. */
export async function beginDocument({ db, clock, html }: DocumentDeps, input: NewDraft, userId: number) {
  const now = clock.now();
  const { content, wordCount: words } = await prepareContent(html, input.content);
  const { fields, session } = input;
  const title = fields.title || UNTITLED;
  const id = sql`(SELECT max(${documents.id}) FROM ${documents})`;
  // One that was deleted meanwhile must not keep what is typed from being saved; publishing says that it is gone.
  const sectionId = sql<
    number | null
  >`(SELECT ${sections.id} FROM ${sections} WHERE ${sections.id} = ${fields.section_id})`;
  const position = lastPosition(documents, sql`${documents.sectionId} IS ${sectionId}`);
  const empty = { content: '', contentText: '', createdAt: now, updatedAt: now };
  try {
    const [made] = await write(db, [
      db.query.insert(documents).values({ title, sectionId, status: 'draft', position, ...empty }),
      ...firstDraft(db, documentKind, id, { fields, content, words }, { userId, session, now }),
      recordAudit(db, {
        at: now,
        action: 'document.created',
        actorId: userId,
        subject: sql`'document:' || ${id}`,
        detail: { title, status: 'draft' },
      }),
    ]);
    return begunDraft(db, documentKind, Number(made?.lastInsertRowid));
  } catch (error) {
    if (!isUniqueViolation(error, 'session')) throw error;
    return goOnWithDraft({ db, clock, html }, documentKind, input, userId);
  }
}

/**
 * Makes a draft what readers have, with the status that it asks for. Documents are read from the database, so nothing
 * is rendered: `publish_id` is null. @throws validation_failed by field, not_found, conflict with both versions.
 */
export async function publishDocumentDraft(deps: DocumentDeps, id: number, version: number, userId: number) {
  const { db, clock } = deps;
  const draft = await findDraft(db, documentKind, id);
  if (!draft || draft.version !== version) throw await draftConflict(db, documentKind, id, null);
  const before = await requireDocument(deps, id);
  if (before.revision !== draft.base_revision) throw await publishedInBetween(db, id, draft);
  const { fields, content } = draft;
  const change = { ...parseInput(documentInput, { ...fields, content }), status: fields.status };
  try {
    await orBadSection(
      write(db, [
        ...takeDraft(db, documentKind, id, version),
        ...(await changeOf(deps, before, change, { userId, now: clock.now() })),
      ]),
    );
  } catch (error) {
    throw isUndone(error) ? await draftConflict(db, documentKind, id, draft) : error;
  }
  return { document: await getDocument(deps, { isAdmin: true }, id), publish_id: null };
}

async function publishedInBetween(db: Database, id: number, yours: { version: number }): Promise<AppError> {
  const live = await requireLive(db, documentKind, id);
  const message = 'Somebody else published this document in the meantime. Nothing is lost: look at both versions.';
  return new AppError('conflict', message, { versions: { yours, theirs: liveAsDraft(live, yours.version) } });
}
