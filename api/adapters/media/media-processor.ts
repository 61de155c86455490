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
  /**
   * Processor time for reading an upload; later steps work on decoded pixels. The process enforces it itself. A machine that is busy with other
   * work refuses no file for it.
   */
  decodeTimeoutMs: number;
  /** After this without a decoded file the server kills the process: it waits, or is in a loop that lets no timer run. */
  killTimeoutMs: number;
  /** Time limit for the whole file, on a busy machine. */
  totalTimeoutMs: number;
};
const LIMITS: MediaLimits = { decodeTimeoutMs: 8_000, killTimeoutMs: 25_000, totalTimeoutMs: 120_000 };
/** Lower priority than the server. */
const WORKER_NICENESS = 10;

/** After this an unused process is ended (ms). Several files are often uploaded in a row. */
const IDLE_WORKER_MS = 30_000;

/** Processes uploads, each in a process of its own. */
export type MediaProcessor = {
  /** Starts a process, so that it is ready when the upload has arrived. */
  prewarm(): void;
  /**
   * Processes an upload without environment variables: detects its type by its bytes, creates the variants of an image, or
   * copies a video without metadata. The file itself is not changed.
   */
  processFile(job: MediaJob): Promise<MediaWorkerResponse>;
};

/** At most one process is started in advance. `script` is what the process runs. */
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
      // The size in the header only serves to refuse a file: everything else is decided in the process.
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
  // A process that could not start, or has exited, is reported by `runInWorker`.
  worker.on('error', () => undefined);
  worker.stdin?.on('error', () => undefined);
  // It must not keep the server from stopping.
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
      // A decoder that crashed has printed nothing.
      if (output.trim()) resolve(JSON.parse(output));
      else resolve({ rejected: signal === 'SIGKILL' ? 'too_slow' : 'damaged' });
    });
    worker.ref();
    (stdout as Socket).ref();
    const task: MediaWorkerRequest = { ...job, decodeMs: decodeTimeoutMs };
    stdin.end(JSON.stringify(task));
  });
}
