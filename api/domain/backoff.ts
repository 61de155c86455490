const SECOND_MS = 1_000;

/**
 * Exponential backoff with jitter: how long to wait after the n-th failure in a row (1 is the first), milliseconds. 2 s,
 * 4 s, 8 s and so on up to `maxMs`; half of it by chance, so that what failed together is not retried together.
 */
export function backoffMs(attempt: number, maxMs: number, random: () => number = Math.random): number {
  const full = Math.min(maxMs, SECOND_MS * 2 ** Math.min(attempt, 20));
  return Math.round(full / 2 + (full / 2) * random());
}
