/** Debounce of the autosave (ms). */
const DEBOUNCE_MS = 1_000;
/** Maximum delay of an autosave while changes continue (ms). */
const MAX_WAIT_MS = 5_000;

/** When a change is to be saved, milliseconds UTC. */
export function computeSaveDueAt(firstUnsavedAt: number, lastChangeAt: number): number {
  return Math.min(lastChangeAt + DEBOUNCE_MS, firstUnsavedAt + MAX_WAIT_MS);
}

/** Whether a retry may succeed: no response, too many calls, or a server error. */
export function isRetryableStatus(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
