import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { claimLeaseStatement, createLeases, releaseLeaseStatement } from '#db/leases.ts';
import { write } from '#db/write.ts';

const LEASE_MS = 10_000;
const RENEW_MS = LEASE_MS / 3;
/** Between two attempts while another server prepares the database. */
const RETRY_MS = 200;

/** Does what only one of several servers that start may do at a time, such as migrations. The others wait. */
export async function prepareAlone<Result>(db: Database, holder: string, work: () => Promise<Result>): Promise<Result> {
  await createLeases(db);
  const claim = () => write(db, [claimLeaseStatement({ name: 'start', holder, milliseconds: LEASE_MS })]);
  while ((await claim())[0]?.rows.length === 0) await sleep(RETRY_MS);
  const renewal = setInterval(() => void claim().catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await write(db, [releaseLeaseStatement({ name: 'start', holder })]);
  }
}
