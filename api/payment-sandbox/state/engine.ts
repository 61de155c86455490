import PQueue from 'p-queue';
import { openSandboxFile, type SandboxFile } from './sandbox-file.ts';
import { Store } from './store.ts';
import { type RequestInfo, Transaction } from './transaction.ts';

export type DueWork = { time: number; id: string; run(tx: Transaction): void };

/** The earliest work that is due at or before `until`, by time and then id. */
export type FindDueWork = (tx: Transaction, until: number) => DueWork | null;

type EngineOptions = {
  directory: string | null;
  now: () => number;
  /** Where the clock of a new sandbox starts, Unix seconds; without it, now. */
  startsAt?: number | undefined;
  findDueWork: FindDueWork;
  /** Called in every transaction that emitted events, before it is saved: writes their deliveries. */
  onEvents: (tx: Transaction) => void;
  /** Called after every transaction that wrote something. */
  onCommit: () => void;
};

export type Engine = Awaited<ReturnType<typeof createEngine>>;

/**
 * Runs transactions one at a time: each is saved in one batch before it is applied. One that throws leaves nothing, unless the
 * error says `keepsChanges` (a declined card).
 */
export async function createEngine(options: EngineOptions) {
  const { directory, now, findDueWork } = options;
  const store = new Store();
  const queue = new PQueue({ concurrency: 1 });
  const file: SandboxFile | null = directory === null ? null : await openSandboxFile(directory);
  const saved = await file?.load();
  store.load(saved?.rows ?? []);
  const isNew = (saved?.rows.length ?? 0) === 0;
  const realStart = Math.floor(now() / 1000);
  let clockOffset = isNew ? (options.startsAt ?? realStart) - realStart : (saved?.clockOffset ?? 0);
  const ownNow = () => Math.floor(now() / 1000) + clockOffset;

  /** Inside the queue. */
  const commit = async <T>(
    work: (tx: Transaction) => T,
    { at = ownNow(), request }: { at?: number; request?: RequestInfo } = {},
  ) => {
    const tx = new Transaction(store, at, request);
    const attempt = tryWork(work, tx);
    if (attempt.isCommitted && tx.changes.length > 0) {
      if (tx.events.length > 0) options.onEvents(tx);
      await file?.save(tx.rows, clockOffset);
      store.apply(tx.changes);
      options.onCommit();
    }
    if ('error' in attempt) throw attempt.error;
    return attempt.value;
  };

  /** Inside the queue: everything due, each piece at its time. */
  const runDueWork = async (until: number): Promise<void> => {
    const find = () => findDueWork(new Transaction(store, until), until);
    for (let due = find(); due !== null; due = find()) {
      const { run, time } = due;
      await commit(run, { at: time });
    }
  };

  return {
    /** Nothing was saved before. */
    isNew,
    store,
    now: ownNow,
    /** One request: what became due before comes first. */
    run: <T>(work: (tx: Transaction) => T, request?: RequestInfo): Promise<T> =>
      queue.add(async () => {
        await runDueWork(ownNow());
        return commit(work, { request });
      }) as Promise<T>,
    /** What the sandbox notes for itself, such as a delivery: due work does not come before it. */
    record: (work: (tx: Transaction) => void): Promise<void> => queue.add(() => commit(work)) as Promise<void>,
    runDueWork: (): Promise<void> => queue.add(() => runDueWork(ownNow())) as Promise<void>,
    /** Moves the clock forward and runs everything due on the way. */
    advanceTo: (time: number): Promise<void> =>
      queue.add(async () => {
        if (time < ownNow()) throw new RangeError('The clock only moves forward.');
        await runDueWork(time);
        clockOffset = time - Math.floor(now() / 1000);
        await file?.save([], clockOffset);
        options.onCommit();
      }) as Promise<void>,
    /** Resolves when nothing is queued or running. */
    whenIdle: (): Promise<void> => queue.onIdle(),
    close: async (): Promise<void> => {
      await queue.onIdle();
      file?.close();
    },
  };
}

function tryWork<T>(work: (tx: Transaction) => T, tx: Transaction) {
  try {
    return { isCommitted: true, value: work(tx) };
  } catch (error) {
    return { isCommitted: (error as { keepsChanges?: boolean }).keepsChanges === true, error };
  }
}
