import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';

/** The client closed the connection before it had its response: what is not begun is not needed, and nobody reads why. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}

/** Aborts with ClientGoneError when the client of a response leaves before all of it is sent. */
export function watchClient(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) gone.abort(new ClientGoneError('The client has left.'));
  };
  if (response.closed || response.destroyed) onClose();
  else response.once('close', onClose);
  return gone.signal;
}

/** As `watchClient`, for a route of the API. Its own signal aborts with a text, which can't be told from other failures. */
export function watchRequest(context: Context): AbortSignal {
  const gone = new AbortController();
  const { signal } = context.req.raw;
  const onAbort = () => gone.abort(new ClientGoneError('The client has left.'));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return gone.signal;
}
