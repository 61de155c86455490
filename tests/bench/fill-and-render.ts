import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { startServer } from '#api/server.ts';
import { fillPosts } from './filler.ts';
import { BENCH_SETTINGS } from './settings.ts';

// fill-and-render.ts <data directory> <posts> [--fill-only]: a data directory with posts, and their site rendered. More settings are
// read from the environment: BENCH_SETTINGS, as JSON.
const [directory = '', posts = '0'] = process.argv.slice(2);
const env = readEnv({
  DATA_DIR: directory,
  PORT: '0',
  LOG_LEVEL: 'error',
  DEMO_CONTENT: 'pages',
  ...BENCH_SETTINGS,
  ...(JSON.parse(process.env.BENCH_SETTINGS ?? '{}') as Record<string, string>),
});
const log = (line: string) => process.stderr.write(`${line}\n`);
const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
await fillPosts(db, Number(posts), Date.now(), log);
db.client.close();
if (!process.argv.includes('--fill-only')) {
  const server = await startServer(env);
  await server.stop();
}
