import type { Clock } from '#api/clock.ts';

export type OffsetClock = Clock & { advance(milliseconds: number): void };

/** The real time, and further ahead whenever a test says so. */
export function createOffsetClock(): OffsetClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance(milliseconds) {
      ahead += milliseconds;
    },
  };
}
