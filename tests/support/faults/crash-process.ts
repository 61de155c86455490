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
  await sendCommand(server, { ask: 'settle' });
  await kill(server, 'SIGTERM');
});

/** Starts a server that can be told to kill itself; answers when it serves. */
export async function startCrashProcess(dataDir: string, port: number): Promise<CrashProcess> {
  const child = fork(PROGRAM, [dataDir, String(port)], {
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

/** Asks for a change. Null when the server died before it answered. */
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

/** Reads a page whole, or null when the connection broke before the answer was complete. */
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

export type Visitor = {
  /** Resolves when the visitor was shown every page once more, or was told to stop. */
  seesAllAgain(): Promise<void>;
  stop(): Promise<PageSnapshot[]>;
};

/** One visitor after another over one connection, until told to stop: everything that they were shown, in order. */
export function crawl(port: number, paths: string[]): Visitor {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const snapshots: PageSnapshot[] = [];
  let isOn = true;
  const work = (async () => {
    while (isOn) {
      for (const path of paths) {
        const reply = await readPage(port, path, agent);
        if (reply) snapshots.push(reply);
        else await sleep(2);
        if (!isOn) break;
      }
      await sleep(1);
    }
  })();
  return {
    async seesAllAgain() {
      const enough = snapshots.length + paths.length;
      while (isOn && snapshots.length < enough) await sleep(2);
    },
    async stop() {
      isOn = false;
      await work;
      agent.destroy();
      return snapshots;
    },
  };
}
