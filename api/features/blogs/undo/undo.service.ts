import { and, eq } from 'drizzle-orm';
import type { UndoAction } from '#db/queries/undo-actions.ts';
import { blogs, drafts } from '#db/schema/index.ts';
import { isUniqueViolation, type Statement } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { AppError, conflictError, notFoundError } from '#api/http/errors.ts';
import type { BlogRow } from '#api/features/blogs/blogs.mapper.ts';
import { replaceBlogStatements } from '#api/features/blogs/editing/editing.queries.ts';
import { requireBlog } from '#api/features/blogs/editing/editing.service.ts';
import { requireGroups, requireImages } from '#api/features/blogs/fields/fields.service.ts';
import { undoTrashStatements } from '#api/features/blogs/trash/trash.service.ts';
import type { UndoHandler, UndoOutcome } from '#api/undo/undo-kit.ts';
import { type BlogSnapshot, rebaseEarlierUndosStatement, restoreDraftStatements } from './undo.queries.ts';

/** Changes of posts: each gets the fields, categories, tags, authors and draft that it had, with its publish job. */
const undoing: Omit<UndoHandler, 'kinds' | 'permission'> = {
  getSubject: (action) => {
    const { id, title } = toSnapshot(action).blog;
    return { id, name: title };
  },
  plan: async (deps, action, now) => {
    const snapshot = toSnapshot(action);
    const isTrashing = action.kind === 'blog.trashed';
    const row = await requireUnchanged(deps, isTrashing, snapshot);
    const statements = isTrashing
      ? undoTrashStatements(deps.db, row, snapshot.blog, { actorId: action.actorId, now })
      : await restoreStatements(deps, action.actorId, row, snapshot);
    const changed = formatChanged(snapshot);
    return {
      statements: { post: statements, earlier: rebaseEarlierUndosStatement(snapshot, row.revision + 1, now) },
      changed,
      explain: (error) => (isUniqueViolation(error) ? changed : undefined),
    };
  },
  summarize: summarizePosts,
  wake: ({ publisher }) => publisher.wake(),
};

export const blogUndo: UndoHandler = { ...undoing, kinds: ['blog.changed'], permission: 'posts.publish' };
/** Authors delete their own drafts. */
export const blogTrashUndo: UndoHandler = { ...undoing, kinds: ['blog.trashed'], permission: 'posts.write' };

const toSnapshot = ({ snapshot }: UndoAction) => snapshot as BlogSnapshot;

/** The post as it is now. @throws not_found, conflict when it is not as the change left it. */
async function requireUnchanged({ db }: ContentDeps, isTrashing: boolean, snapshot: BlogSnapshot) {
  const { blog, after } = snapshot;
  const row = await db.orm.query.blogs.findFirst({ where: eq(blogs.id, blog.id) });
  const isDraft = and(eq(drafts.kind, 'blog'), eq(drafts.subjectId, blog.id));
  const [draft] = await db.orm.select({ version: drafts.version }).from(drafts).where(isDraft);
  if (!row) throw notFoundError(`${formatTitle(blog)} has been deleted since, so this can’t be undone.`);
  const isInPlace = (row.trashedAt !== null) === isTrashing;
  const isUnchanged = row.revision === after.revision && (draft?.version ?? null) === after.draftVersion;
  if (!isInPlace || !isUnchanged) throw conflictError(formatChanged(snapshot));
  return row;
}

/** @throws conflict when one of its categories, tags or authors, or one of its images is not there any more. */
async function restoreStatements(
  deps: ContentDeps,
  actorId: number,
  row: BlogRow,
  snapshot: BlogSnapshot,
): Promise<Statement[]> {
  const { db } = deps;
  const { id, revision: _, createdAt: __, trashedAt: ___, ...columns } = snapshot.blog;
  const { groups } = await requireBlog(db, id);
  const { categoryIds, tagIds = [], authorIds = [] } = snapshot;
  const groupsBefore = { categoryIds, tagIds, authorIds };
  await Promise.all([requireGroups(db, groupsBefore), requireImages(db, columns)]).catch((error) => {
    throw error instanceof AppError ? conflictError(formatChanged(snapshot)) : error;
  });
  return [
    ...(await replaceBlogStatements(
      deps,
      { row, groups },
      { columns, groups: groupsBefore },
      { userId: actorId, action: 'blog.undone', reason: `Undid a change: ${columns.title}` },
    )),
    ...restoreDraftStatements(db, snapshot, row.revision + 1),
  ];
}

const formatTitle = ({ title }: Pick<BlogRow, 'title'>) => (title ? `‘${title}’` : 'This post');
const formatChanged = ({ blog }: BlogSnapshot) =>
  `${formatTitle(blog)} has been changed since, so this can’t be undone.`;

const MAX_NAMED = 3;

function summarizePosts({ restored, skipped, expired }: UndoOutcome): string {
  const [are, they] = [pluralize(skipped.length, 'stays', 'stay'), pluralize(skipped.length, 'it is', 'they are')];
  const names = skipped.slice(0, MAX_NAMED).map(({ name }) => `‘${name || 'Untitled post'}’`);
  const more = skipped.length > MAX_NAMED ? [`${skipped.length - MAX_NAMED} more`] : [];
  return [
    restored > 0
      ? `Undone. ${formatCount(restored, 'post')} ${pluralize(restored, 'is as it was', 'are as they were')} before.`
      : 'Nothing was undone.',
    skipped.length > 0 &&
      `${formatCount(skipped.length, 'post')} ${are} as ${they}, because of later changes: ${[...names, ...more].join(', ')}.`,
    expired > 0 && `It was too late for ${formatCount(expired, 'post')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
