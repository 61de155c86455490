import { useCallback } from 'react';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast, undoActions } from '#src/ui/feedback/undo-toast.ts';
import { deleteEntry, type Entry } from './entries-api.ts';
import { formatEntryName } from './entry-labels.ts';

/** Deletes one entry, and says in a toast what was done, with Undo. */
export function useEntryActions(reload: () => void) {
  const showUndo = useCallback(
    (message: string, { ids, until }: { ids: string[]; until: number }, note?: string) =>
      showUndoToast({
        message,
        note,
        until,
        onUndone: reload,
        undo: () => undoActions(ids),
      }),
    [reload],
  );
  const remove = async (entry: Entry) => {
    // Counted from before the request, so the toast never promises more than the server gives.
    const until = Date.now() + UNDO_WINDOW_MS;
    const { message, undo: action } = await deleteEntry(entry.id);
    if (action) showUndo(message, { ids: [action.id], until }, formatEntryName(entry));
    else showToast(message, 'success');
    reload();
  };
  return { showUndo, remove };
}
