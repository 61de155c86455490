import { type SQL, sql } from 'drizzle-orm';
import type { DraftSubject, RevisionReason } from '#api/domain/enums.ts';
import { revisions } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { Counted } from '#api/features/drafts/subjects/subjects.service.ts';
import type { CoalesceTarget } from '#api/features/drafts/revisions/coalescing.queries.ts';

type Actor = { userId: number | null; clientId: string; now: number };
export type RevisionSubject = { kind: DraftSubject; id: number | SQL };

/** Stores a saved draft: merged into the coalesce target, if that is unchanged since it was read, else as a new revision. */
export function saveDraftRevisionStatements(
  subject: RevisionSubject,
  draftContent: Counted<unknown>,
  actor: Actor,
  coalesceTarget: CoalesceTarget | null,
): Statement[] {
  const inserted = insertRevisionStatement(subject, 'draft', draftContent, actor);
  if (!coalesceTarget) return [inserted];
  const { kind, id } = subject;
  const { fields, content, wordCount } = toRevisionColumns(draftContent);
  return [
    sql`UPDATE ${revisions} SET fields = ${fields}, content = ${content}, word_count = ${wordCount}, updated_at = ${actor.now},
        removed_character_count = ${coalesceTarget.removedCharacterCount}
      WHERE id = ${coalesceTarget.id} AND content = ${coalesceTarget.content} AND fields = ${coalesceTarget.fields}
        AND id = (SELECT max(id) FROM ${revisions} WHERE kind = ${kind} AND subject_id = ${id})`,
    sql`${inserted} WHERE changes() = 0`,
  ];
}

/**
 * Keeps what readers now get, and before it, unless that is known already, what they had. `reason` is `published`,
 * or `links` when only addresses inside it changed.
 */
export function publishRevisionStatements(
  subject: RevisionSubject,
  draftContent: { before: Counted<unknown> | null; after: Counted<unknown> },
  actor: Actor & { reason?: RevisionReason },
): Statement[] {
  const inserts = [insertRevisionStatement(subject, actor.reason ?? 'published', draftContent.after, actor)];
  if (!draftContent.before) return inserts;
  const { fields, content } = toRevisionColumns(draftContent.before);
  const isKnown = sql`EXISTS (SELECT 1 FROM (SELECT fields, content FROM ${revisions}
    WHERE kind = ${subject.kind} AND subject_id = ${subject.id} AND reason <> 'draft' ORDER BY number DESC LIMIT 1)
    WHERE content = ${content} AND fields = ${fields})`;
  // Without a user: who wrote the replaced content is not stored, or is stored with an earlier revision.
  const before = { clientId: 'before', userId: null, now: actor.now };
  return [
    sql`${insertRevisionStatement(subject, 'replaced', draftContent.before, before)} WHERE NOT ${isKnown}`,
    ...inserts,
  ];
}

/** Statements that delete the draft and the revisions of a deleted post or document. */
export function deleteDraftHistoryStatements({ kind, id }: RevisionSubject): Statement[] {
  return [
    sql`DELETE FROM drafts WHERE kind = ${kind} AND subject_id = ${id}`,
    sql`DELETE FROM ${revisions} WHERE kind = ${kind} AND subject_id = ${id}`,
  ];
}

function insertRevisionStatement(
  { kind, id }: RevisionSubject,
  reason: RevisionReason,
  draftContent: Counted<unknown>,
  actor: Actor,
): SQL {
  const { fields, content, wordCount } = toRevisionColumns(draftContent);
  return sql`INSERT INTO ${revisions}
    (kind, subject_id, number, reason, fields, content, word_count, client_id, user_id, created_at, updated_at)
    SELECT ${kind}, ${id},
      (SELECT coalesce(max(number), 0) + 1 FROM ${revisions} WHERE kind = ${kind} AND subject_id = ${id}),
      ${reason}, ${fields}, ${content}, ${wordCount}, ${actor.clientId}, ${actor.userId}, ${actor.now}, ${actor.now}`;
}

function toRevisionColumns({ fields, content, wordCount }: Counted<unknown>) {
  return { fields: JSON.stringify(fields), content, wordCount };
}
