import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createDirectoryTemplate } from '../app/directory-template.ts';
import { findFreePort } from '../app/free-port.ts';
import type { CrashReply, CrashCommand } from './crash-server.ts';

const PROGRAM = join(PROJECT_ROOT, 'node_modules/.cache/crash-server/crash-server.mjs');

export type CrashProcess = { child: ChildProcess; port: number; ended: Promise<void> };

/** A data directory with the first release of a site without content. */
export const copyCrashData = createDirectoryTemplate(async (directory) => {
  const server = await startCrashProcess(directory, await findFreePort());
  await sendCommand(server, { command: 'settle' });
  await kill(server, 'SIGTERM');
});

type CrashProcessOptions = { settings?: Record<string, string>; clockOffsetMs?: number };

/** Starts a server that kills itself on command. Resolves when it serves requests. */
export async function startCrashProcess(
  dataDir: string,
  port: number,
  { settings = {}, clockOffsetMs = 0 }: CrashProcessOptions = {},
): Promise<CrashProcess> {
  const child = fork(PROGRAM, [dataDir, String(port), JSON.stringify(settings), String(clockOffsetMs)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(PROJECT_ROOT, 'node_modules/.cache/compile') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('The server ended before it served.')));
  });
  return { child, port, ended };
}

/** Sends a command. Returns null when the server died before its reply. */
export async function sendCommand({ child, ended }: CrashProcess, message: CrashCommand): Promise<CrashReply | null> {
  if (!child.connected) return null;
  const reply = new Promise<CrashReply>((resolve) => child.once('message', (value) => resolve(value as CrashReply)));
  child.send(message, () => undefined);
  return Promise.race([reply, ended.then(() => null)]);
}

export async function kill({ child, ended }: CrashProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  child.kill(signal);
  await ended;
  return child.exitCode;
}

export type PageSnapshot = { path: string; status: number; hash: string; body: string };

/** Reads a whole page. Returns null when the connection broke before the response was complete. */
export function readPage(port: number, path: string, agent?: http.Agent): Promise<PageSnapshot | null> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => {
        if (!response.complete) return resolve(null);
        const bytes = Buffer.concat(chunks);
        const hash = createHash('sha256').update(bytes).digest('hex');
        resolve({ path, status: response.statusCode ?? 0, hash, body: bytes.toString('utf8') });
      });
    });
    request.on('error', () => resolve(null));
  });
}

export type Crawler = {
  /** Resolves when every page was read once more, or when the crawler was stopped. */
  waitForFullPass(): Promise<void>;
  stop(): Promise<PageSnapshot[]>;
};

/** Between two passes: the visitor of F1 reads about 200 pages a second. */
const PASS_PAUSE_MS = 10;

/** Reads the pages in a loop over one connection until it is stopped. `stop` returns all responses in order. */
export function crawl(port: number, paths: string[]): Crawler {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const snapshots: PageSnapshot[] = [];
  let isRunning = true;
  const work = (async () => {
    while (isRunning) {
      for (const path of paths) {
        const reply = await readPage(port, path, agent);
        if (reply) snapshots.push(reply);
        else await sleep(2);
        if (!isRunning) break;
      }
      await sleep(PASS_PAUSE_MS);
    }
  })();
  return {
    async waitForFullPass() {
      const enough = snapshots.length + paths.length;
      while (isRunning && snapshots.length < enough) await sleep(2);
    },
    async stop() {
      isRunning = false;
      await work;
      agent.destroy();
      return snapshots;
    },
  };
}
