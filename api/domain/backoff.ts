type BackoffOptions = { maxMs: number; baseMs?: number; random?: () => number };

/** As `random`: the full delay, for a wait that must be exact. */
export const withoutJitter = () => 1;

/**
 * Exponential backoff with jitter: how long to wait after the n-th failure in a row (1 is the first), milliseconds. `baseMs`
 * doubled up to `maxMs`; half of it is random, so that what failed together is not retried together.
 */
export function computeBackoffMs(
  failures: number,
  { maxMs, baseMs = 2_000, random = Math.random }: BackoffOptions,
): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(full / 2 + (full / 2) * random());
}
