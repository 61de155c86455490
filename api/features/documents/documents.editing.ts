import { and, eq, sql } from 'drizzle-orm';
import { lastPosition, reorder } from '#db/ordering.ts';
import { documents, drafts, revisions, uploadUses } from '#db/schema/index.ts';
import { isMissingReference, isUndone, orUndo, write } from '#db/write.ts';
import { htmlToText, sanitizeContent } from '../../adapters/html.ts';
import type { Deps } from '../../deps.ts';
import { AppError, conflict, invalid } from '../../http/errors.ts';
import { parseInput } from '../../http/validate.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type DocumentInput, type DocumentJson, documentInput } from './documents.contract.ts';
import { getDocument, type Reader } from './documents.service.ts';

type DocumentDeps = Pick<Deps, 'db' | 'clock'>;

const ADMIN: Reader = { isAdmin: true };
const MEANWHILE =
  'Somebody else changed this document in the meantime. Nothing of yours is lost: look at both versions.';

/** Adds a document at the end of its section. @throws validation_failed, for a section that is not there too. */
export async function createDocument(deps: DocumentDeps, actorId: number, input: DocumentInput): Promise<DocumentJson> {
  const parsed = parseInput(documentInput, input);
  const now = deps.clock.now();
  const [made] = await orBadSection(
    write(deps.db, [
      deps.db.query.insert(documents).values({
        ...toColumns(parsed),
        status: parsed.status ?? 'published',
        position: lastPosition(documents, ofSection(parsed.section_id)),
        createdAt: now,
        updatedAt: now,
      }),
      recordAudit(deps.db, {
        at: now,
        action: 'document.created',
        actorId,
        subject: sql`'document:' || (SELECT max(${documents.id}) FROM ${documents})`,
        detail: { title: parsed.title },
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
  actorId: number,
  id: number,
  input: DocumentInput,
): Promise<DocumentJson> {
  const parsed = parseInput(documentInput, input);
  const before = await getDocument(deps, ADMIN, id);
  const now = deps.clock.now();
  const stays = ofSection(parsed.section_id);
  try {
    await orBadSection(
      write(deps.db, [
        deps.db.query
          .update(documents)
          .set({
            ...toColumns(parsed),
            status: parsed.status ?? before.status,
            position: sql`iif(${stays}, ${documents.position}, ${lastPosition(documents, stays)})`,
            revision: sql`${documents.revision} + 1`,
            updatedAt: now,
          })
          .where(and(eq(documents.id, id), eq(documents.revision, parsed.revision ?? before.revision))),
        orUndo,
        recordAudit(deps.db, {
          at: now,
          action: 'document.changed',
          actorId,
          subject: `document:${id}`,
          detail: { title: parsed.title },
        }),
      ]),
    );
  } catch (error) {
    if (!isUndone(error)) throw error;
    const theirs = await getDocument(deps, ADMIN, id);
    throw new AppError('conflict', MEANWHILE, { versions: { yours: parsed, theirs } });
  }
  return getDocument(deps, ADMIN, id);
}

/** Deletes a document for good, with its draft, its revisions and its hold on uploads. @throws not_found. */
export async function deleteDocument(deps: DocumentDeps, actorId: number, id: number): Promise<void> {
  const { title } = await getDocument(deps, ADMIN, id);
  const { query } = deps.db;
  try {
    await write(deps.db, [
      query.delete(documents).where(eq(documents.id, id)),
      orUndo,
      query.delete(drafts).where(and(eq(drafts.kind, 'document'), eq(drafts.subjectId, id))),
      query.delete(revisions).where(and(eq(revisions.kind, 'document'), eq(revisions.subjectId, id))),
      query.delete(uploadUses).where(and(eq(uploadUses.kind, 'document'), eq(uploadUses.subjectId, id))),
      recordAudit(deps.db, {
        at: deps.clock.now(),
        action: 'document.deleted',
        actorId,
        subject: `document:${id}`,
        detail: { title },
      }),
    ]);
  } catch (error) {
    if (isUndone(error)) await getDocument(deps, ADMIN, id);
    throw error;
  }
}

/** Puts the documents of a section, or those of none, into an order. @throws conflict when they are not these any more. */
export async function orderDocuments(
  deps: DocumentDeps,
  actorId: number,
  { section_id: sectionId, ids }: { section_id: number | null; ids: number[] },
): Promise<void> {
  const subject = sectionId === null ? 'documents' : `section:${sectionId}`;
  try {
    await write(deps.db, [
      reorder(documents, ids, ofSection(sectionId)),
      orUndo,
      recordAudit(deps.db, { at: deps.clock.now(), action: 'documents.ordered', actorId, subject, detail: { ids } }),
    ]);
  } catch (error) {
    if (!isUndone(error)) throw error;
    throw conflict('Somebody else changed these documents in the meantime. Load the page again to see them.');
  }
}

const ofSection = (sectionId: number | null) => sql`${documents.sectionId} IS ${sectionId}`;

function toColumns(parsed: { title: string; content: string; section_id: number | null }) {
  const content = sanitizeContent(parsed.content);
  return { title: parsed.title, sectionId: parsed.section_id, content, contentText: htmlToText(content) };
}

async function orBadSection<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isMissingReference(error) ? invalid('section_id', 'This section does not exist.') : error;
  }
}
