import { hasPassed } from '#api/domain/post-dates.ts';
import { and, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isBlogOfOwner } from '#db/queries/own-blogs.ts';
import { blogs } from '#db/schema/index.ts';
import { actOnEach, type BulkSource, listBulkPart, type PartUndo } from '#api/bulk/bulk-kit.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { AppError, invalidFieldError } from '#api/http/errors.ts';
import { formatBulkResult } from '#api/domain/bulk-actions.ts';
import { findDraft } from '#api/features/drafts/drafts.service.ts';
import type { Actor } from '#api/features/blogs/editing/editing.queries.ts';
import type { BulkJson } from '#api/http/bulk-fields.ts';
import type { BlogDraftFields, BlogRequest, BulkBlogsRequest, BulkFilter } from '#api/features/blogs/blogs.contract.ts';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { publishedEmailStatements } from '#api/features/blogs/review/emails.queries.ts';
import { blogDraftSubject, publishBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { requireBlog, updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { toBlogDraftFields } from '#api/features/blogs/blogs.mapper.ts';
import { trashOwnBlog } from '#api/features/blogs/trash/trash.service.ts';
import { categorizeBlog, requireCategoryChange } from './categorize.service.ts';
import { matchesFilter } from './list.service.ts';

/** Whoever submitted a post is told of its publish by email. */
type BulkDeps = ContentDeps & Pick<Deps, 'secrets'>;

/**
 * Acts on several posts, each in its own batch that can be undone; returns the skipped ones with the reason, and for a filter
 * the range that remains.
 * Of an owner, own drafts can be deleted, and nothing else can be done.
 * @throws validation_failed; forbidden; conflict when another number of posts matches the filter than was shown.
 */
export async function bulkUpdateBlogs(
  deps: BulkDeps,
  request: BulkBlogsRequest,
  actor: Actor,
  ownerId: number | null = null,
): Promise<BulkJson> {
  if (ownerId !== null && request.action !== 'delete')
    throw new AppError('forbidden', 'You don’t have permission to do this.');
  if (request.action === 'categorize') await requireCategoryChange(deps.db, request);
  if (request.action === 'schedule' && Date.parse(request.published_at) <= deps.clock.now()) {
    throw invalidFieldError('published_at', 'Choose a time in the future.');
  }
  const { ids, next } = await listBulkPart(deps.db, createSource(deps.clock.now(), ownerId), request);
  const updateOne = (id: number, undo: PartUndo) => updateOneBlog(deps, id, request, { ...actor, undo }, ownerId);
  const done = await actOnEach(deps, ids, updateOne, (skippedIds) => loadTitles(deps.db, skippedIds, ownerId));
  return { message: formatBulkResult(request.action, done.updated.length), ...done, next };
}

const createSource = (now: number, ownerId: number | null): BulkSource<BulkFilter> => ({
  table: blogs,
  id: blogs.id,
  matches: (filter) => matchesFilter(filter, now, ownerId),
  size: 50,
});

/** The titles of posts by id; of an owner those of their own. */
async function loadTitles(
  db: Database,
  ids: readonly number[],
  ownerId: number | null,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.orm
    .select({ id: blogs.id, title: blogs.title })
    .from(blogs)
    .where(and(inArray(blogs.id, [...ids]), isBlogOfOwner(ownerId)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

function updateOneBlog(
  deps: BulkDeps,
  id: number,
  request: BulkBlogsRequest,
  actor: Actor,
  ownerId: number | null,
): Promise<void> {
  switch (request.action) {
    case 'delete':
      return trashOwnBlog(deps, id, actor, ownerId);
    case 'publish':
      return publishBlog(deps, id, actor);
    case 'archive':
      return archiveBlog(deps, id, actor);
    case 'schedule':
      return scheduleBlog(deps, id, request.published_at, actor);
    case 'categorize':
      return categorizeBlog(deps, id, request, actor);
  }
}

/** Makes a post public now; a date that an editor has set is not overridden. */
async function publishBlog(deps: BulkDeps, id: number, actor: Actor): Promise<void> {
  const { row } = await requireBlog(deps.db, id);
  const draft = await findDraft(deps, blogDraftSubject, id);
  const date = draft ? Date.parse(draft.fields.published_at ?? '') : (row.publishedAt ?? 0);
  if (date > deps.clock.now()) {
    throw new AppError('conflict', 'It’s scheduled for later. Open the post to publish it now.');
  }
  if (draft) await publishDraft(deps, id, draft, { status: 'published' }, actor);
  else if (row.status === 'published') throw new AppError('conflict', 'It’s already published and has no changes.');
  else await changeBlog(deps, id, { status: 'published' }, actor);
}

async function archiveBlog(deps: ContentDeps, id: number, actor: Actor): Promise<void> {
  const { row } = await requireBlog(deps.db, id);
  if (row.status === 'archived') throw new AppError('conflict', 'It’s already archived.');
  await changeBlog(deps, id, { status: 'archived' }, actor);
}

async function scheduleBlog(deps: BulkDeps, id: number, publishedAt: string, actor: Actor): Promise<void> {
  const { row } = await requireBlog(deps.db, id);
  if (
    row.status === 'published' &&
    hasPassed({ publishedAt: row.publishedAt ?? 0, updatedAt: row.updatedAt }, deps.clock.now())
  ) {
    throw new AppError('conflict', 'It’s live. Unpublish it first to schedule it.');
  }
  const schedule = { status: 'published', published_at: publishedAt } as const;
  const draft = await findDraft(deps, blogDraftSubject, id);
  if (draft) await publishDraft(deps, id, draft, schedule, actor);
  else await changeBlog(deps, id, schedule, actor);
}

async function publishDraft(
  deps: BulkDeps,
  id: number,
  { version, fields }: DraftJson<BlogDraftFields>,
  changes: Partial<BlogDraftFields>,
  actor: Actor,
): Promise<void> {
  const emails = await publishedEmailStatements(deps, id, { ...fields, ...changes }, actor);
  await publishBlogDraft(deps, id, version, actor, changes, emails);
}

/** Changes some fields of the published post, not of its draft. */
async function changeBlog(deps: ContentDeps, id: number, change: Partial<BlogRequest>, actor: Actor): Promise<void> {
  const { row, groups } = await requireBlog(deps.db, id);
  const { title, slug, description, status } = toBlogDraftFields(row, groups);
  await updateBlog(
    deps,
    id,
    {
      title,
      content: row.content,
      categoryIds: [...groups.categoryIds],
      status,
      revision: row.revision,
      ...(slug && { slug }),
      ...(description && { description }),
      ...change,
    },
    actor,
  );
}
