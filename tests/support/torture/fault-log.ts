/** When faults were on, so that checks know what could not be avoided meanwhile. */
export type FaultKind = 'kill' | 'pause' | 'disk' | 'bucket' | 'database';

type Period = { kind: FaultKind; server: number | null; from: number; until: number };

/** After a fault has ended a server may need so long to be itself again, milliseconds. */
const RECOVERY_MS = 30_000;

export function createFaultLog() {
  const periods: Period[] = [];
  return {
    count: (kind?: FaultKind) => periods.filter((period) => kind === undefined || period.kind === kind).length,
    /** Returns a function that ends it. */
    begin(kind: FaultKind, server: number | null = null): () => void {
      const period = { kind, server, from: Date.now(), until: Number.POSITIVE_INFINITY };
      periods.push(period);
      return () => {
        period.until = Date.now();
      };
    },
    /** Whether a fault of these kinds was on, or had just ended, between two times. */
    wasOn(from: number, until: number, kinds?: FaultKind[], server?: number): boolean {
      return periods.some(
        (period) =>
          period.from <= until &&
          period.until + RECOVERY_MS >= from &&
          (kinds === undefined || kinds.includes(period.kind)) &&
          (server === undefined || period.server === null || period.server === server),
      );
    },
  };
}

export type FaultLog = ReturnType<typeof createFaultLog>;
