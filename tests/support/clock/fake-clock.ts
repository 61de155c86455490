import type { Clock } from '#api/clock.ts';

export type FakeClock = Clock & { advance(milliseconds: number): void; set(iso: string): void };

/** A clock whose time changes only by `advance` and `set`. */
export function createFakeClock(start = '2026-11-21T00:00:00.000Z'): FakeClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
    set(iso) {
      now = Date.parse(iso);
    },
  };
}
