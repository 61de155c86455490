import { and, eq, isNull, sql } from 'drizzle-orm';
import { claimSlugStatements } from '#db/queries/slugs.ts';
import { blogCategories, blogs } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import { enqueueBlogPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { type AuditEntry, insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import type { BlogChange } from '#api/features/blogs/blogs.contract.ts';
import { type BlogRow, toBlogAuditValues, toBlogDraftFields } from '#api/features/blogs/blogs.mapper.ts';
import {
  insertCategoriesStatements,
  requireCategories,
  requireCover,
} from '#api/features/blogs/fields/fields.service.ts';
import { renameLinksStatements } from '#api/features/blogs/links/links.service.ts';
import { toBlogColumns } from './columns.service.ts';

/** Who changes a post, from which tab; null is the program itself. */
export type Actor = { userId: number | null; clientId?: string };

/**
 * Statements that make a post what was written, with its slugs, categories, revisions, job and audit row. They undo
 * their batch when the post, or one that links to it, changed since it was read.
 * @throws validation_failed, conflict for a slug of another post.
 */
export async function updateBlogStatements(
  deps: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  before: BlogRow,
  beforeCategoryIds: readonly number[],
  change: BlogChange,
  actor: Actor,
): Promise<Statement[]> {
  const { db, clock } = deps;
  await requireCategories(db, change.categoryIds);
  await requireCover(db, change.coverId);
  const now = clock.now();
  const { id } = before;
  const set = await toBlogColumns(deps, before, change);
  const { slug } = set;
  const after = { ...before, ...set };
  const fieldsBefore = toBlogDraftFields(before, beforeCategoryIds);
  const fields = toBlogDraftFields(after, change.categoryIds);
  const isRenamed = slug !== before.slug && before.firstPublishedAt !== null;
  const draftActor = { userId: actor.userId, clientId: actor.clientId ?? 'api', now };
  return [
    db.orm
      .update(blogs)
      .set({ ...set, revision: before.revision + 1 })
      .where(and(eq(blogs.id, id), eq(blogs.revision, before.revision), isNull(blogs.trashedAt))),
    rollbackIfNoRows,
    ...claimSlugStatements('post', { id, before: before.slug, slug, now }),
    db.orm.delete(blogCategories).where(eq(blogCategories.blogId, id)),
    ...insertCategoriesStatements(db, id, change.categoryIds),
    ...replaceUploadUsesStatements(db, { kind: 'blog', subjectId: id, isDraft: false, ...after }),
    ...publishRevisionStatements(
      { kind: 'blog', id },
      {
        before: { fields: fieldsBefore, content: before.content, wordCount: before.wordCount },
        after: { fields, content: after.content, wordCount: after.wordCount },
      },
      draftActor,
    ),
    ...(isRenamed
      ? await renameLinksStatements(db, { id, from: before.slug, to: slug }, { userId: actor.userId, now })
      : []),
    enqueueBlogPublishStatement(db, { id, reason: `Updated post: ${change.title}`, userId: actor.userId, now }),
    ...blogAuditStatements(db, actor, now, {
      action: 'blog.changed',
      subject: `blog:${id}`,
      before: toBlogAuditValues(fieldsBefore, before.wordCount),
      after: toBlogAuditValues(fields, after.wordCount),
    }),
  ];
}

/** The audit row of an admin's act; the program's own acts leave none. */
export function blogAuditStatements(
  db: ContentDeps['db'],
  actor: Actor,
  at: number,
  entry: Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>,
): Statement[] {
  return actor.userId === null ? [] : [insertAuditStatement(db, { at, actorId: actor.userId, ...entry })];
}

export const auditSubjectBySlug = (slug: string) => sql`'blog:' || (SELECT id FROM ${blogs} WHERE slug = ${slug})`;
