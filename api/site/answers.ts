import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { matchesEtag, type Part, partToSend } from './negotiate.ts';

/** A file that may be sent in parts. `head` and `textHead` are the header lists of it and of what is said instead of it. */
type SentFile = {
  head: string[];
  textHead: string[];
  etag: string;
  /** Bytes. */
  size: number;
  read(part: Part): Readable | Promise<Readable>;
};

/** Answers with one line of plain text. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  head: string[],
  extra: string[] = [],
): void {
  const body = Buffer.from(`${text}\n`);
  const own = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-cache'];
  response.writeHead(status, [...head, ...own, 'Content-Length', String(body.length), ...extra]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Answers whoever asks for more than to read, and returns whether it did. */
export function refuseWriting(request: IncomingMessage, response: ServerResponse, head: string[]): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  sendText(response, 405, 'This address can only be read.', head, ['Allow', 'GET, HEAD']);
  return true;
}

/** Answers whoever has these bytes already, and returns whether it did. */
export function sendIfKnown(
  request: IncomingMessage,
  response: ServerResponse,
  { head, etag }: { head: string[]; etag: string },
): boolean {
  if (!matchesEtag(request.headers['if-none-match'], etag)) return false;
  response.writeHead(304, head);
  response.end();
  return true;
}

/** Sends what was asked for of a file: all, a part, its head, or nothing of what the visitor has already. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: SentFile): Promise<void> {
  if (sendIfKnown(request, response, file)) return;
  const part = partToSend(request, file.size, file.etag);
  if (part === 'unsatisfiable') {
    const whole = ['Content-Range', `bytes */${file.size}`];
    sendText(response, 416, 'The range asked for is not in this file.', file.textHead, whole);
    return;
  }
  const body = request.method === 'HEAD' ? null : await file.read(part);
  response.writeHead(part.status, [...file.head, ...part.contentRange, 'Content-Length', String(part.length)]);
  if (body) await pipeline(body, response);
  else response.end();
}
