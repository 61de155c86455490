import PQueue from 'p-queue';
import type { Database } from '#db/client.ts';

/** Keys with running or waiting work. Only one process opens a database, so a queue in memory is enough. */
const queues = new WeakMap<Database, Map<string, PQueue>>();

/** Runs the work of one key (a customer, or a user) one after the other: an object must not change between its fetch and the write. */
export async function runExclusive<Result>(db: Database, key: string, work: () => Promise<Result>): Promise<Result> {
  const locks = queues.get(db) ?? new Map<string, PQueue>();
  queues.set(db, locks);
  const queue = locks.get(key) ?? new PQueue({ concurrency: 1 });
  locks.set(key, queue);
  try {
    return await queue.add(work);
  } finally {
    if (queue.size === 0 && queue.pending === 0 && locks.get(key) === queue) locks.delete(key);
  }
}
