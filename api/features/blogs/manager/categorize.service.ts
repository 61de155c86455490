import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { nextDraftVersion } from '#db/queries/draft-versions.ts';
import { drafts } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import { AppError, conflictError, invalidFieldError } from '#api/http/errors.ts';
import { findDraft } from '#api/features/drafts/drafts.service.ts';
import { toBlogDraftFields } from '#api/features/blogs/blogs.mapper.ts';
import type { BulkBlogsRequest } from '#api/features/blogs/blogs.contract.ts';
import { blogDraftSubject } from '#api/features/blogs/drafts/drafts.service.ts';
import { type Actor, updateBlogStatements } from '#api/features/blogs/editing/editing.queries.ts';
import { requireBlog } from '#api/features/blogs/editing/editing.service.ts';
import { requireCategories } from '#api/features/blogs/fields/fields.service.ts';
import { recordBlogUndoStatements } from '#api/features/blogs/undo/undo.queries.ts';

type CategoryChange = Pick<Extract<BulkBlogsRequest, { action: 'categorize' }>, 'addCategoryIds' | 'removeCategoryIds'>;

const MAX_CATEGORIES = 20;

/** @throws validation_failed for a change of nothing, or to a category that does not exist. */
export async function requireCategoryChange(db: Database, change: CategoryChange): Promise<void> {
  const { addCategoryIds, removeCategoryIds } = change;
  if (addCategoryIds.length + removeCategoryIds.length === 0) {
    throw invalidFieldError('addCategoryIds', 'Choose at least one category.');
  }
  await requireCategories(db, [...addCategoryIds, ...removeCategoryIds]);
}

/**
 * Changes the categories of a post and of its draft in one batch, so that publishing the draft later keeps them.
 * @throws not_found; conflict when nothing would change, or someone changed the post or its draft in between.
 */
export async function categorizeBlog(deps: ContentDeps, id: number, change: CategoryChange, actor: Actor) {
  const { db } = deps;
  const { row, groups } = await requireBlog(db, id);
  const draft = await findDraft(deps, blogDraftSubject, id);
  const changed = applyChange(groups.categoryIds, change);
  const changedInDraft = draft && applyChange(draft.fields.category_ids, change);
  const isSame =
    isEqual(changed, groups.categoryIds) && (!draft || isEqual(changedInDraft ?? [], draft.fields.category_ids));
  if (isSame) throw conflictError('Its categories are already like this.');
  if (Math.max(changed.length, changedInDraft?.length ?? 0) > MAX_CATEGORIES) {
    throw conflictError('Choose up to 20 categories.');
  }
  const { title, description, status } = toBlogDraftFields(row, groups);
  const blogChange = { title, status, content: row.content, categoryIds: changed, slug: row.slug };
  const statements = recordBlogUndoStatements(db, id, actor, { kind: 'blog.changed', draft: 'changed' });
  const updates = await updateBlogStatements(
    deps,
    row,
    groups,
    { ...blogChange, ...(description && { description }) },
    actor,
  );
  statements.push(...updates);
  if (draft && changedInDraft) statements.push(...categorizeDraftStatements(id, draft.version, changedInDraft));
  await write(db, statements).catch(
    onGuardRollback(() => new AppError('conflict', 'Someone else is changing it right now. Try again.')),
  );
  deps.publisher.wake();
}

/** Rebases the draft on the new revision of its post; an open editor learns of it at the next save. */
const categorizeDraftStatements = (id: number, version: number, categoryIds: readonly number[]): Statement[] => [
  sql`UPDATE ${drafts}
    SET fields = json_set(fields, '$.category_ids', json(${JSON.stringify(categoryIds)})),
      version = ${nextDraftVersion}, base_revision = base_revision + 1
    WHERE kind = 'blog' AND subject_id = ${id} AND version = ${version}`,
  rollbackIfNoRows,
];

function applyChange(ids: readonly number[], { addCategoryIds, removeCategoryIds }: CategoryChange): number[] {
  return [...new Set([...ids, ...addCategoryIds])].filter((id) => !removeCategoryIds.includes(id));
}

const isEqual = (one: readonly number[], other: readonly number[]) => one.join() === other.join();
