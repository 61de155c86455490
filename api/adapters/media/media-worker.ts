import { writeSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  DECODED_SIGNAL,
  type MediaWorkerResponse,
  type MediaErrorCode,
  type MediaWorkerRequest,
} from './media-worker-protocol.ts';
import { detectFileExtension, detectMediaType } from './media-type-detection.ts';
import { FILE_TYPES } from '#api/domain/file-types.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';

// A separate process for one file, so that a hostile file can only harm this process. It has no secrets, reads the path of
// the file from standard input, and writes the result to standard output.
const STDOUT = 1;
/** How often the processor time of a decoder is looked at. */
const WATCH_INTERVAL_MS = 250;

class MediaRejection extends Error {
  readonly errorCode: MediaErrorCode;

  constructor(errorCode: MediaErrorCode) {
    super(errorCode);
    this.errorCode = errorCode;
  }
}

async function processFile(job: MediaWorkerRequest): Promise<MediaWorkerResponse> {
  // A decoder that works for too long holds a thread that nothing can stop, so the process ends itself.
  const begun = process.cpuUsage();
  const watch = setInterval(
    () => {
      const { user, system } = process.cpuUsage(begun);
      if (user + system < job.decodeMs * 1_000) return;
      writeResponse({ rejected: 'too_slow' });
      process.kill(process.pid, 'SIGKILL');
    },
    Math.min(job.decodeMs, WATCH_INTERVAL_MS),
  );
  const contentType = await detectMediaType(job.path, job.declaredType);
  if (!contentType && !job.isPreview) return keepFile(job);
  if (!contentType || (job.isPreview && !isStillType(contentType))) throw new MediaRejection('unknown_type');
  const onDecoded = () => {
    clearInterval(watch);
    writeSync(STDOUT, DECODED_SIGNAL);
  };
  if (contentType.startsWith('video/')) {
    const { copyVideo } = await import('./mediabunny-videos.ts');
    const name = `${job.hash}.${contentType === 'video/webm' ? 'webm' : 'mp4'}`;
    const copied = await copyVideo({
      path: job.path,
      contentType,
      target: join(job.directory, name),
      onOpened: onDecoded,
    });
    if ('rejected' in copied) throw new MediaRejection(copied.rejected);
    const { width, height } = copied;
    return { kind: 'video', contentType, width, height, files: [{ name, contentType, ...copied }] };
  }
  const { createImagePreview, createImageVariants } = await images;
  const create = job.isPreview ? createImagePreview : createImageVariants;
  return create({ ...job, contentType, onDecoded, refuse: (errorCode) => new MediaRejection(errorCode) });
}

async function keepFile(job: MediaWorkerRequest): Promise<MediaWorkerResponse> {
  const extension = await detectFileExtension(job.path, job);
  const type = extension === null ? undefined : FILE_TYPES[extension];
  if (!type) throw new MediaRejection('unknown_type');
  const { contentType } = type;
  const name = `${job.hash}.${extension}`;
  await copyFile(job.path, join(job.directory, name));
  const { size: bytes } = await stat(job.path);
  const kind = contentType.startsWith('audio/') ? 'audio' : 'file';
  return { kind, contentType, files: [{ name, contentType, width: null, height: null, bytes }] };
}

const isStillType = (contentType: string) => contentType.startsWith('image/') && contentType !== 'image/svg+xml';

/** libvips reports a full disk by the text of strerror only. */
const NO_SPACE_WORDS = /no space left|quota exceeded|file too large/i;

/** An error that is neither a rejection nor a full disk means that the file is damaged. */
function toErrorCode(error: unknown): MediaErrorCode {
  if (error instanceof MediaRejection) return error.errorCode;
  return isOutOfSpace(error) || NO_SPACE_WORDS.test(String(error)) ? 'no_space' : 'damaged';
}

function writeResponse(response: MediaWorkerResponse): void {
  writeSync(STDOUT, JSON.stringify(response));
}

// Most files are images: their decoder is loaded while the file is still being received.
const images = import('./sharp-images.ts');
const job = await text(process.stdin);
// No longer needed.
if (job === '') process.exit();
try {
  writeResponse(await processFile(JSON.parse(job)));
} catch (error) {
  writeResponse({ rejected: toErrorCode(error) });
}
process.exit();
