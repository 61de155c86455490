import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../../../scripts/bench.ts';
import { ensureBuild, run, startSite, stop } from '../built-server.ts';
import { quantile, round } from '../figures.ts';
import { CONCURRENCY, P95_MS } from './api-load.ts';
import { OPENSHELF_ROWS } from './openshelf-rows.ts';

/** Publications of one bulk action. */
const SIZE = 500;
const ACTS = 10;
/** Publications that are decided one by one. */
const SINGLES = 100;
const TARGET_MS = 2_000;

type DecisionResponse = { undo: { id: string } };
type BulkResponse = DecisionResponse & { data: { updated: number } };
type Send = ReturnType<typeof createSender>;

/** Decisions on 500 publications at once and on single ones, and their undo, among 50,000, over HTTP at the built server. */
export async function benchDecisions(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-decisions-'));
  const dataDir = join(directory, 'data');
  const tokenFile = join(directory, 'token');
  try {
    await run(fileURLToPath(new URL('./fill-openshelf.ts', import.meta.url)), [dataDir, tokenFile]);
    const server = await startSite(dataDir);
    const send = createSender(server.port, await readFile(tokenFile, 'utf8'));
    const bulk = await decideInBulk(send, options.log);
    const singles = await decideOneByOne(send);
    await stop(server);
    const median = (figures: number[]) => round(quantile(figures, 0.5));
    const medians = {
      decide_ms: median(bulk.map((each) => each.decide)),
      undo_ms: median(bulk.map((each) => each.undo)),
    };
    const worst = Math.max(...Object.values(singles).map(({ p95_ms }) => p95_ms));
    return {
      ...OPENSHELF_ROWS,
      size: SIZE,
      acts: ACTS,
      ...medians,
      slowest_ms: Math.max(...bulk.flatMap(({ decide, undo }) => [decide, undo])),
      at_once: CONCURRENCY,
      singles,
      within_target: Math.max(medians.decide_ms, medians.undo_ms) <= TARGET_MS && worst <= P95_MS,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Approvals and rejections of 500 in turn, each undone. Every tenth publication waits for a reviewer. */
async function decideInBulk(send: Send, log: BenchOptions['log']): Promise<{ decide: number; undo: number }[]> {
  const figures = [];
  for (let act = 0; act < ACTS; act += 1) {
    const publicationIds = Array.from({ length: SIZE }, (_, n) => 10 * (1 + act * SIZE + n));
    const action = act % 2 === 0 ? 'approve' : 'reject';
    const request = { publicationIds, action, comments: 'Bulk rejection via admin panel' };
    const decision = await send<BulkResponse>('publications/bulk-action', request);
    if (decision.body.data.updated !== SIZE) throw new Error(`Only ${decision.body.data.updated} were changed.`);
    const undo = await send('../undo', { ids: [decision.body.undo.id] });
    figures.push({ decide: decision.ms, undo: undo.ms });
    log(`  ${action} ${SIZE}: ${decision.ms} ms, undo ${undo.ms} ms`);
  }
  return figures;
}

/** Claim, decision and undo of one publication after the other, four at once. */
async function decideOneByOne(
  send: Send,
): Promise<Record<'claim' | 'decide' | 'undo', { p50_ms: number; p95_ms: number }>> {
  const times = { claim: [] as number[], decide: [] as number[], undo: [] as number[] };
  let next = 1;
  const work = async () => {
    while (next <= SINGLES) {
      const path = `reviews/${next * 10}`;
      const [decision, comments] = next % 2 === 0 ? ['approve', 'Thank you.'] : ['reject', 'It is not finished.'];
      next += 1;
      times.claim.push((await send(`${path}/claim`, {})).ms);
      const decided = await send<DecisionResponse>(`${path}/${decision}`, { comments });
      times.decide.push(decided.ms);
      times.undo.push((await send('../undo', { ids: [decided.body.undo.id] })).ms);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const summarise = (figures: number[]) => ({
    p50_ms: round(quantile(figures, 0.5)),
    p95_ms: round(quantile(figures, 0.95)),
  });
  return { claim: summarise(times.claim), decide: summarise(times.decide), undo: summarise(times.undo) };
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
