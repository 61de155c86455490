/** `-before`: nothing is executed. `500-after`, `reset`, `cut-body` and `delay` execute the request and spoil its answer. */
export const FAULT_KINDS = [
  '402',
  '409',
  '429',
  '500-before',
  '500-after',
  '503',
  'reset',
  'cut-body',
  'delay',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** `path`: of a request (`/v1/customers/cus_1`) or a route (`/v1/customers/:id`); without method or path, every one. */
export type Fault = {
  match: { method?: string; path?: string };
  kind: FaultKind;
  delayMs?: number;
  times: number;
};

export type Faults = ReturnType<typeof createFaults>;

/** Faults in memory: a restart has none. */
export function createFaults() {
  let faults: Fault[] = [];
  return {
    list: (): readonly Fault[] => faults,
    set: (fault: Fault): void => {
      faults.push({ ...fault });
    },
    clear: (): void => {
      faults = [];
    },
    /** The fault of this request, counted down. */
    take: (request: { method: string; path: string; route: string }): Fault | null => {
      const fault = faults.find(
        ({ match }) =>
          (match.method === undefined || match.method === request.method) &&
          (match.path === undefined || match.path === request.path || match.path === request.route),
      );
      if (!fault) return null;
      fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      return fault;
    },
  };
}
