import { useCallback } from 'react';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { formatServerError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { deleteEntry, type Entry, undoActions } from './entries-api.ts';
import { formatEntryName } from './entry-labels.ts';

/** Deletes one entry, and undoes actions. Each shows its result in a toast. */
export function useEntryActions(reload: () => void) {
  const undo = useCallback(
    async (ids: string[]) => {
      try {
        const { message, undone } = await undoActions(ids);
        showToast(message, undone > 0 ? 'success' : 'warning');
      } catch (error) {
        showToast(formatServerError(error, 'Failed to undo. Try again.'), 'error');
      }
      reload();
    },
    [reload],
  );
  const showUndo = useCallback(
    (message: string, { ids, until }: { ids: string[]; until: number }, note?: string) =>
      showToast(message, 'success', { ...(note && { note }), undo: { until, onUndo: () => void undo(ids) } }),
    [undo],
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
