import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toControlSocketPath } from '#api/control/control-socket.ts';
import type { ImportJson } from '#api/features/imports/imports.contract.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../../support/app/free-port.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { copyCrashData } from '../../support/faults/crash-process.ts';

/** Asks the server through its control socket; null while there is none. */
const ask = (socketPath: string, method: string, path: string, body?: object) =>
  new Promise<{ import: ImportJson } | null>((resolve) => {
    const headers = { 'content-type': 'application/json' };
    const request = http.request({ socketPath, method, path, headers, agent: false }, async (response) => {
      resolve(JSON.parse((await response.setEncoding('utf8').toArray()).join('')));
    });
    request.on('error', () => resolve(null));
    request.end(body && JSON.stringify(body));
  });

it('The built server reads the files of another site in its thread (T52)', async () => {
  const directory = await copyCrashData();
  const path = join(directory, 'tea.md');
  await writeFile(path, '---\ntitle: Tea\ndate: 2020-01-01\n---\n\nHot.\n');
  const port = String(await findFreePort());
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: directory, LOG_LEVEL: 'error', PORT: port };
  const server = spawn(process.execPath, [join(PROJECT_ROOT, 'dist/api/main.mjs')], {
    env,
    stdio: 'inherit',
    timeout: HANG_MS,
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const socket = toControlSocketPath(directory);
    const choice = { source: 'markdown', paths: [path], areDrafts: false, mediaDirectory: null };
    let found = await ask(socket, 'POST', '/imports', choice);
    while (server.exitCode === null && (found === null || found.import.state === 'reading')) {
      await sleep(50);
      found = found
        ? await ask(socket, 'GET', `/imports/${found.import.id}`)
        : await ask(socket, 'POST', '/imports', choice);
    }
    expect(found?.import).toMatchObject({ state: 'checked', error: null, counts: { post: { waiting: 1 } } });
  } finally {
    server.kill();
    await ended;
    await rm(directory, { recursive: true, force: true });
  }
});
