import { writeFile } from 'node:fs/promises';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { startServer } from '#api/server.ts';
import { write } from '#db/write.ts';
import { BENCH_SETTINGS } from '../settings.ts';
import { openshelfStatements } from './openshelf-rows.ts';

// fill-openshelf.ts <data directory> <file>: publications with versions and histories, the site rendered, and the token
// of a reviewer in the file.
const [directory = '', file = ''] = process.argv.slice(2);
const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages', ...BENCH_SETTINGS });
const now = Date.now();
const REVIEWER_ID = 1;

const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
await seedProducts(db, now);
await write(db, openshelfStatements(now));
db.client.close();

const server = await startServer(env);
const browser = { userAgent: 'Bench', ip: '127.0.0.1', audience: null };
const { token } = await createSessionStore(server).create(REVIEWER_ID, browser);
await writeFile(file, token);
await server.stop();
