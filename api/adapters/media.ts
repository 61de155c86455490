import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { StoredFile } from '#db/schema/uploads.ts';
import type { Picture } from '#db/picture-names.ts';
import { PIXELS_MAX, pixelsSaid } from './picture-header.ts';

/** A file to be looked at; pictures made from it go into `directory` under names that begin with `hash`. */
export type MediaJob = { path: string; hash: string; declaredType: string; directory: string };

/** Why a file is not taken. */
export type MediaFault = 'unknown_type' | 'too_many_pixels' | 'too_many_frames' | 'too_slow' | 'damaged';

export type MadePicture = { kind: 'image'; picture: Picture; files: StoredFile[] };
export type ReadVideo = { kind: 'video'; contentType: string; width: number; height: number };
export type MediaAnswer = MadePicture | ReadVideo | { refused: MediaFault };

const WORKER = join(PROJECT_ROOT, 'api/adapters/media-worker.ts');
/** Everything together, on a machine that has other things to do, milliseconds. */
const WHOLE_MS = 60_000;
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
   * and made anew in all sizes, videos opened. The file itself stays as it is.
   */
  read(job: MediaJob): Promise<MediaAnswer>;
};

/** A reader that keeps at most one process waiting for a file. */
export function createMediaReader(): MediaReader {
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
    const started = startWorker();
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
      const worker = spare ?? startWorker();
      spare = null;
      const answer = give(worker, job);
      expect();
      return answer;
    },
  };
}

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, ['--max-old-space-size=256', WORKER], {
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

function give(worker: ChildProcess, job: MediaJob): Promise<MediaAnswer> {
  const { stdin, stdout } = worker;
  if (!stdin || !stdout || !worker.pid) return Promise.reject(new Error('No process to read media.'));
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => worker.kill('SIGKILL'), WHOLE_MS);
    let said = '';
    stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    worker.once('error', reject);
    worker.once('close', (_code, signal) => {
      clearTimeout(limit);
      // A decoder that crashed said nothing.
      if (said) resolve(JSON.parse(said));
      else resolve({ refused: signal === 'SIGKILL' ? 'too_slow' : 'damaged' });
    });
    worker.ref();
    (stdout as Socket).ref();
    stdin.end(JSON.stringify(job));
  });
}
