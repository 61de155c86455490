import { eq, sql } from 'drizzle-orm';
import { drafts } from '#db/schema/index.ts';
import { onGuardRollback } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { draftConflictError, findDraft, requireLive } from '#api/features/drafts/drafts.service.ts';
import type { BlogReviewJson } from '#api/features/blogs/blogs.contract.ts';
import { blogDraftSubject, toBlogChange } from '#api/features/blogs/drafts/drafts.service.ts';
import { returnedEmailStatements, submittedEmailStatements } from './emails.queries.ts';
import { findBlogReview, writeReview } from './review.queries.ts';

type ReviewDeps = Pick<Deps, 'db' | 'clock'>;
type EmailDeps = Pick<Deps, 'secrets' | 'outboxWorker'>;

const NO_REVIEW = { reviewState: null, reviewNote: null, reviewAt: null, submittedBy: null, reviewedBy: null };

/**
 * Asks an editor to publish the draft, which can still be changed. Submitted again, it has the new note.
 * @throws validation_failed by field for what can't be published; conflict with both versions when it has changed.
 */
export async function submitBlog(
  deps: ReviewDeps & EmailDeps,
  id: number,
  { version, note }: { version: number; note: string },
  userId: number,
): Promise<BlogReviewJson | null> {
  const draft = await findDraft(deps, blogDraftSubject, id);
  const conflict = () => draftConflictError(deps.db, blogDraftSubject, id, null);
  if (!draft || draft.version !== version) throw await conflict();
  toBlogChange({ ...draft.fields, status: 'published' }, draft.content);
  const review = { reviewState: 'submitted' as const, reviewNote: note, submittedBy: userId, reviewedBy: null };
  const emails = await submittedEmailStatements(deps, { postId: id, title: draft.fields.title, note }, { userId });
  const change = { action: 'blog.submitted', userId, emails } as const;
  await writeReview(deps, id, sql`${drafts.version} = ${version}`, review, change).catch(onGuardRollback(conflict));
  deps.outboxWorker.wake();
  return findBlogReview(deps.db, id);
}

/** The draft waits for nobody any more. @throws conflict when it is not in review. */
export const withdrawBlog = (deps: ReviewDeps, id: number, userId: number): Promise<void> =>
  writeReview(deps, id, isSubmitted, NO_REVIEW, { action: 'blog.withdrawn', userId }).catch(
    onGuardRollback(() => createNotInReviewError(deps, id)),
  );

/** Asks the author of a draft for changes. @throws conflict when it is not in review. */
export async function returnBlog(
  deps: ReviewDeps & EmailDeps,
  id: number,
  note: string,
  userId: number,
): Promise<BlogReviewJson | null> {
  const review = { reviewState: 'returned' as const, reviewNote: note, reviewedBy: userId };
  const draft = await findDraft(deps, blogDraftSubject, id);
  const emails = await returnedEmailStatements(
    deps,
    { postId: id, title: draft?.fields.title ?? '', note },
    { userId },
  );
  await writeReview(deps, id, isSubmitted, review, { action: 'blog.returned', userId, emails }).catch(
    onGuardRollback(() => createNotInReviewError(deps, id)),
  );
  deps.outboxWorker.wake();
  return findBlogReview(deps.db, id);
}

const isSubmitted = eq(drafts.reviewState, 'submitted');

/** @throws not_found for a post that is not there. */
async function createNotInReviewError({ db }: ReviewDeps, id: number) {
  await requireLive(db, blogDraftSubject, id);
  return conflictError('This post isn’t in review any more: it was withdrawn, returned or published. Reload the page.');
}
