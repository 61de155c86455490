/** A pause in typing after which is saved, milliseconds. */
const AFTER_TYPING_MS = 1_000;
/** Nothing waits longer than this, however fast somebody types. */
const AT_MOST_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** When a change is to be saved, milliseconds UTC. */
export function dueAt(firstUnsavedAt: number, lastChangeAt: number): number {
  return Math.min(lastChangeAt + AFTER_TYPING_MS, firstUnsavedAt + AT_MOST_MS);
}

/** How long to wait before the next try: 2 s, 4 s, 8 s … a minute. */
export function retryPause(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/** Whether the same call may go through later: no answer, too many calls, or a fault of the server. */
export function isWorthRetrying(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
