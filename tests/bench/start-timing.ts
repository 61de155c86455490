import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { createUser } from '../support/app/users.ts';
import { startSignIn } from '../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { quantile, round } from './figures.ts';

const ROUNDS = 300;
const KINDS = ['known', 'unknown', 'blacklisted'] as const;

/** The time of 300 starts of each kind, taken in turns in this process; medians, and how far they are apart, ms. */
export async function timeStarts(options: BenchOptions) {
  const test = await createTestApp();
  const times: Record<(typeof KINDS)[number], number[]> = { known: [], unknown: [], blacklisted: [] };
  try {
    const admin = await createUser(test, { role: 'admin' });
    for (let roundNumber = 0; roundNumber < ROUNDS; roundNumber += 1) {
      const emails = await createUsers(test, admin.id, roundNumber);
      for (const kind of KINDS) {
        const startedAt = performance.now();
        const response = await startSignIn(
          test,
          { email: emails[kind] },
          { ip: `10.1.${roundNumber >> 8}.${roundNumber & 255}` },
        );
        times[kind].push(performance.now() - startedAt);
        if (response.status !== 200) throw new Error(`A start was answered with ${response.status}.`);
      }
      // As if an hour had passed: limits and queued emails of this round do not affect the next.
      await test.db.client.execute("UPDATE outbox SET status = 'sent'");
      await test.db.client.execute('DELETE FROM rate_limits');
    }
  } finally {
    await test.close();
  }
  const medians = KINDS.map((kind) => quantile(times[kind], 0.5));
  const figures = {
    ...Object.fromEntries(KINDS.map((kind, index) => [`${kind}_median_ms`, round(medians[index] ?? 0, 2)])),
    ...Object.fromEntries(KINDS.map((kind) => [`${kind}_p99_ms`, round(quantile(times[kind], 0.99), 2)])),
    medians_apart_ms: round(Math.max(...medians) - Math.min(...medians), 2),
  };
  options.log(`  start: ${JSON.stringify(figures)}`);
  return figures;
}

async function createUsers(test: TestApp, adminId: number, n: number) {
  await createUser(test, { email: `known${n}@example.com` });
  const banned = await createUser(test, { email: `banned${n}@example.com` });
  await blacklistUser(test.deps, adminId, banned.id, { reason: 'Spam' });
  return { known: `known${n}@example.com`, unknown: `unknown${n}@example.com`, blacklisted: banned.email };
}
