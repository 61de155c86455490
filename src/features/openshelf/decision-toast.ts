import { DECISION_UNDO_WINDOW_MS } from '#api/domain/publication-states.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';
import { undoDecision } from './openshelf-api.ts';

type Options = {
  /** A second line, such as the title. */
  note?: string;
  /** Called after Undo, also when the server refused it: the screen shows what is true then. */
  onUndone: () => void;
};

/**
 * Sends a decision and says what the server answered, with Undo as long as it can be undone; that is counted from before
 * the request, so the toast never promises more than the server gives. @throws what the request throws
 */
export async function sendDecision<Response extends { message: string; undo: { id: string } | null }>(
  send: () => Promise<Response>,
  { note, onUndone }: Options,
): Promise<Response> {
  const until = Date.now() + DECISION_UNDO_WINDOW_MS;
  const response = await send();
  const { message, undo } = response;
  if (undo) showUndoToast({ message, note, until, undo: () => undoDecision(undo.id), onUndone });
  else showToast(message, 'success', note ? { note } : undefined);
  return response;
}
