import { writeFile } from 'node:fs/promises';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { paymentReceiptEmail } from '#api/features/mail/templates/payment-receipt.email.ts';
import { waitingListInvitedEmail } from '#api/features/mail/templates/waiting-list-invited.email.ts';
import { waitingListJoinedEmail } from '#api/features/mail/templates/waiting-list-joined.email.ts';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { startServer } from '#api/server.ts';
import { write } from '#db/write.ts';
import {
  auditStatements,
  emailStatements,
  entryStatements,
  subscriptionStatements,
  userStatements,
} from './admin-rows.ts';
import { BENCH_SETTINGS } from '../settings.ts';

// fill-admin.ts <data directory> <file>: users, entries of waiting lists, emails and an audit log, the site rendered, and
// the token of an admin in the file.
const [directory = '', file = ''] = process.argv.slice(2);
const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages', ...BENCH_SETTINGS });
const now = Date.now();
const ADMIN_ID = 2000;

const samples = {
  joined: waitingListJoinedEmail.createSample(env.SITE_URL),
  invited: waitingListInvitedEmail.createSample(env.SITE_URL),
  receipt: paymentReceiptEmail.createSample(env.SITE_URL),
};
const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
await seedProducts(db, now);
for (const [name, statements] of Object.entries({
  users: userStatements(now),
  subscriptions: subscriptionStatements(now),
  entries: entryStatements(now),
  emails: emailStatements(now, samples),
  'audit log': auditStatements(now),
})) {
  const startedAt = performance.now();
  await write(db, statements);
  process.stderr.write(`  ${name}: ${Math.round(performance.now() - startedAt)} ms\n`);
}
db.client.close();

const server = await startServer(env);
const browser = { userAgent: 'Bench', ip: '127.0.0.1', audience: null };
const { token } = await createSessionStore(server).create(ADMIN_ID, browser);
await writeFile(file, token);
await server.stop();
