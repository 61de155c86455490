import { type SQL, sql } from 'drizzle-orm';
import type { DraftSubject } from '#api/domain/enums.ts';
import { drafts, draftVersions } from '#db/schema/index.ts';

/** The version that a new draft of a subject begins with: one more than the last that any draft of it had. */
export const firstDraftVersion = (kind: DraftSubject, id: number | SQL) =>
  sql`(SELECT coalesce(max(version), 0) + 1 FROM ${draftVersions} WHERE kind = ${kind} AND subject_id = ${id})`;

/** The next version of the draft that an UPDATE of `drafts` changes. An undo may have put back a draft that is older than its successors. */
export const nextDraftVersion = sql`max(${drafts}.version, coalesce((SELECT kept.version FROM ${draftVersions} AS kept
  WHERE kept.kind = ${drafts}.kind AND kept.subject_id = ${drafts}.subject_id), 0)) + 1`;
