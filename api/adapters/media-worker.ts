import { writeSync } from 'node:fs';
import type { MediaAnswer, MediaFault, MediaJob } from './media.ts';
import { takenType } from './media-types.ts';

// A process of its own, for one file: whatever a hostile file does to a decoder, it does to this process alone. It
// knows no secret, and says on standard output what became of the file.
const STDOUT = 1;
/** Reading what somebody sent may take this long; what comes after works on our own pixels. */
const DECODE_MS = 8_000;

class Refusal extends Error {
  readonly fault: MediaFault;

  constructor(fault: MediaFault) {
    super(fault);
    this.fault = fault;
  }
}

async function work(job: MediaJob): Promise<MediaAnswer> {
  // A decoder that hangs holds a thread that nothing can stop, so the process goes.
  const deadline = setTimeout(() => {
    say({ refused: 'too_slow' });
    process.kill(process.pid, 'SIGKILL');
  }, DECODE_MS);
  const contentType = await takenType(job.path, job.declaredType);
  if (!contentType) throw new Refusal('unknown_type');
  const onDecoded = () => clearTimeout(deadline);
  if (contentType.startsWith('video/')) {
    const { readVideo } = await import('./videos.ts');
    const size = await readVideo(job.path, contentType);
    onDecoded();
    if (!size) throw new Refusal('damaged');
    return { kind: 'video', contentType, ...size };
  }
  const { makePictures } = await import('./pictures.ts');
  return makePictures({ ...job, contentType, onDecoded, refuse: (fault) => new Refusal(fault) });
}

function say(answer: MediaAnswer): void {
  writeSync(STDOUT, JSON.stringify(answer));
}

try {
  say(await work(JSON.parse(process.argv[2] ?? '{}')));
} catch (error) {
  // Whatever else a decoder says is about the file, too.
  say({ refused: error instanceof Refusal ? error.fault : 'damaged' });
}
process.exit();
