import { and, desc, eq, sql } from 'drizzle-orm';
import type { DraftSubject } from '#api/domain/enums.ts';
import { revisions } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { DraftContent } from '#api/features/drafts/subjects/subjects.service.ts';

/** Saves of one tab are merged into one revision for this long (ms). */
export const COALESCE_WINDOW_MS = 10 * 60_000;
/** A save that removes more words starts a new revision, so that a deleted sentence stays in the one before. */
const MAX_REMOVED_PER_SAVE = 3;
/** The same for this share of the words: a short text may lose none. */
const MAX_REMOVED_SHARE = 0.1;
/** Maximum of words that all saves merged into one revision may remove. */
export const MAX_REMOVED_TOTAL = 12;

/** The revision that a save is merged into, as it was read, and its new count of removed words. */
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
