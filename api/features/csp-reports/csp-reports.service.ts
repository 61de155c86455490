import type { Deps } from '#api/deps.ts';
import { listNetworks } from '#api/http/client-ip.ts';
import { AppError } from '#api/http/errors.ts';
import { readReports } from './csp-reports.mapper.ts';

export { cleanUrl } from './csp-reports.mapper.ts';

const WINDOW_MS = 10 * 60_000;
/** Different reports that are logged in one window. */
const LOGGED_MAX = 100;
/** Requests that are read in one window, of one network and in all. */
const NETWORK_MAX = 300;
const ALL_MAX = 5_000;

type Window = {
  endsAt: number;
  timer: NodeJS.Timeout;
  countsByReport: Map<string, { report: object; count: number }>;
  byNetwork: Map<string, number>;
  requests: number;
  refused: number;
  unloggedCount: number;
};

/** Log messages for a report, for its repeats at the end of a window, and for what was left out. */
type Messages = { once: string; repeated: string; skipped: string };

/**
 * Logs each report once in a window, and at its end how many there were. Anybody may send reports, so what a window logs
 * and remembers is bounded. In memory: a database write for each report would make the flood cost more.
 */
export function createReportLog({ log, clock }: Pick<Deps, 'log' | 'clock'>, messages: Messages) {
  let current: Window | null = null;

  const close = () => {
    if (current === null) return;
    const { timer, countsByReport, unloggedCount, refused } = current;
    clearTimeout(timer);
    current = null;
    for (const { report, count } of countsByReport.values()) {
      if (count > 1) log.warn({ report, count }, messages.repeated);
    }
    if (unloggedCount + refused > 0) log.warn({ reports: unloggedCount, requests: refused }, messages.skipped);
  };
  const open = (): Window => {
    if (current !== null && current.endsAt <= clock.now()) close();
    current ??= {
      endsAt: clock.now() + WINDOW_MS,
      timer: setTimeout(close, WINDOW_MS).unref(),
      countsByReport: new Map(),
      byNetwork: new Map(),
      requests: 0,
      refused: 0,
      unloggedCount: 0,
    };
    return current;
  };
  const add = ({ countsByReport }: Window, report: object, context: object): number => {
    const key = JSON.stringify(report);
    const existing = countsByReport.get(key);
    if (existing) existing.count += 1;
    else if (countsByReport.size >= LOGGED_MAX) return 1;
    else {
      countsByReport.set(key, { report, count: 1 });
      log.warn({ report, count: 1, ...context }, messages.once);
    }
    return 0;
  };

  return {
    /** Counts a request of this address before its body is read. @throws rate_limited. */
    requireLeft(ip: string): void {
      const [network = ''] = listNetworks(ip).slice(-1);
      const window = open();
      const count = (window.byNetwork.get(network) ?? 0) + 1;
      if (count > NETWORK_MAX || window.requests >= ALL_MAX) {
        window.refused += 1;
        const seconds = Math.max(1, Math.ceil((window.endsAt - clock.now()) / 1000));
        throw new AppError('rate_limited', 'Too many reports. Try again later.', { retryAfterSeconds: seconds });
      }
      window.byNetwork.set(network, count);
      window.requests += 1;
    },
    /** Logs reports, with `context` beside each, or counts them when the window is full. */
    logReports(reports: readonly object[], context: object = {}): void {
      const window = open();
      for (const report of reports) window.unloggedCount += add(window, report, context);
    },
  };
}

/** The log of policy violations, which reads the body of a request. */
export function createCspReportLog(deps: Pick<Deps, 'log' | 'clock'>) {
  const { requireLeft, logReports } = createReportLog(deps, {
    once: 'content security policy violation',
    repeated: 'content security policy violations in 10 minutes',
    skipped: 'content security policy reports not logged',
  });
  return { requireLeft, logBody: (body: string) => logReports(readReports(body)) };
}
