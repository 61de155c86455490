import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast, undoActions } from '#src/ui/feedback/undo-toast.ts';
import { deleteEntry, type Entry } from './entries-api.ts';
import { formatEntryName } from './entry-labels.ts';

/** Deletes one entry, and says in a toast what was done, with Undo. */
export function useEntryActions(reload: () => void) {
  const remove = async (entry: Entry) => {
    // Counted from before the request, so the toast never promises more than the server gives.
    const until = Date.now() + UNDO_WINDOW_MS;
    const { message, undo: action } = await deleteEntry(entry.id);
    const note = formatEntryName(entry);
    if (action) {
      showUndoToast({ message, note, until, undo: () => undoActions([action.id]), onUndone: reload });
    } else showToast(message, 'success');
    reload();
  };
  return { remove };
}
