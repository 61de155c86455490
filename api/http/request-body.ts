import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context } from 'hono';

/** How long the rest of a refused request is read, so that its sender receives the response, milliseconds. */
const DRAIN_MS = 1_000;

const getIncomingMessage = (context: Context) => (context.env as { incoming?: IncomingMessage } | undefined)?.incoming;

/** The body as Node has it: it flows as slowly as it is read. */
export function getRequestStream(context: Context): { body: Readable; headers: IncomingHttpHeaders } {
  const incoming = getIncomingMessage(context);
  if (incoming) return { body: incoming, headers: incoming.headers };
  // Without a socket (a test that calls the app directly).
  const body = context.req.raw.body;
  const headers = Object.fromEntries(context.req.raw.headers);
  return { body: body ? Readable.fromWeb(body as never) : Readable.from([]), headers };
}

/** Reads and discards the rest for a moment. */
export async function drainRequest(body: Readable): Promise<void> {
  body.resume();
  await finished(body, { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
}

/** True for the error with which the body of a request ends when its client disconnects before all of it has arrived. */
export function isClientDisconnect(error: Error, context: Context): boolean {
  const incoming = getIncomingMessage(context);
  return incoming !== undefined && !incoming.complete && incoming.errored === error;
}
