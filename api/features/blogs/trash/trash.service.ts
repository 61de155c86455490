import { and, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { listCountedCategoriesByBlog } from '#db/queries/blog-categories.ts';
import { listCoversByBlog } from '#db/queries/blog-covers.ts';
import { isBlogOfOwner } from '#db/queries/own-blogs.ts';
import { blogs } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { enqueueBlogPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { selectRowValues } from '#api/features/audit/audit.service.ts';
import { deleteDraftHistoryStatements } from '#api/features/drafts/history/history.service.ts';
import { deleteUploadUsesStatement } from '#api/features/uploads/uses/uses.service.ts';
import { type Actor, blogAuditStatements } from '#api/features/blogs/editing/editing.queries.ts';
import type { BlogJson, TrashedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { getBlog } from '#api/features/blogs/editing/editing.service.ts';
import { type BlogRow, toBlogSummaryJson } from '#api/features/blogs/blogs.mapper.ts';
import { recordBlogUndoStatements } from '#api/features/blogs/undo/undo.queries.ts';

const SYSTEM_ACTOR: Actor = { userId: null };
const blogNotFoundError = () => notFoundError('Blog post not found');

/** Moves a post to the trash: it is off the site at once, and can be restored. @throws not_found. */
export async function trashBlog(deps: ContentDeps, id: number, actor = SYSTEM_ACTOR, where?: SQL): Promise<void> {
  const { db } = deps;
  const now = deps.clock.now();
  const title = await getTitle(db, id);
  await mapRollbackToNotFound(
    write(db, [
      ...recordBlogUndoStatements(db, id, actor, { kind: 'blog.trashed', draft: 'unchanged' }),
      ...blogAuditStatements(db, actor, now, {
        action: 'blog.trashed',
        subject: `blog:${id}`,
        before: selectRowValues(blogs, eq(blogs.id, id), { status: blogs.status }),
        after: { status: 'draft' },
      }),
      db.orm
        .update(blogs)
        .set({ trashedAt: now, status: 'draft', revision: sql`${blogs.revision} + 1` })
        .where(and(eq(blogs.id, id), isNull(blogs.trashedAt), where)),
      rollbackIfNoRows,
      moveDraftBaseStatement(id),
      enqueueBlogPublishStatement(db, { id, reason: `Moved to trash: ${title}`, userId: actor.userId, now }),
    ]),
  );
  deps.publisher.wake();
}

/** The same for who may delete only their own drafts (`ownerId`). @throws not_found; conflict for what is not a draft. */
export async function trashOwnBlog(deps: ContentDeps, id: number, actor: Actor, ownerId: number | null): Promise<void> {
  if (ownerId === null) return trashBlog(deps, id, actor);
  const isOwn = and(eq(blogs.id, id), isBlogOfOwner(ownerId));
  const [own] = await deps.db.orm.select({ status: blogs.status }).from(blogs).where(isOwn);
  if (!own) throw blogNotFoundError();
  if (own.status !== 'draft') throw conflictError('Only an editor can delete it, because it isn’t a draft.');
  return trashBlog(deps, id, actor, and(isOwn, eq(blogs.status, 'draft')));
}

/** The statements that undo `trashBlog`: unlike a restored post, this one is as public as it was. */
export const undoTrashStatements = (
  db: Deps['db'],
  { id, revision, status, title }: BlogRow,
  before: Pick<BlogRow, 'status'>,
  { actorId, now }: { actorId: number; now: number },
): Statement[] => [
  db.orm
    .update(blogs)
    .set({ trashedAt: null, status: before.status, revision: revision + 1 })
    .where(and(eq(blogs.id, id), eq(blogs.revision, revision), isNotNull(blogs.trashedAt))),
  rollbackIfNoRows,
  moveDraftBaseStatement(id),
  enqueueBlogPublishStatement(db, { id, reason: `Undid a move to trash: ${title}`, userId: actorId, now }),
  ...blogAuditStatements(db, { userId: actorId }, now, {
    action: 'blog.undone',
    subject: `blog:${id}`,
    before: { status },
    after: { status: before.status },
  }),
];

/** Restores a post from the trash as a draft, so that nothing becomes public unexpectedly. @throws not_found. */
export async function restoreBlog(deps: ContentDeps, id: number, actor = SYSTEM_ACTOR): Promise<BlogJson> {
  const { db } = deps;
  const now = deps.clock.now();
  await mapRollbackToNotFound(
    write(db, [
      db.orm
        .update(blogs)
        .set({ trashedAt: null, updatedAt: now })
        .where(and(eq(blogs.id, id), isNotNull(blogs.trashedAt))),
      rollbackIfNoRows,
      ...blogAuditStatements(db, actor, now, { action: 'blog.restored', subject: `blog:${id}` }),
    ]),
  );
  return getBlog({ db }, id);
}

/** Deletes a post permanently, with its draft and revisions; its slugs stay reserved, so that no other post gets them. */
export async function deleteBlog(deps: ContentDeps, id: number, actor = SYSTEM_ACTOR, where?: SQL): Promise<void> {
  const { db } = deps;
  const now = deps.clock.now();
  const title = await getTitle(db, id);
  await mapRollbackToNotFound(
    write(db, [
      ...blogAuditStatements(db, actor, now, {
        action: 'blog.deleted',
        subject: `blog:${id}`,
        before: selectRowValues(blogs, eq(blogs.id, id), { title: blogs.title, slug: blogs.slug }),
      }),
      db.orm.delete(blogs).where(and(eq(blogs.id, id), where)),
      rollbackIfNoRows,
      ...deleteDraftHistoryStatements({ kind: 'blog', id }),
      deleteUploadUsesStatement(db, { kind: 'blog', subjectId: id }),
      enqueueBlogPublishStatement(db, { id, reason: `Deleted post: ${title}`, userId: actor.userId, now }),
    ]),
  );
  deps.publisher.wake();
}

/** Deletes a post for good that is in the trash. @throws not_found for one that is not. */
export function deleteTrashedBlog(deps: ContentDeps, id: number, actor: Actor): Promise<void> {
  return deleteBlog(deps, id, actor, isNotNull(blogs.trashedAt));
}

/** Posts in the trash, last deleted first. */
export async function listTrashedBlogs(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ownerId: number | null = null,
): Promise<TrashedBlogJson[]> {
  const rows = await db.orm
    .select()
    .from(blogs)
    .where(and(isNotNull(blogs.trashedAt), isBlogOfOwner(ownerId)))
    .orderBy(desc(blogs.trashedAt));
  const ids = rows.map((row) => row.id);
  const [categories, covers] = await Promise.all([
    listCountedCategoriesByBlog(db, ids, clock.now()),
    listCoversByBlog(db, ids),
  ]);
  return rows.map((row) => ({
    ...toBlogSummaryJson(row, categories.get(row.id), covers.get(row.id)),
    trashed_at: toIso(row.trashedAt ?? row.updatedAt),
  }));
}

/** The change of the post leaves the text of its draft as it is. */
const moveDraftBaseStatement = (id: number) =>
  sql`UPDATE drafts SET base_revision = base_revision + 1 WHERE kind = 'blog' AND subject_id = ${id}`;

async function getTitle(db: Deps['db'], id: number): Promise<string> {
  const [row] = await db.orm.select({ title: blogs.title }).from(blogs).where(eq(blogs.id, id));
  if (!row) throw blogNotFoundError();
  return row.title;
}

const mapRollbackToNotFound = (work: Promise<unknown>) => work.catch(onGuardRollback(blogNotFoundError));
