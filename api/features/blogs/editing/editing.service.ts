import { and, eq, type SQL } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { insertSlugStatement } from '#db/queries/slugs.ts';
import { blogs } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, type Statement, write } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { enqueueBlogPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import { type Actor, blogAuditStatements, updateBlogStatements, auditSubjectBySlug } from './editing.queries.ts';
import type { BlogRequest, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import {
  insertGroupsStatements,
  loadBlogGroups,
  loadBlogJson,
  requireImages,
  requireGroups,
} from '#api/features/blogs/fields/fields.service.ts';
import { toBlogAuditValues, toBlogDraftFields } from '#api/features/blogs/blogs.mapper.ts';
import { blogIdBySlug } from '#api/features/blogs/slugs/slugs.service.ts';
import { toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { recordBlogUndoStatements } from '#api/features/blogs/undo/undo.queries.ts';
import { toBlogColumns } from './columns.service.ts';

const SYSTEM_ACTOR: Actor = { userId: null };
/** How often a change is tried when posts that link to it change at the same moment. */
const MAX_ATTEMPTS = 10;

/** Creates a post; a derived slug that is taken gets a suffix. @throws validation_failed, conflict for a given slug. */
export async function createBlog(deps: ContentDeps, input: BlogRequest, actor = SYSTEM_ACTOR): Promise<BlogJson> {
  const { db } = deps;
  const { slug, id, statements } = await insertBlogStatements(deps, input, actor);
  const reason = `New post: ${input.title}`;
  try {
    await write(db, [
      ...statements,
      enqueueBlogPublishStatement(db, { id, reason, userId: actor.userId, now: deps.clock.now() }),
    ]);
  } catch (error) {
    // Another request took the slug between read and write: a derived slug is retried with the next suffix.
    if (isUniqueViolation(error, 'slug') && input.slug === undefined) return createBlog(deps, input, actor);
    throw toSlugConflict('post', error);
  }
  deps.publisher.wake();
  return getBlogWhere(db, eq(blogs.slug, slug));
}

/**
 * The statements that create a post, with its slug, categories, tags, revision and audit row, but no job. `id` is known in their batch only.
 * @throws validation_failed, conflict for a given slug.
 */
export async function insertBlogStatements(
  deps: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  input: BlogRequest,
  actor: Actor,
): Promise<{ slug: string; id: SQL; statements: Statement[] }> {
  const { db } = deps;
  const groups = { categoryIds: input.categoryIds, tagIds: input.tagIds ?? [], authorIds: input.authorIds ?? [] };
  await requireGroups(db, groups);
  await requireImages(db, input);
  const now = deps.clock.now();
  const row = { ...(await toBlogColumns(deps, null, input)), createdAt: now };
  const { slug } = row;
  const id = blogIdBySlug(slug);
  const fields = toBlogDraftFields({ ...row, id: 0, revision: 1, trashedAt: null }, groups);
  const statements = [
    db.orm.insert(blogs).values(row),
    insertSlugStatement('post', { id, slug, now }),
    ...insertGroupsStatements(db, id, groups),
    ...replaceUploadUsesStatements(db, { kind: 'blog', subjectId: id, isDraft: false, ...row }),
    ...publishRevisionStatements(
      { kind: 'blog', id },
      { before: null, after: { fields, content: row.content, wordCount: row.wordCount } },
      { userId: actor.userId, clientId: actor.clientId ?? 'api', now },
    ),
    ...blogAuditStatements(db, actor, now, {
      action: 'blog.created',
      subject: auditSubjectBySlug(slug),
      after: toBlogAuditValues(fields, row.wordCount),
    }),
  ];
  return { slug, id, statements };
}

/**
 * Changes all fields of a post. The old address of a changed slug redirects to the new one from then on.
 * @throws not_found; conflict when `revision` is not the current one (with both versions), or the slug was another's.
 */
export async function updateBlog(
  deps: ContentDeps,
  id: number,
  input: BlogRequest,
  actor = SYSTEM_ACTOR,
): Promise<BlogJson> {
  const { revision, ...change } = input;
  for (let attempt = 1; ; attempt += 1) {
    const { row, groups } = await requireBlog(deps.db, id);
    if (revision !== undefined && revision !== row.revision) throw await editConflictError(deps.db, id, input);
    try {
      await write(deps.db, [
        ...recordBlogUndoStatements(deps.db, id, actor, { kind: 'blog.changed', draft: 'unchanged' }),
        ...(await updateBlogStatements(deps, row, groups, change, actor)),
      ]);
      deps.publisher.wake();
      return await getBlog(deps, id);
    } catch (error) {
      if (!isGuardRollback(error)) throw toSlugConflict('post', error);
      // The post, or one that links to it, changed between read and write: the next read shows which.
      if (attempt === MAX_ATTEMPTS) throw await editConflictError(deps.db, id, input);
    }
  }
}

/** One post with all fields, public or not. @throws not_found, also for one in the trash. */
export function getBlog({ db }: Pick<ContentDeps, 'db'>, id: number): Promise<BlogJson> {
  return getBlogWhere(db, eq(blogs.id, id));
}

/** A post that is not in the trash, with what it belongs to. @throws not_found */
export async function requireBlog(db: Database, id: number) {
  const row = await db.orm.query.blogs.findFirst({ where: eq(blogs.id, id) });
  if (!row || row.trashedAt !== null) throw notFoundError('Blog post not found');
  return { row, groups: (await loadBlogGroups(db, [id]))(id) };
}

async function getBlogWhere(db: Database, where: SQL): Promise<BlogJson> {
  const row = await db.orm.query.blogs.findFirst({ where: and(where) });
  if (!row || row.trashedAt !== null) throw notFoundError('Blog post not found');
  return loadBlogJson(db, row);
}

async function editConflictError(db: Database, id: number, yours: BlogRequest): Promise<AppError> {
  const theirs = await getBlog({ db }, id);
  const message = 'Someone else changed this post while you were writing. Nothing is lost. Compare the two versions.';
  return new AppError('conflict', message, { versions: { yours, theirs } });
}
