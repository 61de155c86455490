import type { Socket } from 'node:net';

/** How long a connection is read after its last response, so that the client receives that, milliseconds. */
const LINGER_MS = 500;

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
