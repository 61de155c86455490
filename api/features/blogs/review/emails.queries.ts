import { and, countDistinct, eq, gt, inArray, max, ne } from 'drizzle-orm';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import { toPartId, toUndoUntil } from '#db/queries/undo-actions.ts';
import { auditLog, users } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { formatUserName } from '#api/domain/person-name.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import type { EmailData } from '#api/features/mail/templates/templates.service.ts';
import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import type { Actor } from '#api/features/blogs/editing/editing.queries.ts';
import { findBlogReview } from './review.queries.ts';

type EmailDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;
type ReviewEmail = Pick<EmailData<'post-review'>, 'event' | 'postId' | 'title' | 'note'>;

const UNTITLED = 'Untitled post';

const HOUR_MS = 60 * 60 * 1000;
/** Posts of one author that are announced one by one in an hour. */
const ANNOUNCED_PER_HOUR = 5;

/**
 * Tells everybody who may publish, but not whoever submits it, that a post waits: once for each review, and again only after the
 * post came back or was published. Beyond `ANNOUNCED_PER_HOUR` all further posts of an author are one email an hour.
 */
export async function submittedEmailStatements(deps: EmailDeps, email: Omit<ReviewEmail, 'event'>, actor: Actor) {
  const { db, clock } = deps;
  const now = clock.now();
  const editors = await listUsersWithPermission(db, 'posts.publish', now);
  const announcedCount = await countOtherSubmitted(db, actor, email.postId, now);
  if (announcedCount >= ANNOUNCED_PER_HOUR) {
    const occasion = `submitted_more:${actor.userId}:${Math.floor(now / HOUR_MS)}`;
    return toStatements(deps, { ...email, event: 'submitted_more', note: '' }, actor, editors, occasion);
  }
  const occasion = `submitted:${email.postId}:${await findReviewRound(db, email.postId)}`;
  return toStatements(deps, { ...email, event: 'submitted' }, actor, editors, occasion);
}

/** Posts that an author submitted within an hour, without this one. */
async function countOtherSubmitted({ orm }: Deps['db'], { userId }: Actor, postId: number, now: number) {
  const [row] = await orm
    .select({ count: countDistinct(auditLog.subject) })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, userId ?? 0),
        eq(auditLog.action, 'blog.submitted'),
        gt(auditLog.at, now - HOUR_MS),
        ne(auditLog.subject, `blog:${postId}`),
      ),
    );
  return row?.count ?? 0;
}

/** Grows whenever an editor has dealt with a post: sent it back, changed or published it. */
async function findReviewRound({ orm }: Deps['db'], postId: number): Promise<number> {
  const [row] = await orm
    .select({ round: max(auditLog.id) })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `blog:${postId}`), inArray(auditLog.action, ['blog.returned', 'blog.changed'])));
  return row?.round ?? 0;
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
  occasion = `${email.event}:${email.postId}:${deps.clock.now()}`,
): Promise<Statement[]> {
  const others = recipients.filter(({ id }) => id !== userId);
  const [actor] = userId === null || others.length === 0 ? [] : await listUsers(deps.db, [userId]);
  if (!actor) return [];
  const now = deps.clock.now();
  return others.map(({ id, email: address, firstName }) =>
    enqueueEmailStatement(deps, {
      kind: 'post-review',
      dedupeKey: `post-review:${occasion}:${id}`,
      to: { email: address },
      data: { ...email, firstName, title: title || UNTITLED, who: formatUserName(actor) },
      now,
      ...(undo && { undo: { id: toPartId(undo.id, email.postId), undoUntil: toUndoUntil(undo.at) } }),
    }),
  );
}
