import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { siteParts } from '#db/schema/index.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { write } from '#db/write.ts';

/** Puts in what the site says before its owner has said anything; what was published stays. */
export async function seedSite(db: Database, now: number): Promise<void> {
  await write(db, [
    sql`INSERT INTO ${siteParts} (kind, fields, revision, created_at, updated_at)
      SELECT 'settings', ${JSON.stringify(demoSettings)}, 1, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM ${siteParts} WHERE kind = 'settings')`,
  ]);
}
