import type { Clock } from '#api/clock.ts';

export type OffsetClock = Clock & { advance(milliseconds: number): void };

/** The real time plus an offset that a test increases. */
export function createOffsetClock(): OffsetClock {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    advance(milliseconds) {
      offsetMs += milliseconds;
    },
  };
}
