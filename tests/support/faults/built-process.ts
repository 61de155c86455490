import { type ChildProcess, spawn } from 'node:child_process';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../app/free-port.ts';
import { readStartCommand } from '../start-command.ts';

export type BuiltProcess = {
  pid: number;
  port: number;
  /** Its output so far (stdout and stderr), without the line with the address and without pauses of the event loop, which a busy machine causes. */
  output(): string;
  hasEnded(): boolean;
  stop(): Promise<void>;
};

type Options = {
  /** The folder whose `dist/` runs. */
  projectRoot?: string;
  toSiteUrl?: (port: number) => string;
  /** More settings, or others. */
  settings?: Record<string, string>;
  /** Its long limits end early (`short-waits.ts`). */
  hasShortWaits?: boolean;
};

const LOOP_PAUSE_LINES = /^\{.*"msg":"the event loop was held"\}\n/gm;

const SHORT_WAITS = ['--import', new URL('./short-waits.ts', import.meta.url).href];

/** The built server as a process that may open only so many descriptors; resolves when it listens. */
export async function startBuiltProcess(
  dataDir: string,
  descriptors: number,
  {
    projectRoot = PROJECT_ROOT,
    toSiteUrl = () => 'http://localhost:4321',
    settings,
    hasShortWaits = false,
  }: Options = {},
): Promise<BuiltProcess> {
  const port = await findFreePort();
  const command = readStartCommand(projectRoot);
  const args = [...(hasShortWaits ? SHORT_WAITS : []), ...command.args];
  const child = spawn('sh', ['-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', process.execPath, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      ...command.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SITE_URL: toSiteUrl(port),
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: 'pages',
      OG_IMAGES: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${lines.join('')}`)));
    child.stderr.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (/^Serving /m.test(text)) resolve();
      lines.push(text.replace(/^Serving .*\n/m, ''));
    });
  });
  return {
    pid: child.pid as number,
    port,
    output: () => lines.join('').replace(LOOP_PAUSE_LINES, ''),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => stop(child),
  };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
