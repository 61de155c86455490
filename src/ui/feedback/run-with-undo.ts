import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast, undoActions } from './undo-toast.ts';

type UndoableAnswer = { message: string; undo: { id: string } | null };

/** Says what an act has done, with Undo where the server can undo it. @throws what the act throws */
export async function runWithUndo(
  act: () => Promise<UndoableAnswer>,
  { note, onUndone }: { note?: string; onUndone: () => void },
): Promise<void> {
  // Counted from before the request, so the toast never promises more than the server gives.
  const until = Date.now() + UNDO_WINDOW_MS;
  const { message, undo } = await act();
  if (undo) showUndoToast({ message, note, until, undo: () => undoActions([undo.id]), onUndone });
  else showToast(message, 'success');
}
