import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { firstDraftVersion } from '#db/queries/draft-versions.ts';
import { drafts } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { getImageIds, replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import type { Counted, DraftSubjectAdapter, DraftContent } from '#api/features/drafts/subjects/subjects.service.ts';
import { findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { saveDraftRevisionStatements } from '#api/features/drafts/history/history.service.ts';

type Fields = Record<string, unknown>;
type Actor = { userId: number | null; clientId: string; now: number };

/** Statements that insert the first draft with its revision and upload uses; `id` may be known to the batch only. */
export function insertDraftStatements<F extends Fields>(
  db: Database,
  kind: DraftSubjectAdapter<F>,
  id: SQL,
  draftContent: Counted<F>,
  actor: Actor,
): Statement[] {
  const { subject } = kind;
  const { userId, clientId, now } = actor;
  const fields = JSON.stringify(draftContent.fields);
  return [
    sql`INSERT INTO ${drafts}
      (kind, subject_id, fields, content, version, base_revision, client_id, user_id, created_at, updated_at)
      VALUES (${subject}, ${id}, ${fields}, ${draftContent.content}, ${firstDraftVersion(subject, id)}, 1, ${clientId}, ${userId}, ${now}, ${now})`,
    ...replaceUploadUsesStatements(db, {
      kind: subject,
      subjectId: id,
      isDraft: true,
      content: draftContent.content,
      ...getImageIds(draftContent.fields),
    }),
    ...saveDraftRevisionStatements({ kind: subject, id }, draftContent, actor, null),
  ];
}

/** Handles a repeated create request, whose first response was lost: saves to the draft of the first. @throws conflict */
export async function resumeCreatedDraft<F extends Fields>(
  deps: Pick<Deps, 'db' | 'clock' | 'html'>,
  kind: DraftSubjectAdapter<F>,
  input: DraftContent<F> & { client_id: string },
  userId: number | null,
) {
  const [existing] = await deps.db.orm
    .select({ id: drafts.subjectId, version: drafts.version, base_revision: drafts.baseRevision })
    .from(drafts)
    .where(and(eq(drafts.kind, kind.subject), eq(drafts.clientId, input.client_id)));
  if (!existing) throw draftMissingError(kind.noun);
  await saveDraft(deps, kind, existing.id, { ...input, ...existing }, userId);
  return getCreatedDraft(deps.db, kind, existing.id);
}

/** The response to a create request. @throws conflict when the draft was published or discarded in between. */
export async function getCreatedDraft<F extends Fields>(db: Database, kind: DraftSubjectAdapter<F>, id: number) {
  const draft = await findDraft({ db }, kind, id);
  if (!draft) throw draftMissingError(kind.noun);
  return { id, draft };
}

const draftMissingError = (noun: string) =>
  conflictError(`This draft was published or discarded. Open the ${noun} again.`);
