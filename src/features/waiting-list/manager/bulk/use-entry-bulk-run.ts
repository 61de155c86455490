import { showToast } from '#src/lib/toast.ts';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';
import { formatDone } from './bulk-copy.ts';
import {
  addResults,
  type BulkAction,
  type BulkRequest,
  type BulkResult,
  type BulkTarget,
  EMPTY_RESULT,
  type EntryBulkRun,
  type EntrySelection,
  PART_SIZE,
  sendPart,
} from './entry-bulk-run.ts';

type Options = {
  userId: number;
  reload: () => void;
  showUndo: (message: string, undo: { ids: string[]; until: number }, note: string) => void;
};

/** One bulk action at a time: invites, rejects, or sends invitations again. */
export function useEntryBulkRun({ userId, reload, showUndo }: Options) {
  const bulk = useBulkRun<BulkRequest, BulkTarget, BulkResult>({
    name: 'waitingListRun',
    userId,
    reload,
    sendPart,
    addResults,
    emptyResult: EMPTY_RESULT,
    onEnd: (run) => announceEnd(run, showUndo),
  });
  const start = (action: BulkAction, target: BulkTarget, total: number) => bulk.start({ action }, target, total);
  return {
    ...bulk,
    start: (action: BulkAction, selection: EntrySelection) => start(action, toTarget(selection), selection.count),
    inviteNext: (ids: number[]) => start('invite', { ids }, ids.length),
    retryRefused: () => {
      const ids = bulk.run?.result.refusals.map(({ id }) => id) ?? [];
      bulk.repeat({ ids }, ids.length);
    },
  };
}

const toTarget = ({ entries, filter, count }: EntrySelection): BulkTarget =>
  filter ? { filter, total: count } : { ids: entries.map(({ id }) => id) };

/** True for a run that a toast alone does not describe: one in parts, one that was stopped, or one with refusals. */
export const hasNotice = ({ total, rest, result }: EntryBulkRun): boolean =>
  total > PART_SIZE || rest !== null || result.undoIds.length > 1 || result.refusals.length > 0;

function announceEnd(run: EntryBulkRun, showUndo: Options['showUndo']): void {
  const { request, result } = run;
  const { updatedCount, undoIds, undoUntil } = result;
  const message = hasNotice(run) ? formatDone(request.action, updatedCount) : result.message;
  if (updatedCount === 0 || undoUntil === null) {
    if (message) showToast(message, updatedCount === 0 ? 'warning' : 'success');
    return;
  }
  const note = request.action === 'invite' ? 'The emails leave when the time to undo is up.' : 'They get no email.';
  showUndo(message, { ids: undoIds, until: undoUntil }, note);
}
