import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
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

/** Logs a fault with a request id, and sends a sentence with the same id: 500, and 503 with `Retry-After` for what will be well soon. */
export function sendFailure(
  response: ServerResponse,
  failure: { error: unknown; message: string; subject: Record<string, unknown>; log: Logger },
  answer:
    | { status: 500; text?: string; headers: string[] }
    | { status: 503; text: string; headers: string[]; retryAfterSeconds: number },
): void {
  const requestId = randomUUID();
  const { error, message, subject, log } = failure;
  log.error({ err: error, request_id: requestId, ...subject }, message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, text = 'Something went wrong on our side. Try again in a few minutes.', headers } = answer;
  const retry = answer.status === 503 ? ['Retry-After', `${answer.retryAfterSeconds}`] : [];
  sendText(response, status, `${text}\nRequest ${requestId}`, headers, ['X-Request-Id', requestId, ...retry]);
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
