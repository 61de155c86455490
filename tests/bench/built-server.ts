import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { readStartCommand } from '../support/start-command.ts';
import { round } from './figures.ts';
import { BENCH_SETTINGS } from './settings.ts';

export type RunningProcess = { process: ChildProcess; port: number };

/** Makes sure that dist/ was built from the current sources. @throws when the build fails. */
export function ensureBuild(): void {
  const script = join(PROJECT_ROOT, 'scripts/build.ts');
  const { status } = spawnSync(process.execPath, [script, '--if-needed'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The build failed.');
}

/** Starts the built server and waits until a page answers. */
export async function startSite(dataDir: string, settings: Record<string, string> = {}): Promise<RunningProcess> {
  const port = await findFreePort();
  const command = readStartCommand();
  const child = spawn(process.execPath, command.args, {
    env: {
      ...process.env,
      ...command.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_CONTENT: 'pages',
      ...BENCH_SETTINGS,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitForResponse(`http://127.0.0.1:${port}/`).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { process: child, port };
}

export async function waitForResponse(url: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(5)) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
  }
  throw new Error(`${url} does not respond.`);
}

export async function stop({ process: child }: RunningProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** The resident memory of a process, now (VmRSS) or at its peak (VmHWM), MB. */
export async function readMemory({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
}

/** Runs a script to its end. @throws when it fails. */
export function run(script: string, args: string[], settings: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...settings };
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 2, 2], env });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}.`))));
  });
}
