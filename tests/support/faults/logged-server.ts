import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../app/free-port.ts';

const MAIN = 'dist/api/main.mjs';
export const ADMIN = 'aroha@mateworks.example';
const POLL_MS = 100;

export type Body = {
  message?: string;
  token?: string;
  id?: number;
  slug?: string;
  url?: string;
  status?: string;
  reason?: string;
  release?: number;
};
export type ApiResponse = { status: number; body: Body & { publishes?: { status: string }[] } };

type Options = {
  dataDirectory: string;
  logFile: string;
  settings?: Record<string, string>;
  /** Of another build. */
  projectRoot?: string | undefined;
  /** False for one that can't be ready yet. */
  isAwaited?: boolean | undefined;
};

export type LoggedServer = Awaited<ReturnType<typeof startLoggedServer>>;

/** The built server without demo content, on a data directory that may be a small disk. Its output is written to `logFile`. */
export async function startLoggedServer({
  dataDirectory,
  logFile,
  settings,
  projectRoot = PROJECT_ROOT,
  isAwaited = true,
}: Options) {
  const port = Number(settings?.PORT ?? (await findFreePort()));
  const origin = `http://127.0.0.1:${port}`;
  mkdirSync(dataDirectory, { recursive: true });
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(process.execPath, [join(projectRoot, MAIN)], {
    cwd: dataDirectory,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDirectory,
      PORT: String(port),
      DEMO_CONTENT: 'pages',
      ADMIN_EMAILS: ADMIN,
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  async function call(method: string, path: string, body?: unknown, token?: string): Promise<ApiResponse> {
    const isForm = body instanceof FormData;
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  const readLog = () => readFileSync(logFile, 'utf8');

  /** Polls until the condition holds; fails when the server exits. */
  async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await condition())) {
      if (hasEnded()) throw new Error(`The server has ended:\n${readLog()}`);
      await sleep(POLL_MS);
    }
  }

  if (isAwaited) await waitUntil(async () => (await call('GET', '/api/health').catch(() => null))?.status === 200);
  return {
    port,
    origin,
    call,
    /** SIGSTOP pauses it, SIGCONT lets it go on. */
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    waitUntil,
    readLog,
    fetchText: async (path: string) => (await fetch(origin + path)).text(),
    get pid() {
      return child.pid ?? 0;
    },

    /** Signs in with the code in the log, which is printed there without a mail server. */
    async signIn(): Promise<string> {
      const started = await call('POST', '/api/auth/email/start', { email: ADMIN });
      if (started.status !== 200) throw new Error(`Sign-in: ${started.status}`);
      const readCode = () => /^Code for \S+: (\d{6})$/m.exec(readLog())?.[1];
      await waitUntil(() => readCode() !== undefined);
      const { status, body } = await call('POST', '/api/auth/email/verify', { email: ADMIN, code: readCode() });
      if (status !== 200) throw new Error(`Sign-in: ${status}`);
      return String(body.token);
    },

    /** Resolves with the exit code. */
    async stop(signal: NodeJS.Signals): Promise<number | null> {
      if (hasEnded()) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },

    async isLive(slug: string): Promise<boolean> {
      return (await call('GET', `/blogs/${slug}`)).status === 200;
    },

    /** True when every publish so far is live. */
    async isAllLive(token: string): Promise<boolean> {
      const { publishes = [] } = (await call('GET', '/api/publishes', undefined, token)).body;
      return publishes.length > 0 && publishes.every(({ status }) => status === 'live');
    },
  };
}
