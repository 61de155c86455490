import { eq, isNull, sql } from 'drizzle-orm';
import { insertSlugStatement } from '#db/queries/slugs.ts';
import { blogs, publishJobs, users } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, type Statement, write } from '#db/write.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import {
  getCreatedDraft,
  insertDraftStatements,
  resumeCreatedDraft,
} from '#api/features/drafts/creation/creation.service.ts';
import type { DraftSubjectAdapter, TextDraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import {
  draftConflictError,
  findDraft,
  getPublishedVersion,
  deleteDraftStatements,
} from '#api/features/drafts/drafts.service.ts';
import {
  type Actor,
  blogAuditStatements,
  updateBlogStatements,
  auditSubjectBySlug,
} from '#api/features/blogs/editing/editing.queries.ts';
import {
  type BlogDraftFields,
  blogDraftFieldsSchema,
  type BlogChange,
  type BlogJson,
  type BlogReviewJson,
  blogRequest,
  blogResponse,
  blogReviewSchema,
} from '#api/features/blogs/blogs.contract.ts';
import { DEFAULT_AUTHOR, toPublicAuthorName } from '#api/domain/author-name.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import { getBlog, requireBlog } from '#api/features/blogs/editing/editing.service.ts';
import { findOwnAuthorIds, loadBlogDraftFields } from '#api/features/blogs/fields/fields.service.ts';
import { adoptAltTexts } from '#api/features/uploads/alt-texts/alt-texts.service.ts';
import { blogIdBySlug } from '#api/features/blogs/slugs/slugs.service.ts';
import { requireOwnBlog } from '#api/features/blogs/review/own-blogs.service.ts';
import { publishedEmailStatements } from '#api/features/blogs/review/emails.queries.ts';
import { findBlogReview } from '#api/features/blogs/review/review.queries.ts';
import { recordBlogUndoStatements } from '#api/features/blogs/undo/undo.queries.ts';
import { generateProvisionalSlug, toSlugConflict } from '#api/features/slugs/slugs.service.ts';

const UNTITLED_POST = 'Untitled post';

/** Posts, as drafts know them. */
export const blogDraftSubject: DraftSubjectAdapter<BlogDraftFields> & { subject: 'blog' } = {
  subject: 'blog',
  noun: 'post',
  fields: blogDraftFieldsSchema,
  notFoundMessage: 'Blog post not found',
  async loadLive(db, id) {
    const row = await db.orm.query.blogs.findFirst({ where: eq(blogs.id, id) });
    if (!row || row.trashedAt !== null) return null;
    const fields = (await loadBlogDraftFields(db, [row])).get(id) as BlogDraftFields;
    return { fields, content: row.content, revision: row.revision, updatedAt: row.updatedAt };
  },
  existsCondition: (id, revision) =>
    sql`EXISTS (SELECT 1 FROM ${blogs} WHERE id = ${id} AND ${isNull(blogs.trashedAt)}
      ${revision === undefined ? sql`` : sql`AND revision = ${revision}`})`,
  // The manager lists a post that was never published by the title of its draft.
  onSaveStatements: (_db, id, { fields }) => [
    sql`UPDATE ${blogs} SET title = ${fields.title || UNTITLED_POST}
      WHERE id = ${id} AND status = 'draft' AND first_published_at IS NULL AND title <> ${fields.title || UNTITLED_POST}`,
  ],
};

type NewDraft = { fields: BlogDraftFields; content: string; client_id: string };

/** Creates a post with its first draft; a repeated request of the same tab resumes the post of the first one. */
export async function createBlogDraft(deps: Pick<Deps, 'db' | 'clock' | 'html'>, input: NewDraft, actor: Actor) {
  const { db, clock } = deps;
  const now = clock.now();
  const { content, wordCount } = await prepareContent(deps.html, input.content);
  const { client_id: clientId } = input;
  const isNamed = input.fields.author_ids !== undefined || input.fields.author_name !== '';
  const authorIds = isNamed ? undefined : await findOwnAuthorIds({ db }, actor.userId);
  const fields = { ...input.fields, ...(authorIds && { author_ids: authorIds }) };
  const slug = generateProvisionalSlug();
  const title = fields.title || UNTITLED_POST;
  const id = blogIdBySlug(slug);
  try {
    await write(db, [
      db.orm.insert(blogs).values({
        slug,
        title,
        status: 'draft',
        authorName: fields.author_name || (await findWriterName(db, actor.userId)) || DEFAULT_AUTHOR,
        description: '',
        isDescriptionCustom: false,
        content: '',
        contentText: '',
        wordCount: 0,
        createdAt: now,
        updatedAt: now,
      }),
      insertSlugStatement('post', { id, slug, now }),
      ...insertDraftStatements(
        db,
        blogDraftSubject,
        id,
        { fields, content, wordCount },
        { userId: actor.userId, clientId, now },
      ),
      ...blogAuditStatements(db, actor, now, {
        action: 'blog.created',
        subject: auditSubjectBySlug(slug),
        after: { title, status: 'draft' },
      }),
    ]);
  } catch (error) {
    if (!isUniqueViolation(error, 'client_id')) throw error;
    return resumeCreatedDraft(deps, blogDraftSubject, input, actor.userId);
  }
  const [created] = await db.orm.select({ id: blogs.id }).from(blogs).where(eq(blogs.slug, slug));
  return getCreatedDraft(db, blogDraftSubject, created?.id ?? 0);
}

/** Who begins a post is its author unless another is named; never an email address. */
async function findWriterName(db: Deps['db'], userId: number | null): Promise<string | null> {
  const user = userId === null ? null : await db.orm.query.users.findFirst({ where: eq(users.id, userId) });
  return user ? toPublicAuthorName(formatFullName(user)) : null;
}

/**
 * Makes a draft the post itself, with its own fields or those of `changes`, in one batch with its publish job and the `emails`
 * about it. @throws validation_failed by field, not_found, conflict with both versions.
 */
export async function publishBlogDraft(
  deps: ContentDeps,
  id: number,
  version: number,
  actor: Actor,
  changes: Partial<BlogDraftFields> = {},
  emails: readonly Statement[] = [],
) {
  const { db } = deps;
  const draft = await findDraft(deps, blogDraftSubject, id);
  if (!draft || draft.version !== version) throw await draftConflictError(db, blogDraftSubject, id, null);
  const { row, groups } = await requireBlog(db, id);
  if (row.revision !== draft.base_revision) throw await publishConflictError(db, id, draft);
  const change = toBlogChange({ ...draft.fields, ...changes }, draft.content);
  try {
    const statements = await updateBlogStatements(deps, row, groups, change, actor);
    await write(db, [
      ...recordBlogUndoStatements(db, id, actor, { kind: 'blog.changed', draft: 'published' }),
      ...deleteDraftStatements(db, blogDraftSubject, id, version),
      ...statements,
      ...emails,
    ]);
  } catch (error) {
    if (!isGuardRollback(error)) throw toSlugConflict('post', error);
    throw await draftConflictError(db, blogDraftSubject, id, draft);
  }
  deps.publisher.wake();
  return { blog: await getBlog(deps, id), publish_id: await findNewestPublishId(db, id) };
}

/** The request that makes the draft the post, with the field names of the post's contract. @throws validation_failed */
export function toBlogChange(fields: BlogDraftFields, content: string): BlogChange {
  const { slug, description, author_name, category_ids, tag_ids, author_ids, cover_id, social_image_id, ...same } =
    fields;
  const { revision: _, ...change } = parseInput(blogRequest, {
    ...same,
    content,
    categoryIds: category_ids,
    coverId: cover_id,
    socialImageId: social_image_id,
    ...(tag_ids && { tagIds: tag_ids }),
    ...(author_ids && { authorIds: author_ids }),
    ...(slug && { slug }),
    ...(description && { description }),
    ...(author_name && { author_name }),
  });
  return change;
}

async function publishConflictError(db: Deps['db'], id: number, yours: { version: number }): Promise<AppError> {
  const theirs = await getPublishedVersion(db, blogDraftSubject, id, yours.version);
  const message = 'Someone else published this post while you were writing. Nothing is lost. Compare the two versions.';
  return new AppError('conflict', message, { versions: { yours, theirs } });
}

async function findNewestPublishId(db: Deps['db'], id: number): Promise<number | null> {
  const [job] = await db.orm
    .select({ id: sql<number | null>`max(${publishJobs.id})` })
    .from(publishJobs)
    .where(sql`${publishJobs.kind} = 'blog' AND ${publishJobs.subjectId} = ${id}`);
  return job?.id ?? null;
}

/** Drafts of posts, for the routes of drafts. */
export const createBlogDraftHandlers = (
  deps: Deps,
): TextDraftHandlers<BlogDraftFields, { blog: BlogJson; review: BlogReviewJson | null }> => ({
  kind: blogDraftSubject,
  permission: 'posts.write',
  publishPermission: 'posts.publish',
  requireOwn: (caller, id) => requireOwnBlog(deps, caller, id),
  tag: 'Blogs (admin)',
  liveShape: { blog: blogResponse, review: blogReviewSchema.nullable() },
  create: (input, userId) => createBlogDraft(deps, input, { userId, clientId: input.client_id }),
  getLive: async (id) => ({ blog: await getBlog(deps, id), review: await findBlogReview(deps.db, id) }),
  async publish(id, { version, fields }, userId) {
    const draft = await findDraft(deps, blogDraftSubject, id);
    const chosen = fields ?? draft?.fields;
    const emails = chosen ? await publishedEmailStatements(deps, id, chosen, { userId }) : [];
    const published = await publishBlogDraft(deps, id, version, { userId }, fields, emails);
    deps.outboxWorker.wake();
    await adoptAltTexts(deps, published.blog.content, userId);
    return { ...published, review: null };
  },
});
