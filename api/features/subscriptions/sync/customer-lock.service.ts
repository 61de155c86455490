import PQueue from 'p-queue';
import type { Database } from '#db/client.ts';

/** Customers with running or waiting work. Only one process opens a database, so a queue in memory is enough. */
const queues = new WeakMap<Database, Map<string, PQueue>>();

/** Runs work on one customer's rows one after the other: an object must not change between its fetch and the write. */
export async function runForCustomer<Result>(
  db: Database,
  customerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const ofDatabase = queues.get(db) ?? new Map<string, PQueue>();
  queues.set(db, ofDatabase);
  const queue = ofDatabase.get(customerId) ?? new PQueue({ concurrency: 1 });
  ofDatabase.set(customerId, queue);
  try {
    return await queue.add(work);
  } finally {
    if (queue.size === 0 && queue.pending === 0 && ofDatabase.get(customerId) === queue) ofDatabase.delete(customerId);
  }
}
