import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { PublishedSite } from '#api/published-site.ts';

/** Opens settings and catalogue of a new site with the demo's pages in this process, as each server under torture finds them at its start. */
export async function openDemoCatalogue(directory: string): Promise<void> {
  const env = readEnv({ DATA_DIR: directory, DEMO_CONTENT: 'pages', APP_SECRET: 'the secret of the catalogue alone' });
  const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
  await PublishedSite.open(db);
  db.client.close();
}
