type ToastKind = 'success' | 'error' | 'warning' | 'info';
/**
 * `until` is when the server refuses the undo (ms, this browser's clock); the toast stays and counts down until then.
 * `subjects`: what the undo puts back; a newer toast about any of it closes this one, whose Undo would be refused.
 */
export type ToastUndo = { until: number; onUndo: () => void; subjects?: readonly string[] };
export type Toast = {
  message: string;
  kind: ToastKind;
  /** A second, quieter line. */
  note?: string;
  undo?: ToastUndo;
};

/**
 * Shows a message in the toast area, top right, for 3 s. The area itself (src/ui/feedback/toast-area.ts) is in every page;
 * it listens for an event, so that scripts that show a message need not import it.
 */
export function showToast(message: string, kind: ToastKind = 'info', more: Pick<Toast, 'note' | 'undo'> = {}): void {
  document.dispatchEvent(new CustomEvent<Toast>('toast', { detail: { message, kind, ...more } }));
}

/** Shows a message on the next page. */
export function showToastAfterNavigation(message: string, kind: ToastKind = 'info'): void {
  try {
    sessionStorage.setItem('toast', JSON.stringify({ message, kind } satisfies Toast));
  } catch {
    // storage is forbidden: the next page shows no toast
  }
}
