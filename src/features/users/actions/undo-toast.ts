import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { undoUserAction } from '#src/features/users/users-api.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';

export type UndoableResult = {
  /** What was done. */
  message: string;
  note: string;
  /** Null for an act that can't be undone. */
  undoId: string | null;
  /** When the undo ends, by the clock of this browser (ms). */
  until: number;
};

type Undoable = { message: string; data: { user: UserDetailJson }; undo: { id: string } | null };

/** Runs an act. Its undo is counted from before the request, so the toast never promises more than the server gives. */
export async function runUndoable(
  act: () => Promise<Undoable>,
  note: string,
): Promise<UndoableResult & { user: UserDetailJson }> {
  const until = Date.now() + UNDO_WINDOW_MS;
  const { message, data, undo } = await act();
  return { message, note, undoId: undo?.id ?? null, until, user: data.user };
}

/** Says what was done, with Undo for as long as it is possible. `onUndone` is called after Undo, also when it was refused. */
export function showResult({ message, note, undoId, until }: UndoableResult, onUndone: () => void): void {
  if (undoId === null || until <= Date.now()) showToast(message, 'success', { note });
  else showUndoToast({ message, note, until, undo: () => undoUserAction(undoId), onUndone });
}

const STORED_KEY = 'userDeletion';

/** Keeps the undo of a deletion for the list, which is shown next, and again after a reload; null forgets it. */
export const storeDeletion = (result: UndoableResult | null) => storeJson('sessionStorage', STORED_KEY, result);

/** The last deletion of this tab while it can be undone. */
export function readDeletion(): UndoableResult | null {
  const stored = readStoredJson<UndoableResult>('sessionStorage', STORED_KEY);
  return stored && stored.undoId !== null && stored.until > Date.now() ? stored : null;
}
