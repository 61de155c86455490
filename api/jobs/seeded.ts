import { sql } from 'drizzle-orm';
import type { SitePartKind } from '#api/domain/enums.ts';
import { productFields } from '#api/domain/site-products.ts';
import type { Database } from '#db/client.ts';
import { hadFirstRun } from '#db/queries/first-run.ts';
import { drafts, siteParts } from '#db/schema/index.ts';

const DEMO_KINDS: readonly SitePartKind[] = ['settings', 'page', 'navigation', 'product', 'plan'];
const NEW_KINDS: readonly SitePartKind[] = ['settings', 'page', 'navigation'];

/** Whether `seedSite` or, for a new site, `seedNewSite` would put nothing in: then a start doesn't load what they would. */
export async function isSiteSeeded({ orm }: Database): Promise<boolean> {
  const [parts] = await orm
    .select({
      kinds: sql<string>`json_group_array(DISTINCT ${siteParts.kind})`,
      hadFirstRun: sql<number>`${hadFirstRun}`,
      lacksFields: sql<number>`${hasIncompleteProduct(siteParts)} OR ${hasIncompleteProduct(drafts)}`,
    })
    .from(siteParts);
  if (parts === undefined) return false;
  const kinds = new Set(JSON.parse(parts.kinds) as SitePartKind[]);
  const hasAll = (needed: readonly SitePartKind[]) => needed.every((kind) => kinds.has(kind));
  return parts.hadFirstRun === 1 ? hasAll(NEW_KINDS) : hasAll(DEMO_KINDS) && parts.lacksFields === 0;
}

/** An earlier version stored it. */
const hasIncompleteProduct = (table: typeof siteParts | typeof drafts) => sql`EXISTS (
  SELECT 1 FROM ${table} AS stored, json_each(${JSON.stringify(Object.keys(productFields))}) AS declared
  WHERE stored.kind = 'product' AND declared.value NOT IN (SELECT key FROM json_each(stored.fields)))`;

/** Whether the site is that of the example company: no owner has begun to set it up. */
export async function isDemoSite({ orm }: Database): Promise<boolean> {
  const [row] = await orm.all<{ is_demo: number }>(sql`SELECT NOT ${hadFirstRun} AS is_demo`);
  return row?.is_demo === 1;
}

/**
 * Whether the demo's posts, documents and accounts stay out: a database in which there ever was a post, a category or an account is somebody's.
 * The counter of a table's ids outlives its rows.
 */
export async function isDemoSeeded({ orm }: Database): Promise<boolean> {
  const [row] = await orm.all<{ is_seeded: number }>(sql`SELECT ${hadFirstRun}
    OR EXISTS (SELECT 1 FROM sqlite_sequence WHERE name IN ('blogs', 'categories', 'users')) AS is_seeded`);
  return row?.is_seeded === 1;
}
