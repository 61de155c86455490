import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnv } from '#api/env.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import type { BenchOptions } from '../../../scripts/bench.ts';
import { publishWork, withdrawWork } from '../../support/openshelf/works.ts';
import { ensureBuild, run, startSite, stop } from '../built-server.ts';
import { megabytes, quantile, round } from '../figures.ts';
import { waitForMarker, waitForPage, waitForVerification } from '../public-pages.ts';
import { BENCH_SETTINGS } from '../settings.ts';

/** Every so many works are withdrawn again. */
const WITHDRAWN = 2;
const CATEGORIES = 7;

/**
 * The public shelf with `works` works: the first build, from the write that puts a work on the shelf until its page and
 * the list show it, from a withdrawal until its address answers 410, and the start of the built server.
 */
export async function benchShelf(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-shelf-'));
  const env = readEnv({
    DATA_DIR: directory,
    PORT: '0',
    LOG_LEVEL: 'error',
    DEMO_CONTENT: 'pages',
    ...BENCH_SETTINGS,
  });
  try {
    options.log(`Writing ${options.works} works`);
    await run(fileURLToPath(new URL('./fill-shelf.ts', import.meta.url)), [directory, String(options.works)]);
    options.log('Rendering the whole site');
    const startedAt = performance.now();
    const server = await startServer(env);
    const build = {
      full_build_s: round((performance.now() - startedAt) / 1000),
      full_build_cpu_s: round(sumProcessorMs(process.cpuUsage()) / 1000),
      full_build_peak_rss_mb: megabytes(process.resourceUsage().maxRSS * 1024),
    };
    options.log(`  ${server.manifest.size} entries, ${JSON.stringify(build)}`);
    const changes = await changeOneByOne(server, options);
    await server.stop();
    return { works: options.works, ...build, ...changes, ...(await timeStart(directory)) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function changeOneByOne(server: RunningServer, options: BenchOptions) {
  const published: number[] = [];
  const withdrawn: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let n = 1; n <= options.publishes; n += 1) {
    const id = options.works + n;
    const title = `publish-marker-${n}-${Date.now()}`;
    const path = `/openshelf/published-${n}`;
    published.push(
      await time(async () => {
        await publishWork(server, id, `published-${n}`, { title, categoryId: 1 + (n % CATEGORIES) });
        await Promise.all([path, '/openshelf'].map((each) => waitForMarker(server, each, title)));
      }),
    );
    await waitForVerification(server);
    if (n % WITHDRAWN === 0) {
      withdrawn.push(
        await time(async () => {
          await withdrawWork(server, id);
          await waitForPage(server, path, ({ status }) => status === 410);
        }),
      );
      await waitForVerification(server);
    }
    if (n % 10 === 0) options.log(`  ${n} of ${options.publishes} published`);
  }
  const cpuMs = sumProcessorMs(process.cpuUsage(cpuBefore)) / (published.length + withdrawn.length);
  return { published: summarise(published), withdrawn: summarise(withdrawn), cpu_ms: round(cpuMs) };
}

/** Starts the built server with a site that is up to date, until a page answers. */
async function timeStart(directory: string) {
  const startedAt = performance.now();
  const server = await startSite(directory);
  const start_ms = round(performance.now() - startedAt);
  await stop(server);
  return { start_ms };
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const sumProcessorMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

const summarise = (times: number[]) => ({ p50_ms: round(quantile(times, 0.5)), p95_ms: round(quantile(times, 0.95)) });
