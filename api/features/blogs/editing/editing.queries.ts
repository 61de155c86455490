import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { blogCategories, blogs } from '#db/schema/index.ts';
import { orUndo, type Statement } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import { queueBlogPublish } from '#api/publishing/queue/enqueue.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { keepPublished } from '#api/features/drafts/history/history.service.ts';
import { recordUses } from '#api/features/uploads/uses/uses.service.ts';
import type { BlogChange } from '#api/features/blogs/blogs.contract.ts';
import {
  derivedFields,
  publishedAt,
  putIntoCategories,
  requireCategories,
  requireCover,
} from '#api/features/blogs/fields/fields.service.ts';
import { type BlogRow, fieldsOfBlog } from '#api/features/blogs/fields/blogs.fields.ts';
import { followLinks, renameLinks } from '#api/features/blogs/links/links.service.ts';
import { firstFreeSlug, isProvisional, takeSlug } from '#api/features/blogs/slugs/slugs.service.ts';
import { slugFromTitle } from '#api/domain/slug.ts';

/** Who changes a post, from which tab; null is the program itself. */
export type Author = { userId: number | null; session?: string };

/**
 * Statements that make a post what was written, with its slugs, categories, revisions, job and audit row. They undo
 * their batch when the post, or one that links to it, changed since it was read.
 * @throws validation_failed, conflict for a slug of another post.
 */
export async function changeOf(
  deps: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  before: BlogRow,
  beforeCategoryIds: readonly number[],
  change: BlogChange,
  author: Author,
): Promise<Statement[]> {
  const { db, clock } = deps;
  await requireCategories(db, change.categoryIds);
  await requireCover(db, change.coverId);
  const now = clock.now();
  const { id } = before;
  const set = await columnsOf(deps, before, change);
  const { slug } = set;
  const after = { ...before, ...set };
  const isRenamed = slug !== before.slug && before.firstPublishedAt !== null;
  const by = { userId: author.userId, session: author.session ?? 'api', now };
  return [
    db.query
      .update(blogs)
      .set({ ...set, revision: before.revision + 1 })
      .where(and(eq(blogs.id, id), eq(blogs.revision, before.revision), isNull(blogs.trashedAt))),
    orUndo,
    ...takeSlug(db, { id, before: before.slug, slug, now }),
    db.query.delete(blogCategories).where(eq(blogCategories.blogId, id)),
    ...putIntoCategories(db, id, change.categoryIds),
    ...recordUses(db, { kind: 'blog', subjectId: id, isDraft: false, ...after }),
    ...keepPublished(
      { kind: 'blog', id },
      {
        before: { fields: fieldsOfBlog(before, beforeCategoryIds), content: before.content, words: before.wordCount },
        after: { fields: fieldsOfBlog(after, change.categoryIds), content: after.content, words: after.wordCount },
      },
      by,
    ),
    ...(isRenamed ? await renameLinks(db, { id, from: before.slug, to: slug }, { userId: author.userId, now }) : []),
    queueBlogPublish(db, { id, reason: `Changed post: ${change.title}`, userId: author.userId, now }),
    ...audit(db, author, now, { action: 'blog.changed', subject: `blog:${id}`, detail: { status: change.status } }),
  ];
}

/** The columns of a post as a change makes them. @throws conflict for a slug of another post. */
export async function columnsOf(
  { db, clock, html }: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  before: BlogRow,
  change: BlogChange,
): Promise<Omit<BlogRow, 'id' | 'revision' | 'createdAt' | 'trashedAt'>> {
  const now = clock.now();
  return {
    ...(await derivedFields(html, { ...change, content: await followLinks(db, change.content) })),
    slug: await slugOf(db, before, change),
    title: change.title,
    status: change.status,
    publishedAt: publishedAt(change, before, now),
    firstPublishedAt: before.firstPublishedAt ?? (change.status === 'published' ? now : null),
    authorName: change.author_name || before.authorName,
    coverId: change.coverId === undefined ? before.coverId : change.coverId,
    updatedAt: now,
  };
}

/** The audit row of an admin's act; the program's own acts leave none. */
export function audit(
  db: ContentDeps['db'],
  author: Author,
  at: number,
  act: Pick<Parameters<typeof recordAudit>[1], 'action' | 'detail'> & { subject: string | SQL },
): Statement[] {
  return author.userId === null ? [] : [recordAudit(db, { at, actorId: author.userId, ...act })];
}

/** A given slug stands. A post without one of its own yet gets it from its title; any other keeps what it has. */
async function slugOf(db: ContentDeps['db'], before: BlogRow, change: BlogChange): Promise<string> {
  if (change.slug === undefined) {
    return isProvisional(before.slug) ? firstFreeSlug(db, slugFromTitle(change.title), true, before.id) : before.slug;
  }
  return change.slug === before.slug ? before.slug : firstFreeSlug(db, change.slug, false, before.id);
}

export const subjectOfSlug = (slug: string) => sql`'blog:' || (SELECT id FROM ${blogs} WHERE slug = ${slug})`;
