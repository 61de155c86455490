import { and, desc, eq, sql } from 'drizzle-orm';
import type { DraftSubject } from '#api/domain/enums.ts';
import { revisions } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { DraftContent } from '#api/features/drafts/subjects/subjects.service.ts';

/** A tab that goes on saving extends its revision for so long, then begins the next, milliseconds. */
export const COALESCE_WINDOW_MS = 10 * 60_000;
/** More words than these are not let go of in one save: a sentence that is taken out stays in the revision before. */
const MAX_REMOVED_PER_SAVE = 3;
/** Nor a larger share of what is held: a text of a few words lets go of none. */
const MAX_REMOVED_SHARE = 0.1;
/** More words than these a revision does not let go of while it grows, however slowly they go. */
export const MAX_REMOVED_TOTAL = 12;

/** A revision as it was found, which may grow, and the words that it will have let go of then. */
export type CoalesceTarget = { id: number; content: string; fields: string; removedWordCount: number };

/**
 * The revision that may grow into what is saved, or null when a new one must begin. It is the newest, by the same tab,
 * at most ten minutes old, and what it holds is still there: every word of its text, of its fields, and of its links
 * and pictures, in order. A word counts as still there when one in its place begins with it, for it was being typed. Of
 * the others a tenth may be missing in one save, and 3 at most; and 12 while a revision lives.
 */
export async function findCoalesceTarget(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  { kind, id }: { kind: DraftSubject; id: number },
  draftContent: DraftContent<unknown>,
  { clientId, now }: { clientId: string; now: number },
): Promise<CoalesceTarget | null> {
  const [newest] = await db.orm
    .select({ revision: revisions, fieldsText: sql<string>`${revisions.fields}` })
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.subjectId, id)))
    .orderBy(desc(revisions.number))
    .limit(1);
  if (!newest) return null;
  const { revision, fieldsText } = newest;
  const isSameClient = revision.reason === 'draft' && revision.clientId === clientId;
  if (!isSameClient || revision.createdAt <= now - COALESCE_WINDOW_MS) return null;
  const limit = {
    limit: Math.min(MAX_REMOVED_PER_SAVE, MAX_REMOVED_TOTAL - revision.removedWordCount),
    share: MAX_REMOVED_SHARE,
  };
  const before = { fields: revision.fields, content: revision.content };
  const removed = await html.run('countRemovedWords', draftContent.content, draftContent.fields, before, limit);
  if (removed === null) return null;
  const { content, removedWordCount } = revision;
  return { id: revision.id, content, fields: fieldsText, removedWordCount: removedWordCount + removed };
}
