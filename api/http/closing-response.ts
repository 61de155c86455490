import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection is read after its last response, so that the client receives that, milliseconds. */
const LINGER_MS = 500;

type HeaderArguments = (string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined)[];

/** A response that closes its connection when the request body was not read: no other request can follow those bytes. */
export class ClosingResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, ...rest: HeaderArguments): this {
    const { req, socket } = this;
    if (hasUnreadBody(req, status)) {
      this.shouldKeepAlive = false;
      // Node calls this after the last response of a connection.
      if (socket) req.socket.destroySoon = () => closeAfterLinger(req.socket);
    }
    return super.writeHead(status, ...(rest as [OutgoingHttpHeaders?]));
  }
}

/** A body that is still arriving, or one that was refused without being read. */
function hasUnreadBody(request: IncomingMessage, status: number): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return false;
  return !request.complete || (status >= 400 && !request.readableEnded);
}

/**
 * Ends a connection whose client may still be sending. Closing at once would make the system answer those bytes with a
 * reset, upon which clients discard a response that they have not read yet.
 */
export function closeAfterLinger(socket: Socket): void {
  if (socket.destroyed) return;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
