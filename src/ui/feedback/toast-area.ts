import type { Toast } from '#src/lib/toast.ts';

const SHOWN_MS = 3000;
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** What had the focus before a toast; it gets it back when that toast goes. */
let focusedBefore: Element | null = null;

/** One message, top right: gone after 3 s, kept while the pointer or the focus is on it, or as long as it can be undone. */
class ToastMessage extends HTMLElement {
  /** When the undo ends (ms); null for a toast without one. */
  until: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    this.addEventListener('focusin', ({ relatedTarget }) => {
      const previous = relatedTarget as Element | null;
      if (!previous?.closest('.toast-area')) focusedBefore = previous;
    });
    if (this.until === null) this.#closeSoon();
    else this.#countDown(this.until);
  }

  #closeSoon(): void {
    const startTimer = () => {
      clearTimeout(this.#timer);
      if (!this.matches(':hover, :focus-within')) this.#timer = setTimeout(() => this.close(), SHOWN_MS);
    };
    const stopTimer = () => clearTimeout(this.#timer);
    this.addEventListener('pointerenter', stopTimer);
    this.addEventListener('focusin', stopTimer);
    this.addEventListener('pointerleave', startTimer);
    this.addEventListener('focusout', () => setTimeout(startTimer));
    startTimer();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    const hadFocus = this.contains(document.activeElement);
    this.remove();
    if (hadFocus && focusedBefore?.isConnected) (focusedBefore as HTMLElement).focus();
  }

  #countDown(until: number): void {
    const seconds = Math.ceil((until - Date.now()) / 1000);
    if (seconds <= 0) {
      this.close();
      return;
    }
    const shown = this.querySelector('.toast-seconds');
    if (shown) shown.textContent = ` (${seconds} s)`;
    // In time with the moment at which the shown number changes.
    this.#timer = setTimeout(() => this.#countDown(until), (until - Date.now()) % 1000 || 1000);
  }
}

function getToastArea(): HTMLElement {
  const existing = document.querySelector<HTMLElement>('.toast-area');
  if (existing) return existing;
  const area = document.createElement('div');
  area.className = 'toast-area no-print';
  area.setAttribute('role', 'region');
  area.setAttribute('aria-label', 'Notifications');
  document.body.append(area);
  return area;
}

/** Errors are announced at once, the rest when the reader is idle. */
function showToast({ message, kind, note, undo }: Toast): void {
  if (!customElements.get('toast-message')) customElements.define('toast-message', ToastMessage);
  const toast = document.createElement('toast-message') as ToastMessage;
  toast.className = `toast toast-${kind}`;
  toast.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  const text = document.createElement('span');
  text.className = 'toast-text';
  toast.append(text);
  if (undo) {
    toast.until = undo.until;
    toast.append(createUndoButton(undo.onUndo, toast));
  }
  const close = createButton('×', () => toast.close());
  close.className = 'toast-close';
  close.setAttribute('aria-label', 'Close notification');
  toast.append(close);
  getToastArea().append(toast);
  document.dispatchEvent(new Event('toast-shown'));
  // Set after the live region is in the page, so that it is announced.
  requestAnimationFrame(() => {
    text.textContent = message;
    if (!note) return;
    const small = document.createElement('small');
    small.textContent = note;
    text.append(small);
  });
}

/** The seconds that are left are not read aloud: the button would be announced anew each second. */
function createUndoButton(onUndo: () => void, toast: ToastMessage): HTMLButtonElement {
  const button = createButton('Undo', () => {
    toast.close();
    onUndo();
  });
  button.className = 'toast-undo';
  const seconds = document.createElement('span');
  seconds.className = 'toast-seconds';
  seconds.setAttribute('aria-hidden', 'true');
  button.append(seconds);
  return button;
}

function createButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick, { once: true });
  return button;
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

document.addEventListener('toast', (event) => showToast((event as CustomEvent<Toast>).detail));

// What the page before had to say.
try {
  const storedToast = sessionStorage.getItem('toast');
  sessionStorage.removeItem('toast');
  if (storedToast) showToast(JSON.parse(storedToast) as Toast);
} catch {
  // storage is forbidden: then nothing was kept
}
