import { and, eq, isNull, sql } from 'drizzle-orm';
import { claimSlugStatements } from '#db/queries/slugs.ts';
import { blogs } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { enqueueBlogPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { type AuditEntry, insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import type { BlogChange } from '#api/features/blogs/blogs.contract.ts';
import {
  type BlogColumns,
  type BlogGroups,
  type BlogRow,
  toBlogAuditValues,
  toBlogDraftFields,
} from '#api/features/blogs/blogs.mapper.ts';
import { replaceGroupsStatements, requireImages, requireGroups } from '#api/features/blogs/fields/fields.service.ts';
import { renameLinksStatements } from '#api/features/blogs/links/links.service.ts';
import { toBlogColumns } from './columns.service.ts';

/**
 * Who changes a post, from which tab; null is the program itself. With `undo` the change can be undone, as a part of the
 * action with this id, which began `at` (UTC ms).
 */
export type Actor = { userId: number | null; clientId?: string; undo?: { id: string; at: number } };

/**
 * Statements that make a post what was written, with its slugs, categories, tags, revisions, job and audit row. They undo
 * their batch when the post, or one that links to it, changed since it was read.
 * @throws validation_failed, conflict for a slug of another post.
 */
export async function updateBlogStatements(
  deps: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  row: BlogRow,
  groups: BlogGroups,
  change: BlogChange,
  actor: Actor,
): Promise<Statement[]> {
  const { db, clock } = deps;
  const groupsAfter = {
    categoryIds: change.categoryIds,
    tagIds: change.tagIds ?? groups.tagIds,
    authorIds: change.authorIds ?? groups.authorIds,
  };
  await requireGroups(db, groupsAfter);
  await requireImages(db, change);
  const columns = await toBlogColumns(deps, row, { ...change, authorIds: groupsAfter.authorIds });
  const after = { ...row, ...columns };
  return [
    ...(await replaceBlogStatements(
      deps,
      { row, groups },
      { columns, groups: groupsAfter },
      { userId: actor.userId, action: 'blog.changed', reason: formatReason(row, after, clock.now()) },
    )),
    ...publishRevisionStatements(
      { kind: 'blog', id: row.id },
      {
        before: { fields: toBlogDraftFields(row, groups), content: row.content, wordCount: row.wordCount },
        after: {
          fields: toBlogDraftFields(after, groupsAfter),
          content: after.content,
          wordCount: after.wordCount,
        },
      },
      { userId: actor.userId, clientId: actor.clientId ?? 'api', now: clock.now() },
    ),
  ];
}

/** What the publish is called in its list. */
function formatReason(before: BlogRow, after: BlogRow, now: number): string {
  const isPublished = after.status === 'published';
  if (isPublished && (after.publishedAt ?? 0) > now) return `Scheduled post: ${after.title}`;
  return `${isPublished && before.firstPublishedAt === null ? 'Published' : 'Updated'} post: ${after.title}`;
}

type Replacement = { userId: number | null; action: AuditAction; reason: string };

/**
 * Statements that write columns, categories and tags of a post, with its slugs, uploads, links to it, job and audit row, but no
 * revision. They undo their batch as those of `updateBlogStatements` do.
 */
export async function replaceBlogStatements(
  { db, clock }: Pick<ContentDeps, 'db' | 'clock'>,
  { row, groups: groupsBefore }: { row: BlogRow; groups: BlogGroups },
  { columns, groups }: { columns: BlogColumns; groups: BlogGroups },
  { userId, action, reason }: Replacement,
): Promise<Statement[]> {
  const now = clock.now();
  const { id } = row;
  const { slug } = columns;
  const after = { ...row, ...columns };
  // A post that has not been published has an address that no link holds.
  const isRenamed = slug !== row.slug && row.firstPublishedAt !== null && after.firstPublishedAt !== null;
  return [
    db.orm
      .update(blogs)
      .set({ ...columns, revision: row.revision + 1 })
      .where(and(eq(blogs.id, id), eq(blogs.revision, row.revision), isNull(blogs.trashedAt))),
    rollbackIfNoRows,
    ...claimSlugStatements('post', { id, before: row.slug, slug, now }),
    ...replaceGroupsStatements(db, id, groups),
    ...replaceUploadUsesStatements(db, { kind: 'blog', subjectId: id, isDraft: false, ...after }),
    ...(isRenamed ? await renameLinksStatements(db, { id, from: row.slug, to: slug }, { userId, now }) : []),
    enqueueBlogPublishStatement(db, { id, reason, userId, now }),
    ...blogAuditStatements(db, { userId }, now, {
      action,
      subject: `blog:${id}`,
      before: toBlogAuditValues(toBlogDraftFields(row, groupsBefore), row.wordCount),
      after: toBlogAuditValues(toBlogDraftFields(after, groups), after.wordCount),
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
