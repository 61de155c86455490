import { and, desc, eq, sql } from 'drizzle-orm';
import { userNotes, users } from '#db/schema/index.ts';
import { isForeignKeyViolation, onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, conflictError, notFoundError } from '#api/http/errors.ts';
import type { UserNoteJson } from '#api/features/users/users.contract.ts';
import { toActorJson } from '#api/features/users/users.mapper.ts';
import { requireVisibleUser, userAuditStatement } from '#api/features/users/users.service.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock'>;

/** More are refused, so that all of them can be shown at once. */
const NOTES_MAX = 200;

/** What staff noted about a user, the newest first. @throws not_found. */
export async function getUserNotes(deps: NoteDeps, viewerId: number, userId: number): Promise<UserNoteJson[]> {
  await requireVisibleUser(deps, userId);
  return listNotes(deps, viewerId, userId);
}

async function listNotes({ db }: Pick<Deps, 'db'>, viewerId: number, userId: number): Promise<UserNoteJson[]> {
  const rows = await db.orm
    .select({ note: userNotes, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.authorId))
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.id));
  return rows.map(({ note, ...author }) => ({
    id: note.id,
    body: note.body,
    author: toActorJson(note.authorId, author),
    created_at: toIso(note.createdAt),
    is_own: note.authorId === viewerId,
  }));
}

type Changed = { message: string; data: { notes: UserNoteJson[] } };

/** Notes something about a user. The audit log says only that it was done. @throws not_found; conflict when there are too many. */
export async function addUserNote(deps: NoteDeps, authorId: number, userId: number, body: string): Promise<Changed> {
  const { db, clock } = deps;
  await requireVisibleUser(deps, userId);
  await write(db, [
    sql`INSERT INTO ${userNotes} (user_id, author_id, body, created_at)
      SELECT ${userId}, ${authorId}, ${body.trim()}, ${clock.now()}
      WHERE (SELECT count(*) FROM ${userNotes} WHERE ${userNotes.userId} = ${userId}) < ${NOTES_MAX}`,
    rollbackIfNoRows,
    userAuditStatement(deps, userId, { action: 'user.note_added', actorId: authorId }),
  ]).catch((error: unknown) => {
    if (isForeignKeyViolation(error)) throw notFoundError('User not found');
    return onGuardRollback(() => conflictError(`There are ${NOTES_MAX} notes already. Delete one first.`))(error);
  });
  return { message: 'Note added', data: { notes: await listNotes(deps, authorId, userId) } };
}

/** Deletes a note of one's own, for good. @throws not_found; forbidden for the note of somebody else. */
export async function deleteUserNote(
  deps: NoteDeps,
  actorId: number,
  { id: userId, noteId }: { id: number; noteId: number },
): Promise<Changed> {
  const { db } = deps;
  await requireVisibleUser(deps, userId);
  const isNote = and(eq(userNotes.id, noteId), eq(userNotes.userId, userId));
  await write(db, [
    db.orm.delete(userNotes).where(and(isNote, eq(userNotes.authorId, actorId))),
    rollbackIfNoRows,
    userAuditStatement(deps, userId, { action: 'user.note_deleted', actorId }),
  ]).catch(
    onGuardRollback(async () => {
      const [row] = await db.orm.select({ id: userNotes.id }).from(userNotes).where(isNote);
      return row
        ? new AppError('forbidden', 'You can only delete your own notes.')
        : notFoundError('This note has already been deleted.');
    }),
  );
  return { message: 'Note deleted', data: { notes: await listNotes(deps, actorId, userId) } };
}
