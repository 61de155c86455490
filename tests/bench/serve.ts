import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import type { BenchOptions } from '../../scripts/bench.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { ensureBuild, readMemory, run, startSite, stop, waitForResponse } from './built-server.ts';
import { quantile, round } from './figures.ts';
import { createNginxConfig } from './nginx.ts';
import { findNginx } from '../../scripts/testing/ensure-nginx.ts';

const resolvePath = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PAGE = '/blogs/bench-post-1';
const API = '/api/blogs/slug/bench-post-1';
const STARTS = 5;
const SETTLE_MS = 3_000;

type Load = { requests_per_second: number; p99_ms: number; errors: number };

/**
 * A post page of about 12 KB from the built server, with br, gzip and no encoding, beside serveStatic and, where it
 * is installed, nginx with precompressed gzip; the same post from the API; then cold starts and the idle memory with all posts.
 */
export async function benchServe(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-serve-'));
  const dataDir = join(directory, 'data');
  try {
    options.log(`Filling and rendering ${options.posts} posts`);
    await run(resolvePath('./fill-and-render.ts'), [dataDir, String(options.posts)]);
    const cold = await coldStarts(dataDir, options);
    const server = await startSite(dataDir);
    const page = await (
      await fetch(`http://127.0.0.1:${server.port}${PAGE}`, { headers: { 'accept-encoding': 'identity' } })
    ).text();
    const site = {
      br: await load(server.port, PAGE, 'br', options),
      gzip: await load(server.port, PAGE, 'gzip', options),
      identity: await load(server.port, PAGE, 'identity', options),
    };
    const api = await load(server.port, API, 'identity', options);
    await stop(server);
    const files = join(directory, 'static');
    await mkdir(files);
    await writeFile(join(files, 'page.html'), page);
    await writeFile(join(files, 'page.html.gz'), gzipSync(page));
    const others = {
      serve_static: await loadServeStatic(files, options),
      nginx: await loadNginx(directory, files, options),
    };
    const best = (loads: Record<string, Load>) =>
      Math.max(...Object.values(loads).map((figures) => figures.requests_per_second));
    return {
      posts: options.posts,
      connections: options.connections,
      page_bytes: Buffer.byteLength(page),
      site,
      api,
      ...others,
      ratio_to_serve_static: round(
        site.identity.requests_per_second / others.serve_static.identity.requests_per_second,
        2,
      ),
      ratio_to_nginx: others.nginx && round(site.gzip.requests_per_second / best(others.nginx), 2),
      ...cold,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function coldStarts(dataDir: string, options: BenchOptions) {
  const starts: number[] = [];
  let idle = 0;
  for (let n = 1; n <= STARTS; n += 1) {
    const startedAt = performance.now();
    const server = await startSite(dataDir);
    starts.push(performance.now() - startedAt);
    if (n === STARTS) {
      await sleep(SETTLE_MS);
      idle = await readMemory(server.process, 'VmRSS');
    }
    await stop(server);
  }
  options.log(`  cold start ${starts.map((ms) => round(ms)).join(', ')} ms; idle ${idle} MB`);
  return {
    cold_start_ms: round(quantile(starts, 0.5)),
    cold_start_max_ms: round(Math.max(...starts)),
    idle_rss_mb: idle,
  };
}

async function loadServeStatic(files: string, options: BenchOptions) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [resolvePath('./static-server.ts'), files, String(port)], { stdio: 'ignore' });
  await waitForResponse(`http://127.0.0.1:${port}/page.html`);
  const identity = await load(port, '/page.html', 'identity', options);
  await stop({ process: child, port });
  return { identity };
}

async function loadNginx(directory: string, files: string, options: BenchOptions) {
  const path = findNginx();
  if (!path) {
    options.log('nginx is not installed: left out');
    return null;
  }
  const port = await findFreePort();
  const config = join(directory, 'nginx.conf');
  await writeFile(config, createNginxConfig({ directory, files, port }));
  const child = spawn(path, ['-c', config, '-p', directory], { stdio: 'ignore' });
  await waitForResponse(`http://127.0.0.1:${port}/page.html`);
  const result = {
    gzip: await load(port, '/page.html', 'gzip', options),
    identity: await load(port, '/page.html', 'identity', options),
  };
  await stop({ process: child, port });
  return result;
}

async function load(port: number, path: string, encoding: string, options: BenchOptions): Promise<Load> {
  const settings = {
    url: `http://127.0.0.1:${port}${path}`,
    connections: options.connections,
    headers: { 'accept-encoding': encoding },
  };
  await autocannon({ ...settings, duration: 2 });
  const result = await autocannon({ ...settings, duration: options.seconds });
  const errors = result.errors + result.non2xx + result.timeouts;
  const figures = { requests_per_second: Math.round(result.requests.average), p99_ms: result.latency.p99, errors };
  options.log(
    `  ${path} ${encoding}: ${figures.requests_per_second} requests/s, p99 ${figures.p99_ms} ms, ${errors} errors`,
  );
  return figures;
}
