import { getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { recordUndoStatements, toPartId } from '#db/queries/undo-actions.ts';
import { blogAuthors, blogCategories, blogs, blogTags, drafts, undoActions } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { UndoKind } from '#api/domain/enums.ts';
import { toJsonObject } from '#api/features/audit/audit.service.ts';
import { getImageIds, replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import type { BlogRow } from '#api/features/blogs/blogs.mapper.ts';
import type { Actor } from '#api/features/blogs/editing/editing.queries.ts';

type DraftRow = typeof drafts.$inferSelect;
/** What a change left, by which a later change is noticed; `draftVersion` is null without a draft. */
type StateAfter = { revision: number; draftVersion: number | null };
/** A post as it was before a change. */
export type BlogSnapshot = {
  blog: BlogRow;
  categoryIds: number[];
  tagIds: number[];
  authorIds: number[];
  draft: DraftRow | null;
  after: StateAfter;
};

type UndoableChange = {
  kind: Extract<UndoKind, `blog.${string}`>;
  /** What the change does to the draft of the post. */
  draft: 'unchanged' | 'changed' | 'published';
};

const DRAFT_VERSIONS_AFTER = {
  unchanged: sql`${drafts.version}`,
  changed: sql`${drafts.version} + 1`,
  published: sql`NULL`,
};

/** The statements that make a change of a post undoable; they precede it in its batch. None for an actor without `undo`. */
export function recordBlogUndoStatements(
  db: Database,
  blogId: number,
  { userId, undo }: Actor,
  { kind, draft }: UndoableChange,
): Statement[] {
  if (!undo || userId === null) return [];
  const snapshot = selectSnapshot(blogId, DRAFT_VERSIONS_AFTER[draft]);
  return recordUndoStatements(db, {
    id: toPartId(undo.id, blogId),
    kind,
    actorId: userId,
    now: undo.at,
    snapshot,
  });
}

function selectSnapshot(blogId: number, draftVersion: SQL): SQL {
  const selectFromDraft = (value: SQL) =>
    sql`(SELECT ${value} FROM ${drafts} WHERE ${drafts.kind} = 'blog' AND ${drafts.subjectId} = ${blogId})`;
  const isCustom = sql`json(iif(${blogs.isDescriptionCustom}, 'true', 'false'))`;
  const draft = toJsonObject({ ...getTableColumns(drafts), fields: sql`json(${drafts.fields})` });
  const snapshot = toJsonObject({
    blog: toJsonObject({ ...getTableColumns(blogs), isDescriptionCustom: isCustom }),
    categoryIds: sql`json((SELECT json_group_array(id) FROM (SELECT ${blogCategories.categoryId} AS id FROM ${blogCategories}
      WHERE ${blogCategories.blogId} = ${blogId} ORDER BY ${blogCategories.position})))`,
    tagIds: sql`json((SELECT json_group_array(id) FROM (SELECT ${blogTags.tagId} AS id FROM ${blogTags}
      WHERE ${blogTags.blogId} = ${blogId} ORDER BY ${blogTags.position})))`,
    authorIds: sql`json((SELECT json_group_array(id) FROM (SELECT ${blogAuthors.authorId} AS id FROM ${blogAuthors}
      WHERE ${blogAuthors.blogId} = ${blogId} ORDER BY ${blogAuthors.position})))`,
    draft: sql`json(${selectFromDraft(draft)})`,
    after: toJsonObject({ revision: sql`${blogs.revision} + 1`, draftVersion: selectFromDraft(draftVersion) }),
  });
  return sql`(SELECT ${snapshot} FROM ${blogs} WHERE ${blogs.id} = ${blogId})`;
}

/**
 * The statements that put the draft of a post back. They undo their batch when it is no longer as the change left it.
 * A draft that is changed back gets a new version, so that an editor that has it open learns of it.
 */
export function restoreDraftStatements(
  db: Database,
  { blog, draft, after }: BlogSnapshot,
  revision: number,
): Statement[] {
  if (!draft) return [];
  const baseRevision = revision + draft.baseRevision - blog.revision;
  if (after.draftVersion === null) return insertDraftStatements(db, { ...draft, baseRevision });
  return [
    sql`UPDATE ${drafts} SET fields = ${JSON.stringify(draft.fields)}, base_revision = ${baseRevision},
        version = ${toRestoredVersion(draft, after)}
      WHERE kind = 'blog' AND subject_id = ${blog.id} AND version = ${after.draftVersion}`,
    rollbackIfNoRows,
  ];
}

const selectUserId = (id: number | null) => sql`(SELECT id FROM users WHERE id = ${id})`;

function insertDraftStatements(db: Database, draft: DraftRow): Statement[] {
  const { subjectId, content, fields } = draft;
  return [
    // Whoever wrote it may have deleted their account since.
    db.orm.insert(drafts).values({
      ...draft,
      userId: selectUserId(draft.userId),
      submittedBy: selectUserId(draft.submittedBy ?? null),
      reviewedBy: selectUserId(draft.reviewedBy ?? null),
    }),
    ...replaceUploadUsesStatements(db, { kind: 'blog', subjectId, isDraft: true, content, ...getImageIds(fields) }),
  ];
}

const toRestoredVersion = ({ version }: DraftRow, { draftVersion }: StateAfter) =>
  draftVersion === null || draftVersion === version ? version : draftVersion + 1;

/** Earlier actions on the post that ended where this one began can be undone next: they get the state that it is in now. */
export function rebaseEarlierUndosStatement({ blog, draft, after }: BlogSnapshot, revision: number, now: number): SQL {
  const state: StateAfter = { revision, draftVersion: draft && toRestoredVersion(draft, after) };
  return sql`UPDATE ${undoActions} SET snapshot = json_set(snapshot, '$.after', json(${JSON.stringify(state)}))
    WHERE snapshot IS NOT NULL AND ${gt(undoActions.undoUntil, now)} AND kind LIKE 'blog.%' AND id LIKE ${`%:${blog.id}`}
      AND json_extract(snapshot, '$.after.revision') = ${blog.revision}
      AND json_extract(snapshot, '$.after.draftVersion') IS ${draft?.version ?? null}`;
}
