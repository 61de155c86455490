import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import { blogs, drafts, users } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import type { BlogReviewJson } from '#api/features/blogs/blogs.contract.ts';
import { blogAuditStatements } from '#api/features/blogs/editing/editing.queries.ts';

type DraftRow = typeof drafts.$inferSelect;
type ReviewColumns = Pick<DraftRow, 'reviewState' | 'reviewNote' | 'reviewAt' | 'submittedBy' | 'reviewedBy'>;

const isDraftOf = (id: number) => and(eq(drafts.kind, 'blog'), eq(drafts.subjectId, id));

/** Nobody is there any more, or yet. */
const toRef = (user: Parameters<typeof toUserRefJson>[0] | null) => user && toUserRefJson(user);

/** What is between author and editor about the draft of a post; null when nothing is. */
export async function findBlogReview(db: Database, id: number): Promise<BlogReviewJson | null> {
  const [submitter, reviewer] = [alias(users, 'submitter'), alias(users, 'reviewer')];
  const toColumns = (table: typeof submitter | typeof reviewer) => ({
    userId: table.id,
    firstName: table.firstName,
    lastName: table.lastName,
  });
  const [row] = await db.orm
    .select({
      state: drafts.reviewState,
      note: drafts.reviewNote,
      at: drafts.reviewAt,
      submitter: toColumns(submitter),
      reviewer: toColumns(reviewer),
    })
    .from(drafts)
    .leftJoin(submitter, eq(submitter.id, drafts.submittedBy))
    .leftJoin(reviewer, eq(reviewer.id, drafts.reviewedBy))
    .where(isDraftOf(id));
  if (!row || row.state === null) return null;
  return {
    state: row.state,
    note: row.note ?? '',
    at: toIso(row.at ?? 0),
    submitted_by: toRef(row.submitter),
    reviewed_by: toRef(row.reviewer),
  };
}

/** Leaves the text and its version as they are, so that whoever writes notices nothing. */
export async function writeReview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  guard: SQL,
  review: Partial<ReviewColumns>,
  { action, userId, emails = [] }: { action: AuditAction; userId: number; emails?: readonly Statement[] },
): Promise<void> {
  const now = clock.now();
  const isKept = sql`EXISTS (SELECT 1 FROM ${blogs} WHERE ${blogs.id} = ${id} AND ${blogs.trashedAt} IS NULL)`;
  await write(db, [
    db.orm
      .update(drafts)
      .set({ reviewAt: now, ...review })
      .where(and(isDraftOf(id), guard, isKept)),
    rollbackIfNoRows,
    ...blogAuditStatements(db, { userId }, now, { action, subject: `blog:${id}` }),
    ...emails,
  ]);
}
