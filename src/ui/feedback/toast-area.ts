import type { Toast } from '#src/lib/toast.ts';

const SHOWN_MS = 3000;

/** Tells the scripts of the page that a toast is in it; on admin screens `toast-undo.ts` adds what it can do beyond this. */
export type ToastShown = Toast & { element: HTMLElement; close: () => void };

function getToastArea(): HTMLElement {
  const existing = document.querySelector<HTMLElement>('.toast-area');
  if (existing) return existing;
  const area = document.createElement('div');
  area.className = 'toast-area no-print';
  area.role = 'region';
  area.ariaLabel = 'Notifications';
  document.body.append(area);
  return area;
}

/**
 * One message, top right: gone after 3 s, kept while the pointer or the focus is on it, or as long as it can be undone.
 * Errors are announced at once, the rest when the reader is idle.
 */
function showToast(toast: Toast): void {
  const element = document.createElement('div');
  element.className = `toast toast-${toast.kind}`;
  element.role = toast.kind === 'error' ? 'alert' : 'status';
  const text = document.createElement('span');
  const button = document.createElement('button');
  button.textContent = '×';
  button.setAttribute('aria-label', 'Close notification');
  element.append(text, button);
  getToastArea().append(element);
  const close = () => {
    element.dispatchEvent(new Event('close'));
    element.remove();
  };
  button.addEventListener('click', close);
  if (!toast.undo) closeAfterAWhile(element, close);
  // Set after the live region is in the page, so that it is announced.
  requestAnimationFrame(() => text.prepend(toast.message));
  document.dispatchEvent(new CustomEvent<ToastShown>('toast-shown', { detail: { ...toast, element, close } }));
}

function closeAfterAWhile(element: HTMLElement, close: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (!element.matches(':hover, :focus-within')) timer = setTimeout(close, SHOWN_MS);
  };
  // The pointer and the focus are in their new place after the event.
  for (const name of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    element.addEventListener(name, () => setTimeout(restart));
  restart();
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
