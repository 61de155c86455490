import { eq, isNull, sql } from 'drizzle-orm';
import type { BlogStatus } from '#api/domain/enums.ts';
import { blogSlugs, blogs, publishJobs } from '#db/schema/index.ts';
import { isUndone, isUniqueViolation, write } from '#db/write.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { begunDraft, firstDraft, goOnWithDraft } from '#api/features/drafts/creation/creation.service.ts';
import type { DraftKind } from '#api/features/drafts/subjects/subjects.service.ts';
import { type BlogDraftFields, blogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import { draftConflict, findDraft, liveAsDraft, requireLive, takeDraft } from '#api/features/drafts/drafts.service.ts';
import { type Author, audit, changeOf, subjectOfSlug } from '#api/features/blogs/editing/editing.queries.ts';
import { type BlogChange, blogInput } from '#api/features/blogs/blogs.contract.ts';
import { DEFAULT_AUTHOR, getBlog, requireBlog } from '#api/features/blogs/editing/editing.service.ts';
import { fieldsOfBlogs } from '#api/features/blogs/fields/blogs.fields.ts';
import { asSlugConflict, idOfSlug, provisionalSlug } from '#api/features/blogs/slugs/slugs.service.ts';

const UNTITLED = 'Untitled post';

/** Posts, as drafts know them. */
export const blogKind: DraftKind<BlogDraftFields> = {
  subject: 'blog',
  noun: 'post',
  fields: blogDraftFields,
  missing: 'Blog post not found',
  async readLive(db, id) {
    const row = await db.query.query.blogs.findFirst({ where: eq(blogs.id, id) });
    if (!row || row.trashedAt !== null) return null;
    const fields = (await fieldsOfBlogs(db, [row])).get(id) as BlogDraftFields;
    return { fields, content: row.content, revision: row.revision, updatedAt: row.updatedAt };
  },
  isThere: (id, revision) =>
    sql`EXISTS (SELECT 1 FROM ${blogs} WHERE id = ${id} AND ${isNull(blogs.trashedAt)}
      ${revision === undefined ? sql`` : sql`AND revision = ${revision}`})`,
  // The manager finds a post that nobody outside knows by the title that is being written.
  besideSave: (_db, id, { fields }) => [
    sql`UPDATE ${blogs} SET title = ${fields.title || UNTITLED}
      WHERE id = ${id} AND status = 'draft' AND first_published_at IS NULL AND title <> ${fields.title || UNTITLED}`,
  ],
};

type NewDraft = { fields: BlogDraftFields; content: string; session: string };

/** Begins a post with its first draft; asked again by the same tab it goes on with the post that it began. */
export async function beginBlog(deps: Pick<Deps, 'db' | 'clock' | 'html'>, input: NewDraft, author: Author) {
  const { db, clock } = deps;
  const now = clock.now();
  const { content, wordCount: words } = await prepareContent(deps.html, input.content);
  const { fields, session } = input;
  const slug = provisionalSlug();
  const id = idOfSlug(slug);
  try {
    await write(db, [
      db.query.insert(blogs).values({
        ...{ slug, title: fields.title || UNTITLED, status: 'draft', authorName: fields.author_name || DEFAULT_AUTHOR },
        ...{ description: '', isDescriptionOwn: false, content: '', contentText: '', wordCount: 0 },
        ...{ createdAt: now, updatedAt: now },
      }),
      db.query.insert(blogSlugs).values({ slug, blogId: id, createdAt: now }),
      ...firstDraft(db, blogKind, id, { fields, content, words }, { userId: author.userId, session, now }),
      ...audit(db, author, now, { action: 'blog.created', subject: subjectOfSlug(slug) }),
    ]);
  } catch (error) {
    if (!isUniqueViolation(error, 'session')) throw error;
    return goOnWithDraft(deps, blogKind, input, author.userId);
  }
  const [made] = await db.query.select({ id: blogs.id }).from(blogs).where(eq(blogs.slug, slug));
  return begunDraft(db, blogKind, made?.id ?? 0);
}

/**
 * Makes a draft the post itself, with the status and date that it asks for (or `status`), in one batch with its
 * publish job. @throws validation_failed by field, not_found, conflict with both versions.
 */
export async function publishBlogDraft(
  deps: ContentDeps,
  id: number,
  version: number,
  author: Author,
  status?: BlogStatus,
) {
  const { db } = deps;
  const draft = await findDraft(db, blogKind, id);
  if (!draft || draft.version !== version) throw await draftConflict(db, blogKind, id, null);
  const { row, categoryIds } = await requireBlog(db, id);
  if (row.revision !== draft.base_revision) throw await publishedInBetween(db, id, draft);
  const change = toChange(draft, status);
  try {
    const statements = await changeOf(deps, row, categoryIds, change, author);
    await write(db, [...takeDraft(db, blogKind, id, version), ...statements]);
  } catch (error) {
    if (!isUndone(error)) throw asSlugConflict(error);
    throw await draftConflict(db, blogKind, id, draft);
  }
  deps.publishing.wake();
  return { blog: await getBlog(db, id), publish_id: await newestJob(db, id) };
}

/** What the draft asks the post to be. Names of fields are those of the post's own contract. @throws validation_failed */
function toChange({ fields, content }: { fields: BlogDraftFields; content: string }, status?: BlogStatus): BlogChange {
  const { slug, description, author_name, category_ids, cover_id, ...same } = fields;
  const { revision: _, ...change } = parseInput(blogInput, {
    ...same,
    content,
    categoryIds: category_ids,
    coverId: cover_id,
    ...(slug && { slug }),
    ...(description && { description }),
    ...(author_name && { author_name }),
    ...(status && { status }),
  });
  return change;
}

async function publishedInBetween(db: Deps['db'], id: number, yours: { version: number }): Promise<AppError> {
  const live = await requireLive(db, blogKind, id);
  const message = 'This post was published by somebody else in the meantime. Nothing is lost: look at both versions.';
  return new AppError('conflict', message, { versions: { yours, theirs: liveAsDraft(live, yours.version) } });
}

async function newestJob(db: Deps['db'], id: number): Promise<number | null> {
  const [job] = await db.query
    .select({ id: sql<number | null>`max(${publishJobs.id})` })
    .from(publishJobs)
    .where(sql`${publishJobs.kind} = 'blog' AND ${publishJobs.subjectId} = ${id}`);
  return job?.id ?? null;
}
