import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { readStartCommand } from '../start-command.ts';

/** Starts the server again each time it ends, with the socket as descriptor 3, like a unit of systemd with a .socket. */
const KEEPER = `while :; do
  sh -c 'echo "pid $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"' sh "$@" || exit 1
done`;

type Keeper = {
  port: number;
  /** Ends the running server with SIGTERM, and resolves when the next one serves. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The built server behind a socket that stays open while it restarts. */
export async function startSocketKeeper(dataDir: string): Promise<Keeper> {
  const { socket, port } = await openSocket();
  const command = readStartCommand(PROJECT_ROOT);
  const descriptor = (socket as unknown as { _handle: { fd: number } })._handle.fd;
  const child = spawn('sh', ['-c', KEEPER, 'sh', process.execPath, ...command.args], {
    env: {
      PATH: process.env.PATH ?? '',
      ...command.env,
      DATA_DIR: dataDir,
      SITE_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: 'pages',
      OG_IMAGES: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit', descriptor],
  });
  // Otherwise this process would accept connections, too. The shell has the socket now.
  socket.close();
  const ended = once(child, 'exit');
  let output = '';
  // A descriptor among the streams makes its type wider.
  const stdout = child.stdout as Readable;
  stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const countStarts = () => output.match(/^Serving /gm)?.length ?? 0;
  const whenStarted = async (count: number) => {
    while (countStarts() < count) {
      if (child.exitCode !== null) throw new Error(`The server ended: ${output}`);
      await Promise.race([once(stdout, 'data'), ended]);
    }
  };
  const readPid = () =>
    Number(
      output
        .match(/^pid \d+$/gm)
        ?.at(-1)
        ?.slice(4),
    );
  await whenStarted(1);
  return {
    port,
    async restart() {
      const count = countStarts();
      process.kill(readPid(), 'SIGTERM');
      await whenStarted(count + 1);
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      const pid = readPid();
      if (isRunning(pid)) process.kill(pid, 'SIGTERM');
      while (isRunning(pid)) await sleep(20);
    },
  };
}

async function openSocket(): Promise<{ socket: Server; port: number }> {
  const socket = createServer();
  socket.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
  await once(socket, 'listening');
  return { socket, port: (socket.address() as { port: number }).port };
}

/** It is no child of this process, so its end is asked for. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
