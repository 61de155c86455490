import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendNotModified, sendText } from './responses.ts';
import { type RangeSelection, selectRange } from './content-negotiation.ts';

/** How long one response may take, milliseconds: also a client that reads a byte now and then gives its connection back. */
const MAX_RESPONSE_MS = 20 * 60_000;

/** A file that may be sent in ranges, with the header lists of the file and of error responses. */
export type FileResponse = {
  status?: number;
  headers: string[];
  errorHeaders: string[];
  /** Null when the file has no ETag, so that `If-Range` never matches. */
  etag: string | null;
  /** Bytes. */
  size: number;
  /** Opens the file, or finds its bytes in memory; null when it is not there. */
  open(part: RangeSelection): Promise<Readable | Buffer | null>;
};

/**
 * Sends what was asked for of a file: all, a part, its headers, or nothing of what the visitor has already. Returns
 * false, with nothing sent, when the file is not there. A visitor who leaves is no error: the file is closed, or not
 * opened at all. @throws when the file cannot be read.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: FileResponse,
): Promise<boolean> {
  const { headers, etag } = file;
  if (etag !== null && sendNotModified(request, response, { headers: headers, etag })) return true;
  const part = selectRange(request, file.size, etag);
  if (part === 'unsatisfiable') {
    const contentRange = ['Content-Range', `bytes */${file.size}`];
    sendText(response, 416, 'The requested range isn’t in this file.', file.errorHeaders, contentRange);
    return true;
  }
  const status = part.status === 206 ? 206 : (file.status ?? 200);
  const list = [...headers, ...part.contentRange, 'Content-Length', String(part.length)];
  if (request.method === 'HEAD' || part.length === 0) {
    response.writeHead(status, list).end();
    return true;
  }
  if (hasLeft(request, response)) return true;
  const source = await file.open(part);
  if (!source) return false;
  if (source instanceof Uint8Array) {
    response.writeHead(status, list).end(source);
    return true;
  }
  let readError: Error | null = null;
  // Attached before anything else can happen: an error without a handler would end the process.
  source.on('error', (error: Error) => {
    if (!hasLeft(request, response)) readError = error;
  });
  if (hasLeft(request, response)) {
    source.destroy();
    return true;
  }
  response.writeHead(status, list);
  await pipeline(source, response, { signal: AbortSignal.timeout(MAX_RESPONSE_MS) }).catch(() => response.destroy());
  if (readError) throw readError;
  return true;
}

/** True when the client has closed the connection. */
export function hasLeft(request: IncomingMessage, response: ServerResponse): boolean {
  return response.destroyed || request.socket?.destroyed === true;
}
