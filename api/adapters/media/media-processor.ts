import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { MediaAnswer, MediaJob, MediaTask } from './media-worker-protocol.ts';
import { PIXELS_MAX, pixelsSaid } from './image-header.ts';

const WORKER = join(PROJECT_ROOT, 'api/adapters/media/media-worker.ts');
/** How long one file may take, milliseconds. */
export type MediaLimits = {
  /** Reading what somebody sent; what comes after works on our own pixels. The process minds it by itself. */
  decodeMs: number;
  /** The same for a process that is caught in a loop and minds nothing any more. */
  caughtMs: number;
  /** Everything together, on a machine that has other things to do. */
  wholeMs: number;
};
const LIMITS: MediaLimits = { decodeMs: 8_000, caughtMs: 15_000, wholeMs: 60_000 };
/** Behind the server itself and what it renders. */
const NICE = 10;

/** How long a process waits for a file before it goes: pictures come several at a time, milliseconds. */
const SPARE_MS = 30_000;

/** Looks at files, one process for each. */
export type MediaReader = {
  /** Says that a file is on its way, so that its process has started when it has come. */
  expect(): void;
  /**
   * Looks at what somebody sent, in a process of its own that gets no environment: type by its bytes, pictures decoded
   * and made anew in all sizes, videos copied without metadata. The file itself stays as it is.
   */
  read(job: MediaJob): Promise<MediaAnswer>;
};

/** A reader that keeps at most one process waiting for a file. `script` is what the process runs. */
export function createMediaReader({ limits = LIMITS, script = WORKER } = {}): MediaReader {
  let spare: ChildProcess | null = null;
  let goes: NodeJS.Timeout | undefined;
  const dismiss = () => {
    spare?.kill('SIGKILL');
    spare = null;
  };
  const expect = () => {
    clearTimeout(goes);
    goes = setTimeout(dismiss, SPARE_MS).unref();
    if (spare) return;
    const started = startWorker(script);
    spare = started;
    const forget = () => {
      if (spare === started) spare = null;
    };
    started.once('exit', forget).once('error', forget);
  };
  return {
    expect,
    async read(job) {
      // What it says of itself is believed only to refuse it: the process decides about everything else.
      if (((await pixelsSaid(job.path)) ?? 0) > PIXELS_MAX) return { refused: 'too_many_pixels' };
      const worker = spare ?? startWorker(script);
      spare = null;
      const answer = give(worker, job, limits);
      expect();
      return answer;
    },
  };
}

function startWorker(script: string): ChildProcess {
  const worker = spawn(process.execPath, ['--max-old-space-size=256', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  worker.once('spawn', () => setPriority(worker.pid ?? 0, NICE));
  // One that could not start, or has died, says so where its answer is waited for.
  worker.on('error', () => undefined);
  worker.stdin?.on('error', () => undefined);
  // Whoever waits for nothing else need not wait for this one.
  worker.unref();
  for (const stream of [worker.stdin, worker.stdout]) (stream as Socket | null)?.unref();
  return worker;
}

function give(worker: ChildProcess, job: MediaJob, limits: MediaLimits): Promise<MediaAnswer> {
  const { stdin, stdout } = worker;
  if (!stdin || !stdout || !worker.pid) return Promise.reject(new Error('No process to read media.'));
  return new Promise((resolve, reject) => {
    const { decodeMs, caughtMs, wholeMs } = limits;
    const ends = [caughtMs, wholeMs].map((limit) => setTimeout(() => worker.kill('SIGKILL'), limit));
    let said = '';
    stdout.setEncoding('utf8').on('data', (text: string) => {
      clearTimeout(ends[0]);
      said += text;
    });
    worker.once('error', reject);
    worker.once('close', (_code, signal) => {
      for (const end of ends) clearTimeout(end);
      // A decoder that crashed said nothing.
      if (said.trim()) resolve(JSON.parse(said));
      else resolve({ refused: signal === 'SIGKILL' ? 'too_slow' : 'damaged' });
    });
    worker.ref();
    (stdout as Socket).ref();
    const task: MediaTask = { ...job, decodeMs };
    stdin.end(JSON.stringify(task));
  });
}
