import { backoffMs } from '#api/domain/backoff.ts';

const SECOND_MS = 1_000;
const LONGEST_MS = 10 * 60 * SECOND_MS;
/** Attempts after permanent SMTP errors: some servers send 5xx for a temporary problem. */
const REFUSALS_MAX = 3;

/**
 * How long to wait after the n-th failure (1 is the first), milliseconds: 2 s, 4 s, 8 s and so on up to 10 minutes, but
 * at most a twentieth of how long the mail is of use; half of it by chance, so that mails do not come back in step.
 */
export function pauseAfter(attempt: number, lifeMs: number, random: () => number): number {
  return backoffMs(attempt, Math.max(SECOND_MS, Math.min(LONGEST_MS, lifeMs / 20)), random);
}

export const isHopeless = (attempt: number) => attempt >= REFUSALS_MAX;
