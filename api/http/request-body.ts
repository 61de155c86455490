import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

/** How long the rest of a request that was refused is read and thrown away, so that its sender hears why, milliseconds. */
const DRAIN_MS = 1_000;

/** The body as Node has it: it flows as slowly as it is read. */
export function getRequestStream(context: Context): { body: Readable; headers: IncomingHttpHeaders } {
  const incoming = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  if (incoming) return { body: incoming, headers: incoming.headers };
  // Without a socket (a test that calls the app directly).
  const body = context.req.raw.body;
  const headers = Object.fromEntries(context.req.raw.headers);
  return { body: body ? Readable.fromWeb(body as never) : Readable.from([]), headers };
}

/** Reads on for a moment what nobody wants any more. */
export function drainRequest(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS);
    for (const event of ['end', 'close', 'error']) {
      body.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    body.resume();
  });
}
