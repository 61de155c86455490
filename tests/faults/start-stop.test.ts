import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import {
  copyCrashData,
  kill,
  type PageSnapshot,
  readPage,
  startCrashProcess,
} from '../support/faults/crash-process.ts';
import { findFreePort } from '../support/app/free-port.ts';

const MAIN = join(PROJECT_ROOT, 'dist/api/main.mjs');
let directory: string;
/** The data directory of a site with a release. */
let crashData: string;

beforeEach(async () => {
  [directory, crashData] = await Promise.all([mkdtemp(join(tmpdir(), 'site-start-')), copyCrashData()]);
});

afterEach(async () => {
  for (const path of [directory, crashData].filter(Boolean)) await rm(path, { recursive: true, force: true });
});

/** Runs the built server until it exits. */
function runServer(settings: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  return spawnServer(settings).ended;
}

function spawnServer(settings: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'error',
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, errors }));
  });
  return { child, ended, readOutput: () => output };
}

/** The first answer of a server that starts; null when it ends without one. */
async function readFirst(port: number, path: string, ended: Promise<unknown>): Promise<PageSnapshot | null> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    const page = await readPage(port, path);
    if (page || hasEnded) return page;
  }
}

describe('a start that fails prints a message and exits', () => {
  it('names the invalid settings', async () => {
    const { code, errors } = await runServer({ PORT: 'eighty', SITE_URL: 'example.com/blog' });
    expect(code).toBe(1);
    expect(errors).toContain('PORT');
    expect(errors).toContain('SITE_URL');
    expect(errors).not.toMatch(/\n\s+at /);
  });

  it.each([
    ['before there is a release', () => ({})],
    ['while the site has a release', () => ({ DATA_DIR: crashData })],
  ])('reports that the port is in use, %s', async (_when, getSettings) => {
    const other = http.createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { code, errors } = await runServer({ PORT: String(port), DEMO_CONTENT: 'pages', ...getSettings() });
    other.close();
    expect(code).toBe(1);
    expect(errors).toMatch(/port is already in use/i);
  });

  it('rejects a data directory that another server is using, and names its process', async () => {
    const first = await startCrashProcess(crashData, await findFreePort());
    const { code, errors } = await runServer({ DATA_DIR: crashData });
    expect(code).toBe(1);
    expect(errors).toContain(String(first.child.pid));
    expect(errors).toContain(crashData);
    expect((await readPage(first.port, '/'))?.status).toBe(200);
    await kill(first, 'SIGTERM');
  });

  it('T36: a start that fails after a kill keeps server.lock, so that the next one checks the database', async () => {
    await kill(await startCrashProcess(crashData, await findFreePort()));
    const { code } = await runServer({
      DATA_DIR: crashData,
      DATABASE_URL: `file:${join(directory, 'no/such/app.db')}`,
    });
    expect(code).toBe(1);
    expect(existsSync(join(crashData, 'server.lock'))).toBe(true);
  });

  it('T37: rejects an empty database beside the pages of a site, and advises a restore', async () => {
    await kill(await startCrashProcess(crashData, await findFreePort()), 'SIGTERM');
    for (const name of ['app.db', 'app.db-wal', 'app.db-shm']) await rm(join(crashData, name), { force: true });
    const { code, errors } = await runServer({ DATA_DIR: crashData });
    expect(code).toBe(1);
    expect(errors).toMatch(/app\.db is empty or missing.+Restore the database from a backup/);
    expect(errors).not.toMatch(/\n\s+at /);
  });

  it('says why it can’t make the API, though pages are answered already, and lets go of its port and data', async () => {
    // No new secret can be written.
    await rm(join(crashData, 'secret'));
    await symlink('/dev/full', join(crashData, 'secret.new'));
    const port = await findFreePort();
    const { ended } = spawnServer({ DATA_DIR: crashData, PORT: String(port), DEMO_CONTENT: 'pages' });
    const waiting = readFirst(port, '/api/blogs/published', ended);
    expect(await ended).toEqual({ code: 1, errors: 'The disk is full. Free up space, then start again.\n' });
    expect(await waiting).toBeNull();
    await rm(join(crashData, 'secret.new'));
    const next = await startCrashProcess(crashData, port);
    expect((await readPage(port, '/'))?.status).toBe(200);
    await kill(next, 'SIGTERM');
  });

  it('takes over the lock of a killed server', async () => {
    await kill(await startCrashProcess(crashData, await findFreePort()));
    const second = await startCrashProcess(crashData, await findFreePort());
    expect((await readPage(second.port, '/'))?.status).toBe(200);
    await kill(second, 'SIGTERM');
  });
});

describe('while a server starts', () => {
  const start = async () => {
    const port = await findFreePort();
    return { port, ...spawnServer({ DATA_DIR: crashData, PORT: String(port), DEMO_CONTENT: 'pages' }) };
  };

  it('the first request for the API is answered as well as the first for a page: it waits until the API is made', async () => {
    const { child, ended, port } = await start();
    const paths = ['/', '/api/ready', '/api/health', '/api/blogs/published'];
    const first = await Promise.all(paths.map((path) => readFirst(port, path, ended)));
    expect(first.map((response) => response?.status)).toEqual([200, 200, 200, 200]);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, errors: '' });
  });

  it('SIGTERM after the first page lets the requests that wait be answered, then ends it as any stop', async () => {
    const { child, ended, port } = await start();
    expect((await readFirst(port, '/', ended))?.status).toBe(200);
    const inFlight = Array.from({ length: 20 }, () => readPage(port, '/api/blogs/published'));
    child.kill('SIGTERM');
    const responses = await Promise.all(inFlight);
    expect(responses.map((response) => response?.status)).toEqual(responses.map(() => 200));
    expect(await ended).toEqual({ code: 0, errors: '' });
    expect(existsSync(join(crashData, 'server.lock'))).toBe(false);
  });
});

it('in production every line of a start and a stop is JSON', async () => {
  const port = await findFreePort();
  const settings = {
    NODE_ENV: 'production',
    SITE_URL: 'https://www.example.com',
    MAIL: 'outbox',
    APP_SECRET: 'x'.repeat(40),
  };
  const { child, ended, readOutput } = spawnServer({
    DATA_DIR: crashData,
    PORT: String(port),
    LOG_LEVEL: 'trace',
    ...settings,
  });
  expect((await readFirst(port, '/api/live', ended))?.status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, errors: '' });
  const lines = readOutput().trimEnd().split('\n');
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
  expect(lines.some((line) => String(JSON.parse(line).msg).startsWith('Serving https://www.example.com'))).toBe(true);
});

it('F13: after SIGTERM every request in flight is answered, then the process exits with 0', async () => {
  const server = await startCrashProcess(crashData, await findFreePort());
  const inFlight = Array.from({ length: 200 }, () => readPage(server.port, '/api/blogs/published'));
  await Promise.race(inFlight);
  const code = kill(server, 'SIGTERM');
  const responses = await Promise.all(inFlight);
  expect(await code).toBe(0);
  expect(responses.map((response) => response?.status)).toEqual(responses.map(() => 200));
});
