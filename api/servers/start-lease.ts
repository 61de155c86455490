import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { createLeases, runWithLease } from '#db/leases.ts';

/** Between two attempts while another server prepares the database. */
const RETRY_MS = 200;

/** Does what only one of several servers that start may do at a time, such as migrations. The others wait. */
export async function prepareAlone<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  await createLeases(db);
  for (;;) {
    const done = await runWithLease(db, 'start', work);
    if (done) return done.result;
    await sleep(RETRY_MS);
  }
}
