import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** How long requests in flight may take after SIGTERM, milliseconds. */
const GRACE_MS = 8_000;

/** How long a steady stream of connections and requests may delay closing, milliseconds. */
const MAX_ARRIVALS_MS = 5_000;

/** Connections that may wait to be accepted; the system may allow fewer. Further ones are refused. */
const BACKLOG = 4096;

export type ListenAddress = { host: string; port: number } | { fd: number };

/** Resolves once connections are accepted. @throws the reason when they cannot be, such as a port that is in use. */
export function listen(server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Host and port by which this machine itself reaches a listening server. */
export function toLoopbackAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return family === 'IPv6' ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Resolves after a turn of the event loop that brought neither a connection nor a request: what the system had accepted
 * for this process is read by then. Closing the server before would reset it, and a busy process takes one connection in each turn.
 */
export async function whenArrivalsEnd(server: Server): Promise<void> {
  const deadline = performance.now() + MAX_ARRIVALS_MS;
  let hasArrival = true;
  const noteArrival = () => {
    hasArrival = true;
  };
  server.on('connection', noteArrival).on('request', noteArrival);
  while (hasArrival && performance.now() < deadline) {
    hasArrival = false;
    // The first one may come before this turn has polled.
    await turnOfEventLoop();
    await turnOfEventLoop();
  }
  server.off('connection', noteArrival).off('request', noteArrival);
}

/** Accepts no more connections and resolves when all are closed; those still open after a while are cut off. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // A keep-alive connection becomes idle only after its response: repeat until none is left.
    const idleSweep = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idleSweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Accepts no more connections and ends all at once, whatever they wait for. Resolves when they are closed. */
export function cutOff(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
