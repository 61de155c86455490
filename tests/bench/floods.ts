import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BenchOptions } from '../../scripts/bench.ts';
import { readResidentBytes } from '../support/faults/connection-attacks.ts';
import { openEditor, openKeepAlive, repeat } from '../support/faults/flood/editor.ts';
import { FLOOD_KINDS } from '../support/faults/flood/flood.ts';
import { fillFloodSite, type FloodSite } from '../support/faults/flood/flood-site.ts';
import { type RunningProcess, startSite, stop } from './built-server.ts';
import type { FloodWork } from './flood-worker.ts';
import { megabytes, quantile, round } from './figures.ts';

/** More pages, drafts and texts than the caches hold. */
const SIZES = { posts: 300, drafts: 40, works: 40, auditRows: 50_000 };
const WORKERS = 12;
const EVERY_MS = 200;
/** What must hold: an editor's saves (p99), and memory afterwards against before. */
const SAVE_P99_MS = 500;
const GROWTH_MB = 50;
/** Memory is looked at for so long afterwards, while nothing runs. */
const SETTLE_MS = 60_000;
const SAMPLE_MS = 100;

/** Clients that ask for expensive things and leave, on each kind of route and on all: an editor's saves meanwhile, and memory afterwards (Linux). */
export async function benchFloods({ seconds, only, log }: BenchOptions): Promise<Record<string, object>> {
  const figures: Record<string, object> = {};
  const directory = await mkdtemp(join(tmpdir(), 'bench-floods-'));
  const dataDir = join(directory, 'data');
  try {
    log('Filling the site');
    const site = await fillFloodSite(dataDir, SIZES);
    for (const kind of [...FLOOD_KINDS, 'all'] as const) {
      if (only.length > 0 && !only.some((beginning) => kind.startsWith(beginning))) continue;
      log(`Flood of ${kind} for ${seconds} s`);
      const server = await startSite(dataDir);
      figures[kind] = await measureFlood(server, { site, kind, seconds });
      await stop(server);
      log(`  ${JSON.stringify(figures[kind])}`);
    }
    return figures;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Flooding = Pick<FloodWork, 'site' | 'kind' | 'seconds'>;

async function measureFlood(server: RunningProcess, { site, kind, seconds }: Flooding): Promise<object> {
  const { port } = server;
  const editor = await openEditor(port, site);
  const visitor = openKeepAlive(port);
  const visit = async () => {
    const { status, ms } = await visitor.call('GET', '/');
    if (status !== 200) throw new Error(`The home page answered ${status}.`);
    return ms;
  };
  await warmUp(port, site, editor.save);
  const before = await readMemory(server);
  const endAt = performance.now() + seconds * 1000;
  const isOn = () => performance.now() < endAt;
  const [connections, saves, pages, peak] = await Promise.all([
    runFlood({ port, site, kind, seconds, workers: WORKERS }),
    repeat(editor.save, EVERY_MS, isOn),
    repeat(visit, EVERY_MS, isOn),
    sampleMemory(server, isOn),
  ]);
  const settled = await settle(server, before);
  const statusAfter = [
    (await visitor.call('GET', '/')).status,
    await editor.save().then(
      () => 200,
      () => 0,
    ),
  ];
  editor.close();
  visitor.close();
  const save = { ...summarise(saves.times), failures: saves.failures };
  const growth = round(settled.rss_mb - before);
  return {
    connections,
    save,
    home_page: { ...summarise(pages.times), failures: pages.failures },
    rss_mb: { before, peak, after: settled.rss_mb, growth, settled_after_seconds: settled.seconds },
    home_and_save_after: statusAfter,
    within_target: save.p99_ms < SAVE_P99_MS && save.failures === 0 && growth <= GROWTH_MB,
  };
}

/** Returns the number of connections. */
async function runFlood(workerData: FloodWork): Promise<number> {
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData });
  const [connections] = await once(worker, 'message');
  return connections as number;
}

/** Everything once, one after the other, as people do: what stays in memory afterwards is in use. */
async function warmUp(port: number, { token, paths }: FloodSite, save: () => Promise<number>): Promise<void> {
  const reader = openKeepAlive(port, token);
  for (const path of Object.values(paths).flat()) {
    const { status } = await reader.call('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
  }
  for (let n = 0; n < 20; n += 1) await save();
  reader.close();
}

async function sampleMemory(server: RunningProcess, isOn: () => boolean): Promise<number> {
  let peak = 0;
  while (isOn()) {
    peak = Math.max(peak, await readMemory(server));
    await sleep(SAMPLE_MS);
  }
  return peak;
}

/** Waits until memory is within the target again, at most for a minute. */
async function settle(server: RunningProcess, before: number): Promise<{ rss_mb: number; seconds: number }> {
  const startedAt = performance.now();
  let memory = await readMemory(server);
  while (memory > before + GROWTH_MB && performance.now() - startedAt < SETTLE_MS) {
    await sleep(SAMPLE_MS);
    memory = await readMemory(server);
  }
  return { rss_mb: memory, seconds: round((performance.now() - startedAt) / 1000) };
}

const readMemory = async ({ process: child }: RunningProcess) => megabytes(await readResidentBytes(child.pid ?? 0));

const summarise = (times: readonly number[]) => ({
  count: times.length,
  p50_ms: round(quantile(times, 0.5)),
  p99_ms: round(quantile(times, 0.99)),
  max_ms: round(Math.max(...times)),
});
