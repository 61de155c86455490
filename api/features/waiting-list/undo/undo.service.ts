import { pluralize } from '#api/domain/plurals.ts';
import { isGuardRollback, rollbackIfNoRows, writeNamed } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError, undoClosedError } from '#api/http/errors.ts';
import type { UndoEntriesJson } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import {
  auditUndoStatement,
  closeActionsStatement,
  countDecided,
  deleteInvitationsStatement,
  listActionKinds,
  resetDecisionsStatement,
  restoreEmailsStatements,
  restoreEntriesStatement,
} from './undo.queries.ts';

/**
 * Undoes actions of an admin: entries are pending again and their invitations deleted, deleted entries are put back. All
 * in one batch; what is too late stays. @throws conflict when nothing can be undone.
 */
export async function undoEntryActions(
  { db, clock, outboxWorker }: Pick<Deps, 'db' | 'clock' | 'outboxWorker'>,
  ids: readonly string[],
  actorId: number,
): Promise<UndoEntriesJson> {
  const undo = { ids, actorId, now: clock.now() };
  const kinds = (await listActionKinds(db, undo)).map(({ kind }) => kind);
  const written = await writeNamed(db, {
    restored: restoreEntriesStatement(undo),
    emails: restoreEmailsStatements(undo),
    audit: auditUndoStatement(undo, toStatuses(kinds)),
    undecided: resetDecisionsStatement(undo),
    invitations: deleteInvitationsStatement(undo),
    closed: [closeActionsStatement(db, undo), rollbackIfNoRows],
  }).catch((error: unknown) => {
    if (isGuardRollback(error)) return null;
    throw error;
  });
  const { restored, undecided } = written ?? { restored: 0, undecided: 0 };
  const deletions = kinds.filter((kind) => kind === 'waiting_list.deleted').length;
  const expired = (await countDecided(db, undo)) + deletions - restored;
  if (restored > 0) outboxWorker.wake();
  if (written === null) throw undoClosedError(false);
  if (restored + undecided === 0) {
    throw conflictError(
      deletions > 0
        ? 'The entry can’t be put back because this address has joined the list again.'
        : 'There is nothing left to undo. The entries have been removed from the list since.',
    );
  }
  return { message: formatUndone({ restored, undecided, expired }), undone: restored + undecided, expired };
}

/** The values before and after, where they are the same for all entries. */
function toStatuses(kinds: readonly string[]): { before: string | null; after: string | null } {
  const [kind] = new Set(kinds);
  const isDecision = kind === 'waiting_list.invited' || kind === 'waiting_list.rejected';
  if (!isDecision || new Set(kinds).size > 1) return { before: null, after: null };
  return { before: kind.replace('waiting_list.', ''), after: 'pending' };
}

function formatUndone({ restored, undecided, expired }: { restored: number; undecided: number; expired: number }) {
  const pending = `${undecided} ${pluralize(undecided, 'entry is', 'entries are')} pending again.`;
  const back = `${restored} deleted ${pluralize(restored, 'entry is', 'entries are')} back on the list.`;
  const rest = `${expired} ${pluralize(expired, 'entry', 'entries')} could no longer be changed.`;
  return [undecided > 0 && pending, restored > 0 && back, expired > 0 && rest].filter(Boolean).join(' ');
}
