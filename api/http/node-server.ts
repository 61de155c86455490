import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long requests in flight may take after SIGTERM, milliseconds. */
const GRACE_MS = 8_000;

/** Visitors who may wait for their connection at once; the system may allow fewer. Whoever comes after that is turned away. */
const BACKLOG = 4096;

/** Resolves once connections are taken. @throws what stands in the way, such as a port that is in use. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
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

/** Takes no more connections and resolves when all are gone; those that go on are cut off after a while. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // A connection that is kept alive falls idle only after its answer: look again until none is left.
    const idleSweep = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idleSweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
