import { showToast } from '#src/lib/toast.ts';

const KEY = 'notice';

/** Keeps a notice for the next page. */
export function keepNotice(message: string): void {
  try {
    sessionStorage.setItem(KEY, message);
  } catch {
    // storage is forbidden: the page itself has to say it
  }
}

export function showKeptNotice(): void {
  const message = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (message) showToast(message, 'success');
}
