import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { copyCrashData, kill, readPage, startCrashProcess } from '../support/faults/crash-process.ts';
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
  const child = spawn(process.execPath, [MAIN], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'error',
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, errors })));
}

describe('a start that fails prints a message and exits', () => {
  it('names the invalid settings', async () => {
    const { code, errors } = await runServer({ PORT: 'eighty', SITE_URL: 'example.com/blog' });
    expect(code).toBe(1);
    expect(errors).toContain('PORT');
    expect(errors).toContain('SITE_URL');
    expect(errors).not.toMatch(/\n\s+at /);
  });

  it('reports that the port is in use', async () => {
    const other = http.createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { code, errors } = await runServer({ PORT: String(port), DEMO_CONTENT: 'false' });
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

  it('takes over the lock of a killed server', async () => {
    await kill(await startCrashProcess(crashData, await findFreePort()));
    const second = await startCrashProcess(crashData, await findFreePort());
    expect((await readPage(second.port, '/'))?.status).toBe(200);
    await kill(second, 'SIGTERM');
  });
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
