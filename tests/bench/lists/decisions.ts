import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../../../scripts/bench.ts';
import { ensureBuild, run, startSite, stop } from '../built-server.ts';
import { round } from '../figures.ts';
import { OPENSHELF_ROWS } from './openshelf-rows.ts';

/** Publications of one bulk action. */
const SIZE = 500;
const ACTS = 6;
const TARGET_MS = 2_000;

type BulkResponse = { data: { updated: number }; undo: { id: string } };

/** Bulk decisions on 500 publications and their undo, among 50,000, over HTTP at the built server. */
export async function benchDecisions(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-decisions-'));
  const dataDir = join(directory, 'data');
  const tokenFile = join(directory, 'token');
  try {
    await run(fileURLToPath(new URL('./fill-openshelf.ts', import.meta.url)), [dataDir, tokenFile]);
    const server = await startSite(dataDir);
    const send = createSender(server.port, await readFile(tokenFile, 'utf8'));
    const figures: { action: string; decide_ms: number; undo_ms: number }[] = [];
    for (let act = 0; act < ACTS; act += 1) {
      // Every tenth publication waits for a reviewer.
      const publicationIds = Array.from({ length: SIZE }, (_, n) => 10 * (1 + act * SIZE + n));
      const action = act % 2 === 0 ? 'approve' : 'reject';
      const request = { publicationIds, action, comments: 'Bulk rejection via admin panel' };
      const decision = await send<BulkResponse>('publications/bulk-action', request);
      if (decision.body.data.updated !== SIZE) throw new Error(`Only ${decision.body.data.updated} were changed.`);
      const undo = await send('reviews/undo', { id: decision.body.undo.id });
      figures.push({ action, decide_ms: decision.ms, undo_ms: undo.ms });
      options.log(`  ${JSON.stringify(figures.at(-1))}`);
    }
    await stop(server);
    const worst = Math.max(...figures.flatMap(({ decide_ms, undo_ms }) => [decide_ms, undo_ms]));
    return { ...OPENSHELF_ROWS, size: SIZE, figures, worst_ms: worst, within_target: worst <= TARGET_MS };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Posts JSON below `/api/admin/openshelf`, and takes the time. @throws when it fails. */
function createSender(port: number, token: string) {
  return async <Body>(path: string, request: object): Promise<{ ms: number; body: Body }> => {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/openshelf/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return { ms: round(performance.now() - startedAt), body: JSON.parse(text) as Body };
  };
}
