import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { readAllRows } from '../support/app/all-rows.ts';
import { copyCrashData } from '../support/faults/crash-process.ts';
import { type LoggedServer, startLoggedServer } from '../support/faults/logged-server.ts';
import { createNextBuild } from '../support/machines/next-build.ts';

let dataDirectory: string;
let scratch: string;
beforeEach(async () => {
  [dataDirectory, scratch] = await Promise.all([copyCrashData(), mkdtemp(join(tmpdir(), 'upgrade-'))]);
});
afterEach(async () => {
  for (const path of [dataDirectory, scratch]) await rm(path, { recursive: true, force: true });
});

/** The commands of a section of docs/upgrading.md, a line each. */
function readCommands(section: string): string[] {
  const guide = readFileSync(join(PROJECT_ROOT, 'docs/upgrading.md'), 'utf8');
  const text = guide.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) => lines.trim().split('\n'));
}

/** Runs a command of the guide in the folder of a release, with the data directory of this test. */
function runCommand(command: string, { root, backup = '' }: { root: string; backup?: string }): string {
  const line = command.replaceAll('/var/lib/site', dataDirectory).replace(/before-migration-<time>\.db/, backup);
  const env = { ...process.env, DATA_DIR: dataDirectory, DEMO_CONTENT: 'pages' };
  return execFileSync('sh', ['-c', line], { cwd: root, env, encoding: 'utf8' });
}

let starts = 0;
function startServer(projectRoot = PROJECT_ROOT): Promise<LoggedServer> {
  starts += 1;
  const settings = { LOG_LEVEL: 'warn', OG_IMAGES: 'false' };
  return startLoggedServer({ dataDirectory, logFile: join(scratch, `server-${starts}.log`), settings, projectRoot });
}

/** A post that is live, and a draft beside it. */
async function write(server: LoggedServer, token: string, title: string): Promise<void> {
  for (const status of ['published', 'draft'] as const) {
    const body = createBlogRequest({ title: `${title} ${status}`, status });
    expect((await server.call('POST', '/api/blogs', body, token)).status).toBe(201);
  }
  await server.waitUntil(() => server.isAllLive(token));
}

/** Of the stopped server. */
async function readRows(): Promise<Record<string, unknown[]>> {
  const db = await openDatabase(`file:${join(dataDirectory, 'app.db')}`);
  const rows = await readAllRows(db);
  db.client.close();
  return rows;
}

it('an upgrade keeps content, pages and sign-ins, and the documented way back restores what was there before it', async () => {
  const nextBuild = createNextBuild(join(scratch, 'next'));
  let server = await startServer();
  const token = await server.signIn();
  await write(server, token, 'Before');
  const before = readCommands('Before').map((command) => runCommand(command, { root: PROJECT_ROOT }));
  expect(before.join()).toMatch(/Backed up and proven: (\S+),.*\1 {2}proven\n$/s);
  await server.stop('SIGTERM');
  const rows = await readRows();
  expect(rows.blogs).toHaveLength(2);

  server = await startServer(nextBuild);
  expect(await server.fetchText('/blogs/before-published')).toContain('The kettle knows.');
  expect((await server.call('GET', '/api/auth/me', undefined, token)).status).toBe(200);
  await write(server, token, 'After');
  await server.stop('SIGTERM');
  const [backup = ''] = readdirSync(join(dataDirectory, 'backups')).filter((name) =>
    /^before-migration-\d+\.db$/.test(name),
  );
  expect(backup).not.toBe('');

  const main = join(PROJECT_ROOT, 'dist/api/main.mjs');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDirectory, DEMO_CONTENT: 'pages' };
  const refused = spawnSync(process.execPath, [main], { cwd: scratch, env, encoding: 'utf8' });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toBe(
    `A newer version of this program has changed the database ${join(dataDirectory, 'app.db')}. Start the newer version. To go back, replace it with the backup ${join(dataDirectory, 'backups', backup)}; what was saved since then is lost.\n`,
  );

  for (const command of readCommands('The way back')) runCommand(command, { root: PROJECT_ROOT, backup });
  expect(existsSync(join(dataDirectory, 'newer/app.db'))).toBe(true);
  expect(await readRows()).toEqual(rows);

  server = await startServer();
  expect(await server.isLive('before-published')).toBe(true);
  expect(await server.isLive('after-published')).toBe(false);
  expect((await server.call('GET', '/api/auth/me', undefined, token)).status).toBe(200);
  await server.stop('SIGTERM');
});
