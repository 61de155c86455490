import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { AppError } from '#api/http/errors.ts';
import type { Database } from '#db/client.ts';
import { isSharedDatabase, runWithLease } from '#db/leases.ts';

/** How long work waits for another server with the same key (ms). */
const WAIT_MS = 30_000;
const RETRY_MS = 100;

/** Keys with running or waiting work of this server, by its connection: one database may be there with and without a fence. */
const queues = new WeakMap<Database['client'], Map<string, PQueue>>();

/**
 * Runs the work of one key (a customer, or a user) one after the other: an object must not change between its fetch and the write.
 * On one server by a queue in memory; over several, by a lease as well. The work writes through the database that it is given.
 * @throws unavailable while another server takes long.
 */
export async function runExclusive<Result>(
  db: Database,
  key: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const locks = queues.get(db.client) ?? new Map<string, PQueue>();
  queues.set(db.client, locks);
  const queue = locks.get(key) ?? new PQueue({ concurrency: 1 });
  locks.set(key, queue);
  try {
    return await queue.add(() => (isSharedDatabase(db) ? runOnOneServer(db, key, work) : work(db)));
  } finally {
    if (queue.size === 0 && queue.pending === 0 && locks.get(key) === queue) locks.delete(key);
  }
}

async function runOnOneServer<Result>(
  db: Database,
  key: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const done = await runWithLease(db, key, work);
    if (done) return done.result;
    if (performance.now() > until)
      throw new AppError('unavailable', 'Something else is changing this subscription. Try again in a minute.', {
        retryAfterSeconds: 30,
      });
    await sleep(RETRY_MS * (1 + Math.random()));
  }
}
