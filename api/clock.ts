/** The time as a dependency. `now` is UTC milliseconds since 1970. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC, as the wire shows an instant. */
export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

export const toIsoOrNull = (instant: number | null): string | null => (instant === null ? null : toIso(instant));
