import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { readEnv } from '#api/env.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { publishJobs, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { startBucket, startLibsqlServer } from '../support/machines/engines.ts';
import { ensureBuild } from './built-server.ts';
import { megabytes, quantile, round } from './figures.ts';
import { createArticleHtml } from './filler.ts';
import { waitForMarker, waitForVerification } from './public-pages.ts';

/** Out of ten publishes: so many change the newest post, the rest create posts. */
const CHANGES_OUT_OF_TEN = 4;

/**
 * Fills `posts` posts of about 12 KB, renders the whole site, then publishes new and changed posts one after the
 * other: from the request until the post, the home page and the list return the new content over HTTP.
 */
export async function benchPublish(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-publish-'));
  const shared = options.isShared ? await startSharedEngines(directory) : null;
  const settings = shared?.settings ?? {};
  const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'false', ...settings });
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
    const fullRenderSeconds = (performance.now() - started) / 1000;
    const renderCpu = process.cpuUsage();
    const rssAfterRender = process.resourceUsage().maxRSS * 1024;
    options.log(
      `  ${server.manifest.size} entries in ${round(fullRenderSeconds)} s, peak RSS ${megabytes(rssAfterRender)} MB`,
    );
    const cpuBefore = process.cpuUsage();
    const figures = await publishOneByOne(server, options);
    const { user, system } = process.cpuUsage(cpuBefore);
    const pages = await averagePagesPerPublish(server);
    await server.stop();
    return {
      posts: options.posts,
      database: shared ? 'libSQL server and bucket' : 'file',
      publishes: figures.length,
      p50_ms: round(quantile(figures, 0.5)),
      p95_ms: round(quantile(figures, 0.95)),
      p99_ms: round(quantile(figures, 0.99)),
      max_ms: round(Math.max(...figures)),
      // Processor time of one publish with its background work and the requests of this bench: the same on a busy machine.
      cpu_ms: round((user + system) / 1000 / figures.length),
      full_render_s: round(fullRenderSeconds),
      full_render_cpu_s: round((renderCpu.user + renderCpu.system) / 1_000_000),
      full_render_peak_rss_mb: megabytes(rssAfterRender),
      pages_per_publish: round(pages),
      peak_rss_mb: megabytes(process.resourceUsage().maxRSS * 1024),
    };
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

async function publishOneByOne(server: RunningServer, options: BenchOptions): Promise<number[]> {
  const figures: number[] = [];
  const send = await signInEditor(server);
  let newest: number | null = null;
  for (let n = 1; n <= options.publishes; n += 1) {
    const marker = `publish-marker-${n}-${Date.now()}`;
    const content = createArticleHtml(options.posts + n);
    const input = {
      title: `${marker} story`,
      content,
      status: 'published' as const,
      description: `${marker} in words`,
    };
    const started = performance.now();
    const isChange = newest !== null && n % 10 < CHANGES_OUT_OF_TEN;
    const post: { id: number; slug: string } = isChange
      ? await send('PUT', `/api/blogs/${newest}`, { ...input, categoryIds: [1] })
      : await send('POST', '/api/blogs', { ...input, categoryIds: [1 + (n % 5)] });
    newest = post.id;
    // One after the other: all change at once, and asking takes processor time from the publish.
    for (const path of [`/blogs/${post.slug}`, '/', '/blogs']) await waitForMarker(server, path, marker);
    figures.push(performance.now() - started);
    if (n % 10 === 0) options.log(`  ${n} of ${options.publishes} published`);
    await waitForVerification(server);
  }
  return figures;
}

/** Over HTTP, as editors do: of several servers only the one that leads publishes, and it is called by the API. */
async function signInEditor(server: RunningServer) {
  const now = Date.now();
  const editor = { email: 'editor@example.com', firstName: 'Mere', lastName: 'Tane', role: 'admin' as const };
  await write(server.db, [server.db.orm.insert(users).values({ ...editor, createdAt: now, updatedAt: now })]);
  const user = await server.db.orm.query.users.findFirst();
  const browser = { userAgent: 'Bench', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(server).create(Number(user?.id), browser);
  return async (method: string, path: string, body: object): Promise<{ id: number; slug: string }> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} is answered with ${response.status}.`);
    return (await response.json()) as { id: number; slug: string };
  };
}

async function averagePagesPerPublish(server: RunningServer): Promise<number> {
  const jobs = await server.db.orm
    .select({ paths: publishJobs.paths })
    .from(publishJobs)
    .where(eq(publishJobs.status, 'live'));
  const counts = jobs.map((job) => job.paths?.length ?? 0);
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}
