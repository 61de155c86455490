/** Debounce of the autosave (ms). */
const DEBOUNCE_MS = 1_000;
/** Maximum delay of an autosave while changes continue (ms). */
const MAX_WAIT_MS = 5_000;
const BACKOFF_BASE_MS = 2_000;
const BACKOFF_MAX_MS = 60_000;

/** When a change is to be saved, milliseconds UTC. */
export function computeSaveDueAt(firstUnsavedAt: number, lastChangeAt: number): number {
  return Math.min(lastChangeAt + DEBOUNCE_MS, firstUnsavedAt + MAX_WAIT_MS);
}

/** How long to wait before the next try: 2 s, 4 s, 8 s … a minute. */
export function computeRetryDelayMs(failures: number): number {
  return Math.min(BACKOFF_BASE_MS * 2 ** (failures - 1), BACKOFF_MAX_MS);
}

/** Whether the same call may go through later: no answer, too many calls, or a fault of the server. */
export function isRetryableStatus(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
