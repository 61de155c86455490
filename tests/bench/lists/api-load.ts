import { readFile } from 'node:fs/promises';
import { quantile, round } from '../figures.ts';

const MEASURED_REQUESTS = 60;
const WARM_UP_REQUESTS = 10;
export const CONCURRENCY = 4;
/** Target of the 95th percentile of every query, milliseconds. */
export const P95_MS = 150;

export type ApiFigures = {
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  /** Processor time of the server for one request: the same on a busy machine. Null where the system does not tell. */
  cpu_ms: number | null;
  rows: number;
};
type Server = { port: number; pid: number; token: string };
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The times of 60 requests, 4 at once, after 10 to warm up; the paths are sent in turn. `countRows` reads a response. */
export async function measureRequests(
  { port, pid, token }: Server,
  paths: readonly string[],
  countRows: (body: unknown) => number,
): Promise<ApiFigures> {
  const times: number[] = [];
  let rows = 0;
  let next = 0;
  const sendRequests = async () => {
    while (next < WARM_UP_REQUESTS + MEASURED_REQUESTS) {
      const n = next;
      next += 1;
      const startedAt = performance.now();
      const url = `http://127.0.0.1:${port}${paths[n % paths.length]}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
      rows = countRows(await response.json());
      if (n >= WARM_UP_REQUESTS) times.push(performance.now() - startedAt);
    }
  };
  const cpuBefore = await readProcessorMs(pid);
  await Promise.all(Array.from({ length: CONCURRENCY }, sendRequests));
  const cpuMs = (await readProcessorMs(pid)) - cpuBefore;
  const toMs = (q: number) => round(quantile(times, q));
  return { p50_ms: toMs(0.5), p95_ms: toMs(0.95), p99_ms: toMs(0.99), cpu_ms: toPerRequest(cpuMs), rows };
}

const toPerRequest = (ms: number) => (Number.isNaN(ms) ? null : round(ms / (WARM_UP_REQUESTS + MEASURED_REQUESTS)));

/** Time in the process and in the system for it; NaN without /proc. */
async function readProcessorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in brackets: the 12th and 13th field are the two times.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
