import { pluralize } from '#api/domain/plurals.ts';
import type { UndoHandler, UndoOutcome } from '#api/undo/undo-kit.ts';
import { countLeft, resetDecisionStatements, restoreEntryStatements } from './undo.queries.ts';

const JOINED_AGAIN = 'The entry can’t be put back because this address has joined the list again.';
const REMOVED = 'There is nothing left to undo. The entries have been removed from the list since.';

/** Invitations and rejections: the entries are pending again. Deletions: the entry is put back. */
export const entryUndo: UndoHandler = {
  kinds: ['waiting_list.invited', 'waiting_list.rejected', 'waiting_list.deleted'],
  permission: 'waiting-list.manage',
  plan: (_deps, action, now) =>
    action.kind === 'waiting_list.deleted'
      ? { statements: restoreEntryStatements(action, now), changed: JOINED_AGAIN }
      : { statements: resetDecisionStatements(action, now), changed: REMOVED },
  countExpired: ({ db }, ids) => countLeft(db, ids),
  summarize: summarizeEntries,
  wake: ({ outboxWorker }) => outboxWorker.wake(),
};

function summarizeEntries({ undone, restored, skipped, expired }: UndoOutcome): string {
  const deletions = undone.filter(({ kind }) => kind === 'waiting_list.deleted').length;
  const undecided = restored - deletions;
  const left = skipped.length + expired;
  const pending = `${undecided} ${pluralize(undecided, 'entry is', 'entries are')} pending again.`;
  const back = `${deletions} deleted ${pluralize(deletions, 'entry is', 'entries are')} back on the list.`;
  const rest = `${left} ${pluralize(left, 'entry', 'entries')} could no longer be changed.`;
  return [undecided > 0 && pending, deletions > 0 && back, left > 0 && rest].filter(Boolean).join(' ');
}
