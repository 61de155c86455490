import type { ToastUndo } from '#src/lib/toast.ts';
import type { ToastShown } from './toast-area.ts';

// What a toast can do on admin screens: a second line, Undo, the place of an equal one, and the focus back. Other pages don't load it.

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

document.addEventListener('toast-shown', (event) => {
  const { element, close, kind, message, note, undo } = (event as CustomEvent<ToastShown>).detail;
  if (note) requestAnimationFrame(() => addNote(element, note));
  if (undo) addUndo(element, close, undo);
  else closeEqual(element, `${kind} ${message} ${note}`);
  returnFocusFrom(element);
});

/** The undo toasts that are shown, by element, the newest last. */
const shownUndos = new Map<HTMLElement, { subjects: readonly string[]; close: () => void; undo: () => void }>();

/** Closes older toasts about the same, too: their Undo would be refused. */
function addUndo(toast: HTMLElement, close: () => void, { subjects = [], until, onUndo }: ToastUndo): void {
  closeUndosOf(subjects);
  const undo = () => {
    close();
    onUndo();
  };
  shownUndos.set(toast, { subjects, close, undo });
  toast.addEventListener('close', () => shownUndos.delete(toast));
  addUndoButton(toast, { close, undo, until });
}

function closeUndosOf(subjects: readonly string[]): void {
  for (const shown of shownUndos.values())
    if (shown.subjects.some((subject) => subjects.includes(subject))) shown.close();
}

/** False when nothing can be undone. */
function undoNewest(): boolean {
  const newest = [...shownUndos].findLast(([toast]) => toast.isConnected);
  newest?.[1].undo();
  return newest !== undefined;
}

/** The new one takes its place, and is announced. Each Undo is an action of its own. */
function closeEqual(toast: HTMLElement, words: string): void {
  const equal = [...document.querySelectorAll<HTMLElement>('.toast')].find((shown) => shown.dataset.words === words);
  toast.dataset.words = words;
  equal?.dispatchEvent(new Event('close'));
  equal?.remove();
}

function addNote(toast: HTMLElement, note: string): void {
  const small = document.createElement('small');
  small.textContent = note;
  toast.querySelector('span')?.append(small);
}

/** The focus goes back to where it was before the toast. */
function returnFocusFrom(toast: HTMLElement): void {
  let before: HTMLElement | null = null;
  toast.addEventListener('focusin', ({ relatedTarget }) => {
    const previous = relatedTarget as HTMLElement | null;
    if (!toast.contains(previous)) before = previous;
  });
  toast.addEventListener('close', () => {
    if (toast.contains(document.activeElement)) before?.focus();
  });
}

/** The seconds that are left are not read aloud: the button would be announced anew each second. */
function addUndoButton(
  toast: HTMLElement,
  { close, undo, until }: { close: () => void; undo: () => void; until: number },
): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toast-undo';
  button.textContent = 'Undo';
  const seconds = document.createElement('span');
  seconds.setAttribute('aria-hidden', 'true');
  seconds.className = 'toast-seconds';
  button.append(seconds);
  button.addEventListener('click', undo, { once: true });
  toast.lastElementChild?.before(button);
  const countDown = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    if (!toast.isConnected) return;
    if (left <= 0) {
      close();
      return;
    }
    seconds.textContent = ` (${left} s)`;
    // In time with the moment at which the shown number changes.
    setTimeout(countDown, (until - Date.now()) % 1000 || 1000);
  };
  countDown();
}

document.addEventListener('undo-newest', undoNewest);
document.addEventListener('undo-closed', (event) => closeUndosOf((event as CustomEvent<readonly string[]>).detail));

/** Ctrl-Z is the newest Undo, except where it undoes what was typed. */
document.addEventListener('keydown', (event) => {
  const isUndoKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  const isElsewhere = (event.target as Element).closest?.(TYPING) || document.querySelector('dialog[open]');
  if (event.defaultPrevented || !isUndoKey || isElsewhere) return;
  if (undoNewest()) event.preventDefault();
});
