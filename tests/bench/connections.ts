import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../../scripts/bench.ts';
import {
  countDescriptors,
  floodWithResets,
  getStatus,
  openUnreadConnections,
  readResidentBytes,
  waitUntil,
} from '../support/faults/connection-attacks.ts';
import { benchFloods } from './floods.ts';
import { ensureBuild, type RunningProcess, startSite, stop } from './built-server.ts';
import { round } from './figures.ts';

const WORKERS = 20;
const NON_READERS = 60;

type Figures = { descriptors: number; rss_mb: number };

/**
 * Resets amid pipelined requests, then clients that never read, each for a while: what the server keeps of them (Linux). Then floods of
 * what is expensive to answer. `only` picks `resets` or kinds of floods.
 */
export async function benchConnections(options: BenchOptions): Promise<object> {
  ensureBuild();
  const { only } = options;
  const isWanted = (part: string) => only.length === 0 || only.includes(part);
  const isFloodWanted = only.length === 0 || only.some((part) => part !== 'resets');
  return {
    seconds: options.seconds,
    ...(isWanted('resets') && (await benchResets(options))),
    ...(isFloodWanted && { floods: await benchFloods(options) }),
  };
}

async function benchResets({ seconds, log }: BenchOptions): Promise<object> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-connections-'));
  const server = await startSite(join(directory, 'data'));
  try {
    await timePage(server);
    const before = await measure(server);
    log(`Resets for ${seconds} s`);
    const endAt = performance.now() + seconds * 1000;
    const connections = await floodWithResets(server.port, { workers: WORKERS, isOn: () => performance.now() < endAt });
    const resets = { connections, ...(await measureAfterwards(server, before)) };
    log(`${NON_READERS} clients that never read`);
    const sockets = await openUnreadConnections(server.port, NON_READERS);
    const meanwhile = { first_page_ms: await timePage(server), ...(await measure(server)) };
    const startedAt = performance.now();
    const after = await measureAfterwards(server, before);
    const goneAfterSeconds = round((performance.now() - startedAt) / 1000);
    for (const socket of sockets) socket.destroy();
    return {
      before,
      resets,
      non_readers: { count: NON_READERS, meanwhile, gone_after_seconds: goneAfterSeconds, ...after },
    };
  } finally {
    await stop(server);
    await rm(directory, { recursive: true, force: true });
  }
}

/** The first page, then, once no more descriptors are open than before, what is in use. */
async function measureAfterwards(server: RunningProcess, before: Figures) {
  const firstPage = await timePage(server);
  const pid = server.process.pid ?? 0;
  await waitUntil('as few descriptors as before', async () => (await countDescriptors(pid)) <= before.descriptors);
  const { descriptors, rss_mb } = await measure(server);
  return { first_page_ms: firstPage, descriptors, rss_mb, rss_growth_mb: round(rss_mb - before.rss_mb) };
}

async function measure({ process: child }: RunningProcess): Promise<Figures> {
  const pid = child.pid ?? 0;
  return { descriptors: await countDescriptors(pid), rss_mb: round((await readResidentBytes(pid)) / 1024 ** 2) };
}

async function timePage({ port }: RunningProcess): Promise<number> {
  const startedAt = performance.now();
  if ((await getStatus(port, '/')) !== 200) throw new Error('The home page does not answer 200.');
  return round(performance.now() - startedAt);
}
