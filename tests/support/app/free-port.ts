import { createServer } from 'node:net';

/** Below the ephemeral range, so that no outgoing connection takes the port. */
const LOWEST = 10_240;
const HIGHEST = 32_000;

/** A random free port, which another process is unlikely to take at the same time. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
