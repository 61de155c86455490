import { useCallback } from 'react';
import { showUndoToast, undoActions } from '#src/ui/feedback/undo-toast.ts';
import type { PostUndo } from './posts-api.ts';

/** Says what was done to posts, in a toast with Undo. */
export function usePostUndo(reload: () => void) {
  return useCallback(
    (message: string, { ids, until }: PostUndo, { note, onUndone }: { note?: string; onUndone?: () => void } = {}) =>
      showUndoToast({
        message,
        note,
        until,
        undo: () => undoActions(ids),
        onUndone: () => {
          onUndone?.();
          reload();
        },
      }),
    [reload],
  );
}
