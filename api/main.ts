import { enableCompileCache } from 'node:module';

// The server runs unbuilt TypeScript: keeping the compiled form makes the next start about twice as fast.
enableCompileCache();

const { DataLockedError } = await import('#api/adapters/data-directory-lock.ts');
const { isProductionProcess, readEnv, readListenSocket, SettingsError } = await import('./env.ts');
const { startServer, StartStoppedError } = await import('./server.ts');
const { createStartOutput, describeStartFailure } = await import('./start-output.ts');

const output = createStartOutput({ isProduction: isProductionProcess() });

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
  output.say(`Serving ${env.SITE_URL} at ${address} (release ${server.site.release()})`);
} catch (error) {
  if (error instanceof StartStoppedError) process.exit(0);
  const sentence =
    error instanceof SettingsError || error instanceof DataLockedError ? error.message : describeStartFailure(error);
  if (sentence === null) output.crash(error);
  else output.refuse(sentence);
  process.exitCode = 1;
}
