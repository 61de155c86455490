import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { MediaWorkerResponse, MediaJob, MediaWorkerRequest } from './media-worker-protocol.ts';
import { MAX_PIXELS, readDeclaredPixelCount } from './image-header.ts';

const WORKER = join(PROJECT_ROOT, 'api/adapters/media/media-worker.ts');
/** How long one file may take, milliseconds. */
export type MediaLimits = {
  /** Time limit for reading an upload; later steps work on decoded pixels. The process enforces it itself. */
  decodeTimeoutMs: number;
  /** The same for a process that is caught in a loop and minds nothing any more. */
  killTimeoutMs: number;
  /** Everything together, on a machine that has other things to do. */
  totalTimeoutMs: number;
};
const LIMITS: MediaLimits = { decodeTimeoutMs: 8_000, killTimeoutMs: 15_000, totalTimeoutMs: 60_000 };
/** Behind the server itself and what it renders. */
const WORKER_NICENESS = 10;

/** How long a process waits for a file before it goes: pictures come several at a time, milliseconds. */
const IDLE_WORKER_MS = 30_000;

/** Looks at files, one process for each. */
export type MediaProcessor = {
  /** Announces a file, so that its process has started when the file has arrived. */
  prewarm(): void;
  /**
   * Inspects an upload in a process of its own that gets no environment: type by its bytes, pictures decoded
   * and made anew in all sizes, videos copied without metadata. The file itself stays as it is.
   */
  processFile(job: MediaJob): Promise<MediaWorkerResponse>;
};

/** A reader that keeps at most one process waiting for a file. `script` is what the process runs. */
export function createMediaProcessor({ limits = LIMITS, script = WORKER } = {}): MediaProcessor {
  let idleWorker: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  const killIdleWorker = () => {
    idleWorker?.kill('SIGKILL');
    idleWorker = null;
  };
  const prewarm = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(killIdleWorker, IDLE_WORKER_MS).unref();
    if (idleWorker) return;
    const started = startWorker(script);
    idleWorker = started;
    const forget = () => {
      if (idleWorker === started) idleWorker = null;
    };
    started.once('exit', forget).once('error', forget);
  };
  return {
    prewarm,
    async processFile(job) {
      // What it says of itself is believed only to refuse it: the process decides about everything else.
      if (((await readDeclaredPixelCount(job.path)) ?? 0) > MAX_PIXELS) return { rejected: 'too_many_pixels' };
      const worker = idleWorker ?? startWorker(script);
      idleWorker = null;
      const result = runInWorker(worker, job, limits);
      prewarm();
      return result;
    },
  };
}

function startWorker(script: string): ChildProcess {
  const worker = spawn(process.execPath, ['--max-old-space-size=256', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  worker.once('spawn', () => setPriority(worker.pid ?? 0, WORKER_NICENESS));
  // A process that could not start, or has exited, is reported where its answer is awaited.
  worker.on('error', () => undefined);
  worker.stdin?.on('error', () => undefined);
  // The server need not wait for it when it stops.
  worker.unref();
  for (const stream of [worker.stdin, worker.stdout]) (stream as Socket | null)?.unref();
  return worker;
}

function runInWorker(worker: ChildProcess, job: MediaJob, limits: MediaLimits): Promise<MediaWorkerResponse> {
  const { stdin, stdout } = worker;
  if (!stdin || !stdout || !worker.pid) return Promise.reject(new Error('No media process available.'));
  return new Promise((resolve, reject) => {
    const { decodeTimeoutMs, killTimeoutMs, totalTimeoutMs } = limits;
    const ends = [killTimeoutMs, totalTimeoutMs].map((limit) => setTimeout(() => worker.kill('SIGKILL'), limit));
    let output = '';
    stdout.setEncoding('utf8').on('data', (text: string) => {
      clearTimeout(ends[0]);
      output += text;
    });
    worker.once('error', reject);
    worker.once('close', (_code, signal) => {
      for (const end of ends) clearTimeout(end);
      // A decoder that crashed said nothing.
      if (output.trim()) resolve(JSON.parse(output));
      else resolve({ rejected: signal === 'SIGKILL' ? 'too_slow' : 'damaged' });
    });
    worker.ref();
    (stdout as Socket).ref();
    const task: MediaWorkerRequest = { ...job, decodeMs: decodeTimeoutMs };
    stdin.end(JSON.stringify(task));
  });
}
