import { rollbackIfNoRows } from '#db/write.ts';
import { notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { UndoHandler } from '#api/undo/undo-kit.ts';
import { toCancelEntry } from './price-moves.service.ts';
import { cancelMoveStatement, dropMembersStatement, findMoveRow } from './price-moves.queries.ts';

/** Takes back a move of subscribers to another price, of which nobody was told yet. */
export const priceMoveUndo: UndoHandler = {
  kinds: ['price_move.started'],
  permission: 'billing.manage',
  plan: async ({ db }, { actorId, snapshot }, now) => {
    const row = await findMoveRow(db, String(snapshot?.moveId));
    if (!row) throw notFoundError('There is nothing to undo.');
    return {
      statements: {
        move: [cancelMoveStatement(db, row.id, now), rollbackIfNoRows],
        members: dropMembersStatement(db, row.id),
        audit: insertAuditStatement(db, toCancelEntry(row, { actorId, now, action: 'price_move.undone' })),
      },
      note: 'Undone. Everyone keeps their price, and no one was told.',
      changed: 'This move was cancelled already.',
    };
  },
  summarize: ({ undone }) => undone.map(({ note }) => note).join(' ') || 'Nothing was undone.',
};
