import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { UndoHandler } from '#api/undo/undo-kit.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import { dropMembersStatement, findMoveRow, undoMoveStatement } from './tax-moves.queries.ts';
import { toUndoneEntry } from './tax-moves.service.ts';

/** Takes back a move of subscribers to another tax rate that has not begun. */
export const taxMoveUndo: UndoHandler = {
  kinds: ['tax_move.started'],
  permission: 'billing.manage',
  plan: async ({ db }, { actorId, snapshot }, now) => {
    const row = await findMoveRow(db, String(snapshot?.moveId));
    if (!row) throw notFoundError('There is nothing to undo.');
    return {
      statements: {
        move: [undoMoveStatement(db, row.id, now), rollbackIfNoRows],
        members: dropMembersStatement(db, row.id),
        audit: insertAuditStatement(db, toUndoneEntry(row, { actorId, now })),
      },
      note: 'Undone. Everyone keeps their tax rate, and no one was told.',
      changed: 'This move has begun already.',
    };
  },
  summarize: ({ undone }) => undone.map(({ note }) => note).join(' ') || 'Nothing was undone.',
};
