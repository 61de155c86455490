import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';

/** A body of which nothing arrives for this long has stalled (ms). */
const IDLE_MS = 30_000;

/** Why a form with a file was rejected. */
export type MultipartErrorCode = 'not_multipart' | 'malformed' | 'wrong_parts' | 'too_large' | 'broken_off';

export class MultipartError extends Error {
  override name = 'MultipartError';
  readonly errorCode: MultipartErrorCode;

  constructor(errorCode: MultipartErrorCode) {
    super(`Form rejected: ${errorCode}.`);
    this.errorCode = errorCode;
  }
}

/** A received file, with the name and type that its sender declared. */
export type ReceivedFile = { name: string; declaredType: string; bytes: number; hash: string };

/**
 * Streams the one file of a multipart form, in the field `file`, into a new file at `path`; any other form is rejected.
 * `maxBytes` gives the limit for a declared type.
 * @throws MultipartError; the caller removes what was written so far, and drains the rest of `body`.
 */
export async function streamMultipartFile(
  body: Readable,
  headers: IncomingHttpHeaders,
  { path, maxBytes }: { path: string; maxBytes: (declaredType: string) => number },
): Promise<ReceivedFile> {
  const form = await createForm(headers);
  const completion = Promise.withResolvers<void>();
  const fail = (errorCode: MultipartErrorCode) => completion.reject(new MultipartError(errorCode));
  let part: Readable | undefined;
  let received: Promise<ReceivedFile> | undefined;
  for (const event of ['field', 'partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(event, () => fail('wrong_parts'));
  }
  form.on('file', (field, file, name, _encoding, declaredType) => {
    part = file.on('error', () => fail('malformed'));
    if (field !== 'file') return fail('wrong_parts');
    // Reported at once: the parser reports the end of the part, which follows, as an error of its own.
    const limit = { maxBytes: maxBytes(declaredType), onExceeded: () => fail('too_large') };
    received = writeFile(file, path, limit).then((writtenFile) => ({ ...writtenFile, name, declaredType }));
    received.catch(completion.reject);
  });
  form.on('error', () => fail('malformed'));
  form.on('finish', () => completion.resolve());
  const stopWatching = watchForStall(body, () => fail('broken_off'));
  try {
    body.pipe(form);
    await completion.promise;
    if (!received) throw new MultipartError('wrong_parts');
    return await received;
  } catch (error) {
    part?.destroy(error as Error);
    await received?.catch(() => undefined);
    throw error;
  } finally {
    body.unpipe(form);
    stopWatching();
  }
}

async function createForm(headers: IncomingHttpHeaders): Promise<BusboyInstance> {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new MultipartError('not_multipart');
  const { Busboy } = await import('@fastify/busboy');
  const limits = { files: 1, fields: 0, parts: 1, headerPairs: 20, headerSize: 8 * 1024 };
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    throw new MultipartError('malformed');
  }
}

/** Writes and hashes in one pass. */
async function writeFile(
  file: Readable,
  path: string,
  limit: { maxBytes: number; onExceeded: () => void },
): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256');
  await using handle = await open(path, 'wx');
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit.maxBytes) {
      limit.onExceeded();
      throw new MultipartError('too_large');
    }
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  return { bytes, hash: hash.digest('hex') };
}

/** Calls `onStall` when the body breaks off, or nothing of it arrives for too long. */
function watchForStall(body: Readable, onStall: () => void): () => void {
  const timer = setTimeout(onStall, IDLE_MS);
  const onData = () => timer.refresh();
  const onClose = () => body.readableEnded || onStall();
  body.on('data', onData).on('close', onClose).on('error', onStall);
  // It may have broken off while the parser was loaded.
  if (body.closed) onClose();
  return () => {
    clearTimeout(timer);
    body.off('data', onData).off('close', onClose);
  };
}
