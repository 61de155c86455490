import { sql } from 'drizzle-orm';
import type { SitePartKind } from '#api/domain/enums.ts';
import { productFields } from '#api/domain/site-products.ts';
import type { Database } from '#db/client.ts';
import { blogs, categories, drafts, firstRun, siteParts } from '#db/schema/index.ts';

const DEMO_KINDS: readonly SitePartKind[] = ['settings', 'page', 'navigation', 'product', 'plan'];
const NEW_KINDS: readonly SitePartKind[] = ['settings', 'page', 'navigation'];

/** Whether `seedSite` or, for a new site, `seedNewSite` would put nothing in: then a start doesn't load what they would. */
export async function isSiteSeeded({ orm }: Database, isNew: boolean): Promise<boolean> {
  const [parts] = await orm
    .select({
      kinds: sql<string>`json_group_array(DISTINCT ${siteParts.kind})`,
      isBegun: sql<number>`EXISTS (SELECT 1 FROM ${firstRun})`,
      lacksFields: sql<number>`${hasIncompleteProduct(siteParts)} OR ${hasIncompleteProduct(drafts)}`,
    })
    .from(siteParts);
  if (parts === undefined) return false;
  const kinds = new Set(JSON.parse(parts.kinds) as SitePartKind[]);
  const hasAll = (needed: readonly SitePartKind[]) => needed.every((kind) => kinds.has(kind));
  return isNew && parts.isBegun === 1 ? hasAll(NEW_KINDS) : hasAll(DEMO_KINDS) && parts.lacksFields === 0;
}

/** An earlier version stored it. */
const hasIncompleteProduct = (table: typeof siteParts | typeof drafts) => sql`EXISTS (
  SELECT 1 FROM ${table} AS stored, json_each(${JSON.stringify(Object.keys(productFields))}) AS declared
  WHERE stored.kind = 'product' AND declared.value NOT IN (SELECT key FROM json_each(stored.fields)))`;

/** Whether `seedProducts` and `seedDemoContent` would put nothing in. */
export async function isDemoSeeded({ orm }: Database): Promise<boolean> {
  const [row] = await orm.all<[number]>(sql`SELECT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'products')
    AND (EXISTS (SELECT 1 FROM ${blogs}) OR EXISTS (SELECT 1 FROM ${categories}))`);
  return row?.[0] === 1;
}
