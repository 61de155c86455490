import type { Toast } from '#src/lib/toast.ts';

const SHOWN_MS = 3000;

/** One message, top right: gone after 3 s, kept while the pointer or the focus is on it. */
class ToastMessage extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    const startTimer = () => {
      clearTimeout(this.#timer);
      if (!this.matches(':hover, :focus-within')) this.#timer = setTimeout(() => this.remove(), SHOWN_MS);
    };
    const stopTimer = () => clearTimeout(this.#timer);
    this.addEventListener('pointerenter', stopTimer);
    this.addEventListener('focusin', stopTimer);
    this.addEventListener('pointerleave', startTimer);
    this.addEventListener('focusout', () => setTimeout(startTimer));
    startTimer();
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
function showToast({ message, kind }: Toast): void {
  if (!customElements.get('toast-message')) customElements.define('toast-message', ToastMessage);
  const toast = document.createElement('toast-message');
  toast.className = `toast toast-${kind}`;
  toast.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  const text = document.createElement('span');
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', 'Close notification');
  close.addEventListener('click', () => toast.remove());
  toast.append(text, close);
  getToastArea().append(toast);
  document.dispatchEvent(new Event('toast-shown'));
  // Set after the live region is in the page, so that it is announced.
  requestAnimationFrame(() => {
    text.textContent = message;
  });
}

document.addEventListener('toast', (event) => showToast((event as CustomEvent<Toast>).detail));

// What the page before had to say.
try {
  const storedToast = sessionStorage.getItem('toast');
  sessionStorage.removeItem('toast');
  if (storedToast) showToast(JSON.parse(storedToast) as Toast);
} catch {
  // storage is forbidden: then nothing was kept
}
