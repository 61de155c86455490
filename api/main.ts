import { enableCompileCache } from 'node:module';

// The server runs unbuilt TypeScript: keeping the compiled form makes the next start about twice as fast.
enableCompileCache();

const { DataLockedError } = await import('#api/adapters/data-directory-lock.ts');
const { isOutOfSpace } = await import('#db/out-of-space.ts');
const { readEnv, readListenSocket, SettingsError } = await import('./env.ts');
const { startServer, StartStoppedError } = await import('./server.ts');

// What is printed may go to a file on a full disk: that must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const env = readEnv();
  const stopping = new AbortController();
  const starting = startServer(env, {
    signal: stopping.signal,
    hasDemoSubscriptions: true,
    socket: readListenSocket(),
    // From the first page on a signal lets requests end, those that wait for the API as well.
    onListening() {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
    },
  });
  const stop = async () => {
    stopping.abort();
    // One that fails says so below.
    const server = await starting.catch(() => null);
    if (!server) return;
    await server.stop();
    process.exit(0);
  };
  const server = await starting;
  const address = `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${server.port}`;
  process.stdout.write(`Serving ${env.SITE_URL} at ${address} (release ${server.site.release()})\n`);
} catch (error) {
  if (error instanceof StartStoppedError) process.exit(0);
  else if (error instanceof SettingsError || error instanceof DataLockedError)
    process.stderr.write(`${error.message}\n`);
  else if (isOutOfSpace(error)) process.stderr.write('The disk is full. Free up space, then start again.\n');
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    process.stderr.write('The port is already in use. Set PORT to a free port.\n');
  } else throw error;
  process.exitCode = 1;
}
