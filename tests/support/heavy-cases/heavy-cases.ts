import { closeSync, cpSync, fsyncSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, round } from '../../bench/figures.ts';
import { signInAtServer } from '../app/server-sign-in.ts';
import { type CaseServer, startCaseServer } from './case-server.ts';
import { type HeavyCase, heavyCases, waitUntilQuiet } from './cases.ts';
import { sendVisitors, type VisitorFigures } from './visitors.ts';

const P99_MAX_MS = 100;
const TURN_MAX_MS = 100;
const MEMORY_MAX_MB = 700;
/** By how much a start after a kill may be slower: what two starts differ by on a busy machine. */
const START = { factor: 1.25, ms: 150 };

export type CaseResult = {
  name: string;
  seconds: number;
  during: VisitorFigures;
  /** From the first page after each kill until what was under way has ended. */
  after: VisitorFigures[];
  /** Named by the server, the start included. */
  pauses: string[];
  /** Processor time of the main thread between two turns of its event loop (ms): in it no visitor is answered. */
  longestTurn: number;
  /** Of the whole process (MB). */
  peak: number;
  /** Medians. */
  start: Starts;
  startAfterKill: Starts;
};
type Starts = CaseServer['start'];

/** What misses its target, as words; empty when nothing does. */
export function listMisses({ during, after, longestTurn, peak, start, startAfterKill }: CaseResult): string[] {
  const visits = [during, ...after];
  // Processor time is the same on a busy machine.
  const isSlower = startAfterKill.processor > start.processor * START.factor + START.ms;
  return [
    ...(visits.some(({ p99 }) => p99 > P99_MAX_MS) ? ['p99'] : []),
    ...(visits.some(({ lost }) => lost > 0) ? ['lost'] : []),
    ...(longestTurn > TURN_MAX_MS ? ['turn'] : []),
    ...(peak > MEMORY_MAX_MB ? ['memory'] : []),
    ...(isSlower ? ['start'] : []),
  ];
}

type Options = {
  /** A part of the name of each case; all without. */
  only?: string | undefined;
  /** How many starts of each kind are measured. */
  starts: number;
  print(result: CaseResult): void;
};

/** Makes each case on a site of its own while visitors read, kills the server in the middle of it, and starts it again. */
export async function runHeavyCases({ only = '', starts, print }: Options): Promise<CaseResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heavy-'));
  const results: CaseResult[] = [];
  const template = join(folder, 'template');
  const token = await prepareTemplate(template);
  for (const heavyCase of heavyCases.filter(({ name }) => name.includes(only))) {
    const copies = new CaseCopies(folder, template, token);
    const result = await measureCase(heavyCase, copies, starts);
    results.push(result);
    print(result);
    await copies.remove();
  }
  return results;
}

/** A site with its first release and a signed-in admin. */
async function prepareTemplate(template: string): Promise<string> {
  const server = await startCaseServer(template);
  const { token } = await signInAtServer(server.origin, template);
  await server.end('SIGTERM');
  return token;
}

const isPlainFile = (path: string) => !path.endsWith('.sock');

/** Writes a copy to the disk now: otherwise the first write of the server waits for all of it. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** The prepared site of a case, copied for each run. */
class CaseCopies {
  readonly #folder: string;
  readonly #template: string;
  readonly token: string;
  readonly prepared: string;

  constructor(folder: string, template: string, token: string) {
    this.#folder = folder;
    this.#template = template;
    this.token = token;
    this.prepared = join(folder, 'prepared');
    cpSync(this.#template, this.prepared, { recursive: true, filter: isPlainFile });
  }

  start = (dataDir: string) => startCaseServer(dataDir, this.token);

  copy(): string {
    const directory = join(this.#folder, 'run');
    cpSync(this.prepared, directory, { recursive: true, filter: isPlainFile });
    flush(join(directory, 'app.db'));
    return directory;
  }

  remove = async () => {
    await rm(this.prepared, { recursive: true, force: true });
    await this.removeRun();
  };

  removeRun = () => rm(join(this.#folder, 'run'), { recursive: true, force: true });
}

async function measureCase(heavyCase: HeavyCase, copies: CaseCopies, starts: number): Promise<CaseResult> {
  if (heavyCase.prepare) {
    const server = await copies.start(copies.prepared);
    await heavyCase.prepare(server);
    await server.end('SIGTERM');
  }
  await heavyCase.prepareFiles?.(copies.prepared);

  const started: Starts[] = [];
  const dataDir = copies.copy();
  for (let n = 1; n < starts; n += 1) {
    const server = await copies.start(dataDir);
    started.push(server.start);
    await server.end('SIGTERM');
  }
  const server = await copies.start(dataDir);
  started.push(server.start);
  await heavyCase.actOnce?.(server);
  server.beginTurns();
  const startedAt = performance.now();
  const during = await whileVisited(server, () => heavyCase.act(server));
  const seconds = (performance.now() - startedAt) / 1_000;
  const pauses = await server.listPauses();
  const peaks = [await server.readPeakMemory()];
  const turns = [await server.stop()];
  await copies.removeRun();

  const restarted: Starts[] = [];
  const after: VisitorFigures[] = [];
  for (let n = 1; n <= starts; n += 1) {
    const killed = await copies.start(copies.copy());
    // The call that the kill cuts off fails.
    const acting = heavyCase.act(killed).catch(() => undefined);
    await sleep((seconds * 1_000 * n) / (starts + 1));
    await killed.end('SIGKILL');
    const again = await copies.start(killed.dataDir);
    restarted.push(again.start);
    again.beginTurns();
    after.push(await whileVisited(again, () => waitUntilQuiet(again)));
    peaks.push(await again.readPeakMemory());
    await acting;
    turns.push(await again.stop());
    await copies.removeRun();
  }
  return {
    name: heavyCase.name,
    seconds: round(seconds),
    during,
    after,
    pauses,
    longestTurn: round(Math.max(...turns)),
    peak: Math.max(...peaks),
    start: findMedians(started),
    startAfterKill: findMedians(restarted),
  };
}

/** How long visitors stay at least (ms): with fewer than some hundred pages the slowest hundredth is one page. */
const VISIT_MS = 4_000;

async function whileVisited(server: CaseServer, work: () => Promise<void>): Promise<VisitorFigures> {
  const visitors = sendVisitors(server.port);
  await Promise.all([work(), sleep(VISIT_MS)]);
  return visitors.leave();
}

const findMedians = (starts: readonly Starts[]): Starts => {
  const find = (key: keyof Starts) => {
    const times = starts.map((start) => start[key]);
    return Math.round(quantile(times, 0.5));
  };
  return { pages: find('pages'), ready: find('ready'), processor: find('processor') };
};
