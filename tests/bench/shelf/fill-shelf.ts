import { sql } from 'drizzle-orm';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { openshelfStatements } from '../lists/openshelf-rows.ts';

// fill-shelf.ts <data directory> <works>: a database whose works are all on the public shelf.
const [directory = '', works = '0'] = process.argv.slice(2);
const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages' });
const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
await seedProducts(db, Date.now());
const { id, createdAt } = publications;
await write(db, [
  ...openshelfStatements(Date.now()),
  db.orm.delete(publications).where(sql`${id} > ${Number(works)}`),
  db.orm.update(publications).set({ status: 'PUBLISHED', shelfVersion: 1, publishedAt: sql`${createdAt}` }),
]);
db.client.close();
