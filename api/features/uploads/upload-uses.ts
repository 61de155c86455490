import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { DraftSubject } from '#db/enums.ts';
import { uploads, uploadUses } from '#db/schema/index.ts';
import { hashesIn } from './picture-names.ts';

type Subject = { kind: DraftSubject; subjectId: number | SQL; isDraft: boolean };

/**
 * The statements that note which uploads a post or document shows, in its draft or as it is live; they belong into the
 * batch that writes its content. Without content and cover they note that it shows none.
 */
export function recordUses(db: Database, use: Subject & { content: string; coverId?: number | null }) {
  const { kind, subjectId, isDraft } = use;
  const hashes = sql`SELECT value FROM json_each(${JSON.stringify(hashesIn(use.content))})
    UNION SELECT ${uploads.hash} FROM ${uploads} WHERE ${uploads.id} = ${use.coverId ?? null}`;
  return [
    db.query
      .delete(uploadUses)
      .where(
        and(eq(uploadUses.kind, kind), eq(uploadUses.subjectId, sql`${subjectId}`), eq(uploadUses.isDraft, isDraft)),
      ),
    sql`INSERT INTO upload_uses (hash, kind, subject_id, is_draft)
      SELECT value, ${kind}, ${subjectId}, ${isDraft ? 1 : 0} FROM (${hashes})`,
  ];
}

/** The statement that forgets what a post or document shows, live and in its draft: it is gone for good. */
export function forgetUses(db: Database, subject: Omit<Subject, 'isDraft'>) {
  return db.query
    .delete(uploadUses)
    .where(and(eq(uploadUses.kind, subject.kind), eq(uploadUses.subjectId, sql`${subject.subjectId}`)));
}
