import { useCallback } from 'react';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';
import { type PostUndo, undoPostActions } from './posts-api.ts';

/** Says what was done to posts, in a toast with Undo. */
export function usePostUndo(reload: () => void) {
  return useCallback(
    (message: string, { ids, until }: PostUndo, { note, onUndone }: { note?: string; onUndone?: () => void } = {}) =>
      showUndoToast({
        message,
        note,
        until,
        undo: async () => {
          const { message: undone, skipped, expired } = await undoPostActions(ids);
          return { message: undone, isPartial: skipped.length + expired > 0 };
        },
        onUndone: () => {
          onUndone?.();
          reload();
        },
      }),
    [reload],
  );
}
