import { DECISION_UNDO_WINDOW_MS } from '#api/domain/publication-states.ts';
import { showToast } from '#src/lib/toast.ts';
import { createStoredUndos, type StoredUndo } from '#src/ui/feedback/stored-undos.ts';
import { undoActions } from '#src/ui/feedback/undo-toast.ts';
import { putBackDrafts, type SentDrafts, takeDrafts } from './use-comment-draft.ts';

type Options = {
  /** What is decided on. */
  ids: readonly number[];
  /** Where what was written for it is stored: removed once it is decided, and put back by an undo. */
  draftKeys: readonly string[];
  /** A second line, such as the title. */
  note?: string;
  /** Called after Undo, also when the server refused it: the screen shows what is true then. */
  onUndone: () => void;
};

/** A decision that can still be undone. */
type DecisionUndo = StoredUndo & { publicationIds: readonly number[]; drafts: SentDrafts };

export const decisionUndos = createStoredUndos<DecisionUndo>('decisionUndos', async ({ id, drafts }) => {
  const undone = await undoActions([id]);
  putBackDrafts(drafts);
  return undone;
});

/**
 * Sends a decision and says what the server answered, with Undo as long as it can be undone; that is counted from before
 * the request, so the toast never promises more than the server gives. @throws what the request throws
 */
export async function sendDecision<Response extends { message: string; undo: { id: string } | null }>(
  send: () => Promise<Response>,
  { ids, draftKeys, note, onUndone }: Options,
): Promise<Response> {
  const until = Date.now() + DECISION_UNDO_WINDOW_MS;
  const response = await send();
  const { message, undo } = response;
  const drafts = takeDrafts(draftKeys);
  const more = note ? { note } : {};
  if (undo) {
    const subjects = ids.map((id) => `publication ${id}`);
    decisionUndos.show({ ...more, id: undo.id, message, until, subjects, publicationIds: ids, drafts }, onUndone);
  } else showToast(message, 'success', more);
  return response;
}
