import { writeFile } from 'node:fs/promises';
import { createSecrets } from '#api/adapters/secrets.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { createChallenge } from '#api/features/auth/challenges/challenges.service.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { write } from '#db/write.ts';

export type IssuedCode = { email: string; code: string };

const PER_BATCH = 1_000;

// make-codes.ts <data directory> <count> <secret> <file>: a database in which so many people have been sent a code, and
// the codes as JSON.
const [dataDir = '', count = '0', secret = '', file = ''] = process.argv.slice(2);
const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO_CONTENT: 'pages' });
const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
const deps = { db, clock: systemClock, secrets: createSecrets(secret) };
const codes: IssuedCode[] = [];
while (codes.length < Number(count)) {
  const challenges = Array.from({ length: Math.min(PER_BATCH, Number(count) - codes.length) }, (_, n) => {
    const email = `person${codes.length + n}@example.com`;
    return { email, ...createChallenge(deps, { email, firstName: null, lastName: null, browserHash: email }) };
  });
  await write(
    db,
    challenges.flatMap(({ statements }) => statements),
  );
  codes.push(...challenges.map(({ email, code }) => ({ email, code })));
}
db.client.close();
await writeFile(file, JSON.stringify(codes));
