import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { StoredFile } from '#db/schema/uploads.ts';
import type { Picture } from '#db/picture-names.ts';

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

/**
 * Looks at what somebody sent, in a process of its own that gets no environment: type by its bytes, pictures decoded
 * and made anew in all sizes, videos opened. The file itself stays as it is.
 */
export function readMedia(job: MediaJob): Promise<MediaAnswer> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, ['--max-old-space-size=256', WORKER, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      timeout: WHOLE_MS,
      killSignal: 'SIGKILL',
    });
    let said = '';
    worker.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    worker.once('error', reject);
    worker.once('spawn', () => setPriority(worker.pid ?? 0, NICE));
    worker.once('close', (_code, signal) => {
      // A decoder that crashed said nothing.
      if (said) resolve(JSON.parse(said));
      else resolve({ refused: signal === 'SIGKILL' ? 'too_slow' : 'damaged' });
    });
  });
}
