import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that none of those takes the port meanwhile. */
const LOWEST = 10_240;
const HIGHEST = 32_000;

/** A port of this machine that is free now, and that hardly anybody else is about to take. */
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
