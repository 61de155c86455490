import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { PublishKind } from '#api/domain/enums.ts';
import { publishJobs } from '#db/schema/index.ts';

type Subject = {
  id: number | SQL;
  reason: string;
  /** Who asked for it; without, the clock or a script. */
  userId?: number | null | undefined;
  now: number;
};
type NewJob = Omit<Subject, 'id'> & { kind: PublishKind; id?: number | SQL };

/** The statement that puts a job into the queue; it belongs into the same batch as the change itself. */
export function queuePublish(db: Database, job: NewJob) {
  return db.query.insert(publishJobs).values({
    kind: job.kind,
    subjectId: job.id === undefined ? null : typeof job.id === 'number' ? job.id : sql`${job.id}`,
    reason: job.reason,
    userId: job.userId ?? null,
    createdAt: job.now,
  });
}

export const queueBlogPublish = (db: Database, subject: Subject) => queuePublish(db, { kind: 'blog', ...subject });
export const queueCategoryPublish = (db: Database, subject: Subject) =>
  queuePublish(db, { kind: 'category', ...subject });
