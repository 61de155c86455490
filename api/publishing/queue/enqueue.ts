import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { hasPublicDocumentation } from '#db/queries/visibility.ts';
import type { PublishKind } from '#api/domain/enums.ts';
import { publishJobs } from '#db/schema/index.ts';

type JobSubject = {
  id: number | SQL;
  reason: string;
  /** The user who caused it; null for the scheduler or a script. */
  userId?: number | null | undefined;
  now: number;
};
type NewJob = Omit<JobSubject, 'id'> & { kind: PublishKind; id?: number | SQL };

/** The statement that queues a job; it belongs to the batch of the change itself. */
export function enqueuePublishStatement(db: Database, job: NewJob) {
  return db.orm.insert(publishJobs).values({
    kind: job.kind,
    subjectId: job.id === undefined ? null : typeof job.id === 'number' ? job.id : sql`${job.id}`,
    reason: job.reason,
    userId: job.userId ?? null,
    createdAt: job.now,
  });
}

export const enqueueBlogPublishStatement = (db: Database, subject: JobSubject) =>
  enqueuePublishStatement(db, { kind: 'blog', ...subject });
/** After a change of the redirects that admins made: all that wait are published together. */
export const enqueueRedirectPublishStatement = (db: Database, subject: Omit<JobSubject, 'id'>) =>
  enqueuePublishStatement(db, { kind: 'redirects', ...subject });
export const enqueueCategoryPublishStatement = (db: Database, subject: JobSubject) =>
  enqueuePublishStatement(db, { kind: 'category', ...subject });
/** After a change of what lists posts, such as a tag: a new name, a merge or a deletion. */
export const enqueueListsPublishStatement = (db: Database, subject: Omit<JobSubject, 'id'>) =>
  enqueuePublishStatement(db, { kind: 'lists', ...subject });

/**
 * After a change of documents, sections or products. Queues nothing as long as no documentation is for everyone; `isPublic` says that it is
 * about to be.
 */
export const enqueueDocumentsPublishStatement = (
  { reason, userId = null, now }: Omit<JobSubject, 'id'>,
  isPublic = false,
): SQL => sql`
  INSERT INTO publish_jobs (kind, reason, user_id, created_at)
  SELECT 'documents', ${reason}, ${userId}, ${now} WHERE ${isPublic ? sql`TRUE` : hasPublicDocumentation}`;
