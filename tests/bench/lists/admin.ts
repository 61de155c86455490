import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../../../scripts/bench.ts';
import { createAdminPaths } from './admin-paths.ts';
import { type ApiFigures, CONCURRENCY, measureRequests, P95_MS } from './api-load.ts';
import { createOpenshelfPaths } from './openshelf-paths.ts';
import { ensureBuild, run, startSite, stop } from '../built-server.ts';

/** The lists about people over HTTP at the built server, with 100,000 users and 100,000 entries of waiting lists. */
export const benchAdmin = (options: BenchOptions): Promise<object> =>
  benchPaths(options, './fill-admin.ts', createAdminPaths(Date.now()));

/** OpenShelf for reviewers over HTTP at the built server, with 50,000 publications and 100,000 rows of history. */
export const benchOpenshelf = (options: BenchOptions): Promise<object> =>
  benchPaths(options, './fill-openshelf.ts', createOpenshelfPaths());

/** Requests these paths, by their names, at a server that `fillScript` has filled. */
async function benchPaths(options: BenchOptions, fillScript: string, paths: Record<string, string[]>): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-lists-'));
  const dataDir = join(directory, 'data');
  const tokenFile = join(directory, 'token');
  try {
    await run(fileURLToPath(new URL(fillScript, import.meta.url)), [dataDir, tokenFile]);
    const token = await readFile(tokenFile, 'utf8');
    const server = await startSite(dataDir);
    const target = { port: server.port, pid: server.process.pid ?? 0, token };
    const figures: Record<string, ApiFigures> = {};
    for (const [name, pathsInTurn] of Object.entries(paths)) {
      if (options.only.length > 0 && !options.only.some((beginning) => name.startsWith(beginning))) continue;
      figures[name] = await measureRequests(target, pathsInTurn, countRows);
      options.log(`  ${name}: ${JSON.stringify(figures[name])}`);
    }
    await stop(server);
    const worst = Math.max(...Object.values(figures).map(({ p95_ms }) => p95_ms));
    const slow = Object.keys(figures).filter((name) => (figures[name]?.p95_ms ?? 0) > P95_MS);
    return { at_once: CONCURRENCY, figures, worst_p95_ms: worst, slow, within_target: worst <= P95_MS };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The rows of a list, also of one inside `data`; 1 for anything else. */
function countRows(body: unknown): number {
  const { data, people } = body as { data?: object; people?: unknown[] };
  const lists = [people, data, ...Object.values(data ?? {})];
  return lists.find((list): list is unknown[] => Array.isArray(list))?.length ?? 1;
}
