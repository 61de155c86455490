import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { showUndoToast, undoActions } from './undo-toast.ts';

/** An act that can still be undone, as this tab stores it: its toast is shown again after a reload, and on the next screen. */
export type StoredUndo = {
  /** Of the undo on the server. */
  id: string;
  /** What was done. */
  message: string;
  note?: string;
  /** When the undo ends, by the clock of this browser (ms). */
  until: number;
  /** What the undo puts back, such as 'user 12: blacklist'. The toast of a newer act on any of it closes this one. */
  subjects: readonly string[];
};

/** The undo toasts of one kind of act, stored under a key. */
export function createStoredUndos<Stored extends StoredUndo>(
  storageKey: string,
  sendUndo: (stored: Stored) => Promise<{ message: string }> = ({ id }) => undoActions([id]),
) {
  const list = (): Stored[] =>
    (readStoredJson<Stored[]>('sessionStorage', storageKey) ?? []).filter(({ until }) => until > Date.now());
  const replace = (stored: readonly Stored[]) =>
    storeJson('sessionStorage', storageKey, stored.length === 0 ? null : stored);

  const keep = (stored: Stored) => replace([...list(), stored]);
  const show = (stored: Stored, onUndone: (undone: Stored) => void) =>
    showUndoToast({
      ...stored,
      undo: () => sendUndo(stored),
      onUndone() {
        replace(list().filter(({ id }) => id !== stored.id));
        onUndone(stored);
      },
    });
  return {
    /** Stores an act for the screen that is shown next. */
    keep,
    /** Stores an act and says what was done, with Undo. `onUndone` is called after Undo, also when it was refused. */
    show(stored: Stored, onUndone: (undone: Stored) => void) {
      keep(stored);
      show(stored, onUndone);
    },
    /** Shows the acts of the page before that can still be undone, or those of them that belong to this screen. */
    restore(onUndone: (undone: Stored) => void, isShownHere: (stored: Stored) => boolean = () => true) {
      for (const stored of list().filter(isShownHere)) show(stored, onUndone);
    },
  };
}
