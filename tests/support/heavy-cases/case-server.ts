import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMemory, type RunningProcess, startSite } from '../../bench/built-server.ts';

const POLL_MS = 20;
const HANG_MS = 120_000;

const TURN_METER = fileURLToPath(new URL('./turn-meter.ts', import.meta.url));
/** Of the times in /proc (1/s). */
const TICKS_PER_SECOND = 100;

/** What the API answers; each case knows its shape. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of each answer is known where it is asked for
type Answer = any;

type Pause = { milliseconds: number; busy_milliseconds: number; work: string | null };

export type CaseServer = Awaited<ReturnType<typeof startCaseServer>>;

/** Starts the built server on a data directory as `npm start` does, and calls its API as an admin. */
export async function startCaseServer(dataDir: string, token = '') {
  const turnFile = `${dataDir}.turn`;
  const startedAt = performance.now();
  const settings = { NODE_OPTIONS: `--import=${TURN_METER}`, TURN_FILE: turnFile, LOG_LEVEL: 'warn' };
  const site: RunningProcess = await startSite(dataDir, settings);
  // A run that fails leaves no server behind.
  const cutOff = () => void site.process.kill('SIGKILL');
  process.prependOnceListener('exit', cutOff);
  const pagesAfter = performance.now() - startedAt;
  const processorTime = await readProcessorTime(site.process.pid ?? 0);
  const origin = `http://127.0.0.1:${site.port}`;

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(`${origin}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  for (const deadline = performance.now() + HANG_MS; !(await send('GET', '/api/ready')).ok; await sleep(POLL_MS))
    if (performance.now() > deadline) throw new Error('The server isn’t ready.');
  const readyAfter = performance.now() - startedAt;

  return {
    dataDir,
    port: site.port,
    origin,
    /** Until a page came, and until the API was ready, from the start of the process; and what processors worked for the page (ms). */
    start: { pages: pagesAfter, ready: readyAfter, processor: processorTime },
    send,

    /** @throws when it is refused */
    async call(method: string, path: string, body?: unknown): Promise<Answer> {
      const response = await send(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
      return text === '' ? null : JSON.parse(text);
    },

    /** The largest memory of the whole process so far, with all threads (MB). */
    readPeakMemory: () => readMemory(site.process, 'VmHWM'),

    /** The pauses of its event loop since its start that it has named, each as a line. */
    async listPauses(): Promise<string[]> {
      const { pauses } = JSON.parse(await (await send('GET', '/api/admin/system')).text()) as { pauses: Pause[] };
      return pauses.map((pause) => `${pause.milliseconds} ms (${pause.busy_milliseconds} at work): ${pause.work}`);
    },

    /** From now on the longest turn of the event loop is looked for. */
    beginTurns: () => void site.process.kill('SIGUSR2'),

    /** Stops it. Returns the most processor time between two turns of its event loop since `beginTurns` (ms). */
    async stop(): Promise<number> {
      await this.end('SIGTERM');
      return Number(await readFile(turnFile, 'utf8'));
    },

    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      if (site.process.exitCode !== null || site.process.signalCode !== null) return;
      const ended = once(site.process, 'exit');
      site.process.kill(signal);
      await ended;
      process.off('exit', cutOff);
    },
  };
}

/** What all threads of a process have used (ms). */
async function readProcessorTime(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}
