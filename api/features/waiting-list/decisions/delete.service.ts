import { eq, sql } from 'drizzle-orm';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { waitingListEntries as entries } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { deleteQueuedEmailsStatement } from '#api/features/waiting-list/waiting-list.queries.ts';
import { auditDeletionStatement, buildSnapshot } from '#api/features/waiting-list/undo/undo.queries.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

/** Deletes an entry and its unsent emails. Until it can't be undone any more, both are kept with the action. @throws not_found. */
export async function deleteEntry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  actorId: number,
): Promise<{ message: string; undo: UndoJson }> {
  const isTarget = eq(entries.id, id);
  const now = clock.now();
  const undoId = generateId();
  await write(db, [
    ...recordUndoStatements(db, {
      id: undoId,
      kind: 'waiting_list.deleted',
      actorId,
      now,
      snapshot: buildSnapshot(isTarget),
    }),
    auditDeletionStatement(sql`${isTarget}`, { actorId, now }),
    deleteQueuedEmailsStatement(db, isTarget),
    db.orm.delete(entries).where(isTarget),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(() => notFoundError('Waiting list entry not found')));
  return { message: 'The entry was deleted.', undo: toUndoJson(undoId, now) };
}
