import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** True for the error with which the body of a request ends when its client disconnects before all of it has arrived. */
export function isClientDisconnect(error: Error, context: Context): boolean {
  const incoming = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  return incoming !== undefined && !incoming.complete && incoming.errored === error;
}
