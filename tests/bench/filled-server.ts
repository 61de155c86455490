import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { readEnv } from '#api/env.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { startBucket, startLibsqlServer } from '../support/machines/engines.ts';
import { ensureBuild } from './built-server.ts';
import { megabytes, round } from './figures.ts';

export type FilledServer = {
  server: RunningServer;
  /** What rendering the whole site took. */
  render: { full_render_s: number; full_render_cpu_s: number; full_render_peak_rss_mb: number };
};

/** Runs a bench on a server with `posts` posts of about 12 KB, whose site is rendered. */
export async function withFilledServer<Result>(
  options: BenchOptions,
  measure: (filled: FilledServer) => Promise<Result>,
): Promise<Result> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const shared = options.isShared ? await startSharedEngines(directory) : null;
  const settings = shared?.settings ?? {};
  const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages', ...settings });
  try {
    options.log(`Writing ${options.posts} posts`);
    // In a process of its own, so that its memory does not count as the server's.
    const fillScript = fileURLToPath(new URL('./fill-and-render.ts', import.meta.url));
    const { status } = spawnSync(process.execPath, [fillScript, directory, String(options.posts), '--fill-only'], {
      env: { ...process.env, BENCH_SETTINGS: JSON.stringify(settings) },
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) throw new Error('The posts could not be written.');
    options.log('Rendering the whole site');
    const started = performance.now();
    const server = await startServer(env);
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage();
    const peak = megabytes(process.resourceUsage().maxRSS * 1024);
    options.log(`  ${server.manifest.size} entries in ${round(seconds)} s, peak RSS ${peak} MB`);
    const render = {
      full_render_s: round(seconds),
      full_render_cpu_s: round((user + system) / 1_000_000),
      full_render_peak_rss_mb: peak,
    };
    const result = await measure({ server, render });
    await server.stop();
    return result;
  } finally {
    await shared?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** What several servers would share; APP_SECRET is required then. */
async function startSharedEngines(directory: string) {
  const database = await startLibsqlServer(join(directory, 'database'));
  const bucket = await startBucket(join(directory, 'bucket'));
  return {
    settings: {
      DATABASE_URL: database.url,
      APP_SECRET: 'the secret of the bench, which guards nothing',
      ...bucket.settings,
    },
    stop: () => Promise.all([database.stop(), bucket.stop()]),
  };
}

export type Send = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Over HTTP, as editors do: of several servers only the one that leads publishes, and it is called by the API. */
export async function signInEditor(server: RunningServer): Promise<Send> {
  const now = Date.now();
  const editor = { email: 'editor@example.com', firstName: 'Mere', lastName: 'Tane', role: 'admin' as const };
  await write(server.db, [server.db.orm.insert(users).values({ ...editor, createdAt: now, updatedAt: now })]);
  const user = await server.db.orm.query.users.findFirst();
  const browser = { userAgent: 'Bench', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(server).create(Number(user?.id), browser);
  return async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} is answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}
