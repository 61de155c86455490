import { and, eq } from 'drizzle-orm';
import { closeUndoStatement, findOpenUndo } from '#db/queries/undo-actions.ts';
import { blogs, drafts } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { ContentDeps } from '#api/deps.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { AppError, conflictError, notFoundError, undoClosedError } from '#api/http/errors.ts';
import type { UndoBlogsJson } from '#api/features/blogs/blogs.contract.ts';
import type { BlogRow } from '#api/features/blogs/blogs.mapper.ts';
import { replaceBlogStatements } from '#api/features/blogs/editing/editing.queries.ts';
import { requireBlog } from '#api/features/blogs/editing/editing.service.ts';
import { requireCategories, requireCover } from '#api/features/blogs/fields/fields.service.ts';
import { undoTrashStatements } from '#api/features/blogs/trash/trash.service.ts';
import {
  type BlogSnapshot,
  listPostUndos,
  rebaseEarlierUndosStatement,
  restoreDraftStatements,
} from './undo.queries.ts';

type Undo = { id: string; actorId: number; now: number; isTrashing: boolean };

/**
 * Takes bulk actions of this admin back: each post gets the fields, categories and draft that it had, in a batch of its own
 * with its publish job. A post that was changed since stays as it is. @throws not_found; conflict when it is too late.
 */
export async function undoBlogActions(
  deps: ContentDeps,
  ids: readonly string[],
  actorId: number,
): Promise<UndoBlogsJson> {
  const now = deps.clock.now();
  const actions = await listPostUndos(deps.db, ids, actorId);
  const waiting = actions.filter(({ undoneAt }) => undoneAt === null);
  const open = waiting.filter(({ undoUntil }) => undoUntil > now);
  if (actions.length === 0) throw notFoundError('There is nothing to undo.');
  if (open.length === 0) throw undoClosedError(waiting.length === 0);
  const restored: number[] = [];
  const skipped: UndoBlogsJson['skipped'] = [];
  for (const { id } of open) {
    const action = await findOpenUndo(deps.db, { id, actorId, now });
    // Another request has just undone it.
    if (!action?.snapshot) continue;
    const snapshot = action.snapshot as BlogSnapshot;
    const { id: blogId, title } = snapshot.blog;
    try {
      await undoChange(deps, { id, actorId, now, isTrashing: action.kind === 'blog.trashed' }, snapshot);
      restored.push(blogId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id: blogId, title, reason: error.message });
    }
  }
  deps.publisher.wake();
  const expired = waiting.length - open.length;
  return { message: formatUndone(restored.length, skipped, expired), restored, skipped, expired };
}

async function undoChange(deps: ContentDeps, undo: Undo, snapshot: BlogSnapshot): Promise<void> {
  const { db } = deps;
  const row = await requireUnchanged(deps, undo, snapshot);
  const statements = undo.isTrashing
    ? undoTrashStatements(db, row, snapshot.blog, undo)
    : await restoreStatements(deps, undo, row, snapshot);
  try {
    await write(db, [
      closeUndoStatement(db, undo),
      rollbackIfNoRows,
      ...statements,
      rebaseEarlierUndosStatement(snapshot, row.revision + 1, undo.now),
    ]);
  } catch (error) {
    if (!isGuardRollback(error) && !isUniqueViolation(error)) throw error;
    throw changedError();
  }
}

/** The post as it is now. @throws not_found, conflict when it is not as the change left it. */
async function requireUnchanged({ db }: ContentDeps, { isTrashing }: Undo, { blog, after }: BlogSnapshot) {
  const row = await db.orm.query.blogs.findFirst({ where: eq(blogs.id, blog.id) });
  const isDraft = and(eq(drafts.kind, 'blog'), eq(drafts.subjectId, blog.id));
  const [draft] = await db.orm.select({ version: drafts.version }).from(drafts).where(isDraft);
  if (!row) throw notFoundError('It has been deleted since.');
  const isInPlace = (row.trashedAt !== null) === isTrashing;
  const isUnchanged = row.revision === after.revision && (draft?.version ?? null) === after.draftVersion;
  if (!isInPlace || !isUnchanged) throw changedError();
  return row;
}

/** @throws validation_failed when one of its categories or its cover is not there any more. */
async function restoreStatements(
  deps: ContentDeps,
  { actorId }: Undo,
  row: BlogRow,
  snapshot: BlogSnapshot,
): Promise<Statement[]> {
  const { db } = deps;
  const { id, revision: _, createdAt: __, trashedAt: ___, ...columns } = snapshot.blog;
  const { categoryIds } = await requireBlog(db, id);
  await requireCategories(db, snapshot.categoryIds);
  await requireCover(db, columns.coverId);
  return [
    ...(await replaceBlogStatements(
      deps,
      { row, categoryIds },
      { columns, categoryIds: snapshot.categoryIds },
      { userId: actorId, action: 'blog.undone', reason: `Undid a change: ${columns.title}` },
    )),
    ...restoreDraftStatements(db, snapshot, row.revision + 1),
  ];
}

const changedError = () => conflictError('It has been changed since.');

const MAX_NAMED = 3;

function formatUndone(restored: number, skipped: UndoBlogsJson['skipped'], expired: number): string {
  const [are, they] = [pluralize(skipped.length, 'stays', 'stay'), pluralize(skipped.length, 'it is', 'they are')];
  const names = skipped.slice(0, MAX_NAMED).map(({ title }) => `‘${title || 'Untitled post'}’`);
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
