import { DECISION_UNDO_WINDOW_MS } from '#api/domain/publication-states.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';
import { undoDecision } from '#src/features/openshelf/openshelf-api.ts';

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
  if (undo) {
    const decision = { id: undo.id, message, until, ...(note && { note }) };
    store([...listOpen(), decision]);
    showDecision(decision, onUndone);
  }
  if (!undo) showToast(message, 'success', note ? { note } : undefined);
  return response;
}

/** A decision that can still be undone, as this tab keeps it: it survives a reload. */
type OpenDecision = { id: string; message: string; note?: string; until: number };

const STORAGE_KEY = 'open-decisions';
const listOpen = (): OpenDecision[] =>
  (readStoredJson<OpenDecision[]>('sessionStorage', STORAGE_KEY) ?? []).filter(({ until }) => until > Date.now());
const store = (decisions: readonly OpenDecision[]) =>
  storeJson('sessionStorage', STORAGE_KEY, decisions.length === 0 ? null : decisions);

function showDecision({ id, message, note, until }: OpenDecision, onUndone: () => void): void {
  const undo = () => {
    store(listOpen().filter((each) => each.id !== id));
    return undoDecision(id);
  };
  showUndoToast({ message, note, until, undo, onUndone });
}

/** Shows the decisions of the page before that can still be undone. */
export function restoreDecisionToasts(onUndone: () => void): void {
  for (const decision of listOpen()) showDecision(decision, onUndone);
}
