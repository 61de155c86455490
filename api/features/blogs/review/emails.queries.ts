import { inArray } from 'drizzle-orm';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import { toPartId, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import type { EmailData } from '#api/features/mail/templates/templates.service.ts';
import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import type { Actor } from '#api/features/blogs/editing/editing.queries.ts';
import { findBlogReview } from './review.queries.ts';

type EmailDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;
type ReviewEmail = Pick<EmailData<'post-review'>, 'event' | 'postId' | 'title' | 'note'>;

const UNTITLED = 'Untitled post';

/** Tells everybody who may publish, but not whoever submits it, that a post waits. */
export async function submittedEmailStatements(deps: EmailDeps, email: Omit<ReviewEmail, 'event'>, actor: Actor) {
  const editors = await listUsersWithPermission(deps.db, 'posts.publish', deps.clock.now());
  return toStatements(deps, { ...email, event: 'submitted' }, actor, editors);
}

/** Tells whoever submitted a post that changes are asked for. */
export async function returnedEmailStatements(deps: EmailDeps, email: Omit<ReviewEmail, 'event'>, actor: Actor) {
  return toStatements(deps, { ...email, event: 'returned' }, actor, await listSubmitters(deps, email.postId));
}

/** Tells whoever submitted a post that it is published, or will be; nobody for one that was not submitted, or stays a draft. */
export async function publishedEmailStatements(
  deps: EmailDeps,
  postId: number,
  { status, published_at: date, title }: Pick<BlogDraftFields, 'status' | 'published_at' | 'title'>,
  actor: Actor,
): Promise<Statement[]> {
  if (status !== 'published') return [];
  const event = date !== null && Date.parse(date) > deps.clock.now() ? 'scheduled' : 'published';
  return toStatements(deps, { event, postId, title, note: '' }, actor, await listSubmitters(deps, postId));
}

type UserRow = typeof users.$inferSelect;

async function listSubmitters({ db }: EmailDeps, postId: number): Promise<UserRow[]> {
  const review = await findBlogReview(db, postId);
  return review?.submitted_by ? listUsers(db, [review.submitted_by.id]) : [];
}

const listUsers = (db: Deps['db'], ids: readonly number[]): Promise<UserRow[]> =>
  db.orm
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]));

/** Nobody is told of what they did themselves. */
async function toStatements(
  deps: EmailDeps,
  { title, ...email }: ReviewEmail,
  { userId, undo }: Actor,
  recipients: readonly UserRow[],
): Promise<Statement[]> {
  const others = recipients.filter(({ id }) => id !== userId);
  const [actor] = userId === null || others.length === 0 ? [] : await listUsers(deps.db, [userId]);
  if (!actor) return [];
  const now = deps.clock.now();
  return others.map(({ id, email: address, firstName }) =>
    enqueueEmailStatement(deps, {
      kind: 'post-review',
      dedupeKey: `post-review:${email.event}:${email.postId}:${id}:${now}`,
      to: { email: address },
      data: { ...email, firstName, title: title || UNTITLED, who: formatFullName(actor) || actor.email },
      now,
      ...(undo && { undo: { id: toPartId(undo.id, email.postId), undoUntil: toUndoUntil(undo.at) } }),
    }),
  );
}
