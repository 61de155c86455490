import { and, desc, eq, sql } from 'drizzle-orm';
import type { DraftSubject } from '#api/domain/enums.ts';
import { revisions } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { DraftContent } from '#api/features/drafts/subjects/subjects.service.ts';

/** Saves within this time extend a revision, then the next one starts, milliseconds. */
export const COALESCE_WINDOW_MS = 10 * 60_000;
/** A revision loses at most this many characters while it grows. */
export const MAX_REMOVED_CHARACTERS = 200;

/** A revision that may grow, as it was read, and how many characters it will have lost by then. */
export type CoalesceTarget = { id: number; content: string; fields: string; removedCharacterCount: number };

/**
 * The revision that the saved text is merged into, or null when a new one begins. It is the newest, by the same client,
 * at most ten minutes old, and of its fields and content at most 200 characters have vanished.
 */
export async function findCoalesceTarget(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  { kind, id }: { kind: DraftSubject; id: number },
  { fields, content }: DraftContent<unknown>,
  { clientId, now }: { clientId: string; now: number },
): Promise<CoalesceTarget | null> {
  const [newest] = await db.orm
    .select({ revision: revisions, fieldsText: sql<string>`${revisions.fields}` })
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.subjectId, id)))
    .orderBy(desc(revisions.number))
    .limit(1);
  if (newest?.revision.reason !== 'draft' || newest.revision.clientId !== clientId) return null;
  const { revision, fieldsText } = newest;
  if (revision.createdAt <= now - COALESCE_WINDOW_MS) return null;
  const [after, before] = [JSON.stringify(fields) + content, fieldsText + revision.content];
  const removedCharacterCount =
    revision.removedCharacterCount + (await html.run('countRemovedCharacters', after, before));
  if (removedCharacterCount > MAX_REMOVED_CHARACTERS) return null;
  return { id: revision.id, content: revision.content, fields: fieldsText, removedCharacterCount };
}
