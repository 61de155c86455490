import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import type { Clock } from './clock.ts';
import type { WorkName } from './domain/work-names.ts';

/** Interval of the heartbeat (ms). */
const BEAT_MS = 50;
/** From here on a pause is kept with what ran (ms). */
const PAUSE_MIN_MS = 200;
const DAY_MS = 86_400_000;
/** How many pauses of a day are kept, and for how many days. */
const KEPT_PER_DAY = 5;
const KEPT_DAYS = 7;
/** Changes of work between two heartbeats that are noted; the last one counts for the rest. */
const NOTED_MAX = 5_000;

/** `GET /api/blogs/:id`: the pattern of a route, never an address that a client chose. */
type Route = `${string} /${string}`;

/** A time in which the event loop did not turn. */
export type LoopPause = {
  /** When it began (UTC ms). */
  at: number;
  milliseconds: number;
  /** Milliseconds in which the thread itself used the processor; in the others it waited for the disk or for other processes. */
  busyMilliseconds: number;
  /** The work that ran for most of the pause; null where no piece of work is named. */
  work: string | null;
};

const storage = new AsyncLocalStorage<string>();
const watches = new Set<LoopWatch>();

/** Runs something under the name that a pause of the event loop is reported with. Everything that it starts has that name, too. */
export function runAs<Result>(name: WorkName | Route, run: () => Result): Result {
  return storage.run(name, () => {
    noteAll(name);
    return run();
  });
}

function noteAll(name: string | null): void {
  for (const watch of watches) watch.note(name);
}

/** Each turn of the event loop begins with a callback of Node, in the context of what it is for. Promises are left out: they continue within a turn. */
const hook = createHook({ before: () => noteAll(storage.getStore() ?? null), trackPromises: false });

type WatchOptions = { clock: Clock; onPause?: (pause: LoopPause) => void };

/** Measures for how long the event loop doesn't turn, and names what ran. */
export class LoopWatch {
  readonly #options: WatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #beatAt = 0;
  #cpu = process.threadCpuUsage();
  /** Work that began to run since the last heartbeat, and when (ms). */
  #noted: { name: string | null; since: number }[] = [];
  #pauses: LoopPause[] = [];

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#beatAt = performance.now();
    this.#cpu = process.threadCpuUsage();
    this.#noted = [];
    watches.add(this);
    hook.enable();
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    watches.delete(this);
    if (watches.size === 0) hook.disable();
  }

  note(name: string | null): void {
    if (this.#noted.at(-1)?.name === name || this.#noted.length >= NOTED_MAX) return;
    this.#noted.push({ name, since: performance.now() });
  }

  /** The worst five of each of the last seven days since the start, the newest first. */
  listPauses(): LoopPause[] {
    return this.#pauses.toSorted((a, b) => b.at - a.at);
  }

  #beat(): void {
    const now = performance.now();
    const cpu = process.threadCpuUsage(this.#cpu);
    const milliseconds = now - this.#beatAt - BEAT_MS;
    if (milliseconds >= PAUSE_MIN_MS) {
      const busyMilliseconds = Math.min(milliseconds, (cpu.user + cpu.system) / 1_000);
      const at = this.#options.clock.now() - Math.round(milliseconds);
      const pause = { at, milliseconds, busyMilliseconds, work: this.#findLongest(now) };
      this.#pauses = keepWorst(this.#pauses, pause);
      this.#options.onPause?.(pause);
    }
    this.#beatAt = now;
    this.#cpu = process.threadCpuUsage();
    this.#noted = [];
  }

  #findLongest(now: number): string | null {
    const sums = new Map<string | null, number>();
    for (const [index, { name, since }] of this.#noted.entries()) {
      const until = this.#noted[index + 1]?.since ?? now;
      sums.set(name, (sums.get(name) ?? 0) + until - since);
    }
    const [longest] = [...sums].toSorted((a, b) => b[1] - a[1]);
    return longest?.[0] ?? null;
  }
}

/** The worst five of each of the last seven days. */
export function keepWorst(pauses: readonly LoopPause[], added: LoopPause): LoopPause[] {
  const days = Map.groupBy([...pauses, added], ({ at }) => Math.floor(at / DAY_MS));
  return [...days.values()]
    .flatMap((day) => day.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, KEPT_PER_DAY))
    .filter(({ at }) => at > added.at - KEPT_DAYS * DAY_MS);
}
