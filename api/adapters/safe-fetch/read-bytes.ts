import type { IncomingMessage } from 'node:http';
import { addAbortSignal, PassThrough, pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './fetch-error.ts';

/** `noun`: what is read, in the sentences of errors. */
export type ReadOptions = { noun: string; maxBytes: number; signal: AbortSignal };

const DECODERS: Record<string, () => Transform> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/**
 * The body of a response, decompressed. The size is counted after decompression, and reading stops where it is too large.
 * @throws FetchError when it is too large, or compressed in an unknown way
 */
export async function readBytes(response: IncomingMessage, { noun, maxBytes, signal }: ReadOptions): Promise<Buffer> {
  const decode = DECODERS[(response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()];
  if (!decode) throw new FetchError(`The server compressed the ${noun} in a way that we can’t read.`);
  const chunks: Buffer[] = [];
  let size = 0;
  // Errors of the response, and the abort, become errors of the decoder, which the loop throws.
  const parts: AsyncIterable<Buffer> = addAbortSignal(
    signal,
    pipeline(response, decode(), () => undefined),
  );
  for await (const part of parts) {
    size += part.length;
    if (size > maxBytes)
      throw new FetchError(`The ${noun} is larger than ${maxBytes / 1_000_000} MB, so it wasn’t loaded.`);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
