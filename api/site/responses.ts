import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from './content-negotiation.ts';

/** Sends one line of plain text. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: string[],
  extra: string[] = [],
): void {
  const body = Buffer.from(`${text}\n`);
  const own = ['Content-Type', 'text/plain; charset=utf-8'];
  if (!headers.includes('Cache-Control')) own.push('Cache-Control', 'no-cache');
  response.writeHead(status, [...headers, ...own, 'Content-Length', String(body.length), ...extra]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Responds with 405 to methods other than GET and HEAD; returns whether it did. */
export function rejectUnsafeMethod(request: IncomingMessage, response: ServerResponse, headers: string[]): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  sendText(response, 405, 'This address is read-only.', headers, ['Allow', 'GET, HEAD']);
  return true;
}

/** Responds with 304 when the ETag matches; returns whether it did. */
export function sendNotModified(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, etag }: { headers: string[]; etag: string },
): boolean {
  if (!matchesEtag(request.headers['if-none-match'], etag)) return false;
  response.writeHead(304, headers);
  response.end();
  return true;
}
