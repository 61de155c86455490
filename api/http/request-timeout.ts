import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive, milliseconds; a video on a slow line takes its time. */
export const UPLOAD_TIMEOUT_MS = 20 * 60_000;
const BODY_TIMEOUT_MS = 30_000;

/** Cuts off a request whose body does not arrive in time. Node knows one limit for all, which is that of uploads. */
export function enforceBodyTimeout(request: IncomingMessage, ms = BODY_TIMEOUT_MS): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  const timer = setTimeout(() => request.complete || request.destroy(), ms);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
