import { sql, type SQLWrapper } from 'drizzle-orm';
import type { SitePartKind } from '#api/domain/enums.ts';
import { createFirstRunDefaults } from '#api/domain/first-run.ts';
import { formatLocalDay } from '#api/domain/local-time.ts';
import { productFields } from '#api/domain/site-products.ts';
import type { Database } from '#db/client.ts';
import { blogs, drafts, firstRun, siteParts, users } from '#db/schema/index.ts';
import type { DraftFields } from '#db/schema/drafts.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { demoPages } from '#db/seed/site/pages/index.ts';
import { demoPlans } from '#db/seed/site/plans.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { createStartingParts } from '#db/seed/site/starting-points/index.ts';
import { hadFirstRun } from '#db/queries/first-run.ts';
import { write } from '#db/write.ts';

/**
 * Fills each kind of part that a site of the example company never had: all of them in a new database, those that an earlier version kept in
 * its code after an upgrade. What was published stays, and what was deleted stays away. A site that had a first run gets nothing.
 */
export async function seedSite(db: Database, now: number): Promise<void> {
  const seed = (kind: SitePartKind, parts: readonly DraftFields[]) =>
    sql`${insertParts(kind, parts, now)} WHERE NOT ${hadFirstRun} AND NOT EXISTS (SELECT 1 FROM ${siteParts} WHERE kind = ${kind})`;
  await write(db, [
    seed('settings', [demoSettings]),
    seed('page', demoPages),
    seed('navigation', [demoNavigation]),
    seed('product', demoProducts),
    seed('plan', demoPlans),
    ...completeDemoProducts(),
  ]);
}

/** Products of the demo that an earlier version has stored get the fields that they lack as the demo has them. */
function completeDemoProducts() {
  const lacksField = (fields: SQLWrapper) =>
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(Object.keys(productFields))}) AS declared
      WHERE declared.value NOT IN (SELECT key FROM json_each(${fields})))`;
  return [siteParts, drafts].flatMap((table) =>
    demoProducts.map(
      (product) =>
        sql`UPDATE ${table} SET fields = json_patch(${JSON.stringify(product)}, fields)
          WHERE NOT ${hadFirstRun} AND kind = 'product' AND fields ->> 'key' = ${product.key} AND ${lacksField(table.fields)}`,
    ),
  );
}

/**
 * Begins the first run of a site without any content: with pages that name nobody, which visitors don't see before the owner has
 * published the site. A site from before is left as it is.
 */
export async function seedNewSite(
  db: Database,
  now: number,
  { siteUrl, adminEmail }: { siteUrl: string; adminEmail: string | undefined },
): Promise<void> {
  const answers = createFirstRunDefaults(siteUrl, adminEmail);
  const { settings, navigation, pages } = createStartingParts(answers, {
    today: formatLocalDay(now, answers.time_zone),
  });
  const seed = (kind: SitePartKind, parts: readonly DraftFields[]) =>
    sql`${insertParts(kind, parts, now)} WHERE ${hadFirstRun} AND NOT EXISTS (SELECT 1 FROM ${siteParts} WHERE kind = ${kind})`;
  await write(db, [
    sql`INSERT INTO ${firstRun} (id, answers, answered, created_at)
      SELECT 1, ${JSON.stringify(answers)}, '[]', ${now}
      WHERE NOT ${hadFirstRun} AND NOT EXISTS (SELECT 1 FROM ${siteParts}) AND NOT EXISTS (SELECT 1 FROM ${users})
        AND NOT EXISTS (SELECT 1 FROM ${blogs})`,
    seed('settings', [settings]),
    seed('page', pages),
    seed('navigation', [navigation]),
  ]);
  // From before there were first runs, and from before what it says was in the database.
  await seedSite(db, now);
}

function insertParts(kind: SitePartKind, parts: readonly DraftFields[], now: number) {
  const rows = parts.map((fields) => sql`SELECT ${kind}, ${JSON.stringify(fields)}, 1, ${now}, ${now}`);
  return sql`INSERT INTO ${siteParts} (kind, fields, revision, created_at, updated_at)
    SELECT * FROM (${sql.join(rows, sql` UNION ALL `)})`;
}
