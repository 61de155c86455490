import { api, formatServerError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type UndoableAction = {
  /** What was done. */
  message: string;
  /** A second, quieter line. */
  note?: string | undefined;
  /** When the undo ends, by the clock of this browser (ms): counted from before the request, so it never promises too much. */
  until: number;
  /** What the undo puts back: a newer act on any of it closes this toast, whose Undo would be refused. */
  subjects?: readonly string[] | undefined;
  /** `isPartial`: some or all could not be undone. */
  undo: () => Promise<{ message: string; isPartial?: boolean }>;
  /** Called after Undo, also when the server refused it: the screen shows what is true then. */
  onUndone: () => void;
};

/** Undoes actions of any kind by their ids. */
export async function undoActions(ids: string[]): Promise<{ message: string; isPartial: boolean }> {
  const { message, left } = await api.post('/api/admin/undo', { json: { ids } });
  return { message, isPartial: left > 0 };
}

/** Says what was done, with Undo for as long as it is possible; without where the response took longer than that. */
export function showUndoToast({ message, note, until, subjects, undo, onUndone }: UndoableAction): void {
  const onUndo = async () => {
    try {
      const undone = await undo();
      showToast(undone.message, undone.isPartial ? 'warning' : 'success');
    } catch (error) {
      showToast(formatServerError(error, 'Couldn’t undo this'), 'error');
    }
    onUndone();
  };
  const toastUndo = { until, onUndo: () => void onUndo(), ...(subjects && { subjects }) };
  showToast(message, 'success', { ...(note && { note }), ...(until > Date.now() && { undo: toastUndo }) });
}

/** Closes the toasts whose Undo is about any of these: it was undone elsewhere, and their Undo would be refused. */
export const closeUndoToasts = (subjects: readonly string[]) =>
  document.dispatchEvent(new CustomEvent<readonly string[]>('undo-closed', { detail: subjects }));

/** Undoes what the newest toast with an Undo is about (`toast-undo.ts`). */
export const undoNewest = () => document.dispatchEvent(new Event('undo-newest'));
