import type { ToastUndo } from '#src/lib/toast.ts';
import type { ToastShown } from './toast-area.ts';

// What a toast can do on admin screens: a second line, Undo, the place of an equal one, and the focus back. Other pages don't load it.

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

document.addEventListener('toast-shown', (event) => {
  const { element, close, kind, message, note, undo } = (event as CustomEvent<ToastShown>).detail;
  if (note) requestAnimationFrame(() => addNote(element, note));
  if (undo) addUndoButton(element, close, undo);
  if (!undo) closeEqual(element, `${kind} ${message} ${note}`);
  if (undo?.subjects) closeOlder(element, close, undo.subjects);
  returnFocusFrom(element);
});

/** The undo toasts that are shown, by element. */
const shownUndos = new Map<HTMLElement, { subjects: readonly string[]; close: () => void }>();

/** Closes older toasts about the same: their Undo would be refused. */
function closeOlder(toast: HTMLElement, close: () => void, subjects: readonly string[]): void {
  for (const older of shownUndos.values())
    if (older.subjects.some((subject) => subjects.includes(subject))) older.close();
  shownUndos.set(toast, { subjects, close });
  toast.addEventListener('close', () => shownUndos.delete(toast));
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
function addUndoButton(toast: HTMLElement, close: () => void, { until, onUndo }: ToastUndo): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toast-undo';
  button.textContent = 'Undo';
  const seconds = document.createElement('span');
  seconds.setAttribute('aria-hidden', 'true');
  seconds.className = 'toast-seconds';
  button.append(seconds);
  const undo = () => {
    close();
    onUndo();
  };
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

/** Ctrl-Z presses the newest Undo, except where it undoes what was typed. */
document.addEventListener('keydown', (event) => {
  const isUndoKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  const isElsewhere = (event.target as Element).closest?.(TYPING) || document.querySelector('dialog[open]');
  const button = [...document.querySelectorAll<HTMLElement>('.toast-undo')].at(-1);
  if (event.defaultPrevented || !isUndoKey || isElsewhere || !button) return;
  event.preventDefault();
  button.click();
});
