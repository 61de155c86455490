import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import { completePlan, type SitePlan } from '#api/domain/site-plans.ts';
import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';
import { completeSettings, type SiteSettings } from '#api/domain/site-settings.ts';
import type { Database } from '#db/client.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { drafts, planPrices, products, siteParts, subscriptions, users, waitingListEntries } from '#db/schema/index.ts';

export type CatalogueKind = 'product' | 'plan';

/** Products or plans with their drafts, and who saved these. */
function listPartRows({ orm }: Database, kind: CatalogueKind) {
  return orm
    .select({ part: siteParts, draft: drafts, ...userRefColumns })
    .from(siteParts)
    .leftJoin(drafts, and(eq(drafts.kind, kind), eq(drafts.subjectId, siteParts.id)))
    .leftJoin(users, eq(users.id, drafts.userId))
    .where(and(eq(siteParts.kind, kind), ne(siteParts.state, 'deleted')))
    .orderBy(asc(siteParts.id));
}
type PartRow = Awaited<ReturnType<typeof listPartRows>>[number];
/** `fields` as they are edited: those of the draft, if there is one. */
export type Listed<F> = PartRow & { fields: F };

const byPosition = (one: Listed<SiteProduct | SitePlan>, other: Listed<SiteProduct | SitePlan>) =>
  one.fields.position - other.fields.position || one.part.id - other.part.id;

export const listProductRows = async (db: Database): Promise<Listed<SiteProduct>[]> =>
  (await listPartRows(db, 'product'))
    .map((row) => ({ ...row, fields: completeProduct((row.draft ?? row.part).fields) }))
    .sort(byPosition);

export const listPlanRows = async (db: Database): Promise<Listed<SitePlan>[]> =>
  (await listPartRows(db, 'plan'))
    .map((row) => ({ ...row, fields: completePlan((row.draft ?? row.part).fields) }))
    .sort(byPosition);

/** All keys that were ever given, also those of what was deleted. */
export async function listUsedKeys({ orm }: Database, kind: CatalogueKind): Promise<Set<string>> {
  const rows = await orm
    .select({ key: sql<string>`${siteParts.fields} ->> 'key'` })
    .from(siteParts)
    .where(eq(siteParts.kind, kind));
  return new Set(rows.map(({ key }) => key));
}

/** Live subscriptions by the key of their plan. */
export async function countSubscribers({ orm }: Database): Promise<Map<string, number>> {
  const rows = await orm
    .select({ key: subscriptions.planName, count: sql<number>`count(*)` })
    .from(subscriptions)
    .where(inArray(subscriptions.status, [...liveSubscriptionStatuses]))
    .groupBy(subscriptions.planName);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** A subscription that goes on as it is: nobody has set it to end, or booked another plan, price or interval for it. */
const isRenewing = and(
  inArray(subscriptions.status, [...liveSubscriptionStatuses]),
  isNull(subscriptions.cancelAt),
  or(
    isNull(subscriptions.pendingPlanName),
    and(
      eq(subscriptions.pendingPlanName, subscriptions.planName),
      sql`${subscriptions.pendingUnitAmount} IS ${subscriptions.unitAmount}`,
      sql`${subscriptions.pendingInterval} IS ${subscriptions.interval}`,
    ),
  ),
);

/** Subscriptions that renew, by their plan and what they cost for each unit. */
export const listPayers = ({ orm }: Database) =>
  orm
    .select({
      planKey: subscriptions.planName,
      unitAmount: subscriptions.unitAmount,
      currency: subscriptions.currency,
      interval: subscriptions.interval,
      intervalCount: subscriptions.intervalCount,
      people: sql<number>`count(*)`,
    })
    .from(subscriptions)
    .where(isRenewing)
    .groupBy(
      subscriptions.planName,
      subscriptions.unitAmount,
      subscriptions.currency,
      subscriptions.interval,
      subscriptions.intervalCount,
    )
    .orderBy(desc(sql`count(*)`), asc(subscriptions.unitAmount));
export type PayerRow = Awaited<ReturnType<typeof listPayers>>[number];

/** Subscriptions that go on, by their plan and how they are taxed, as rows store it: a booked change of plan keeps its rate. */
export const listTaxedPayers = ({ orm }: Database) =>
  orm
    .select({ planKey: subscriptions.planName, tax: subscriptions.tax, people: sql<number>`count(*)` })
    .from(subscriptions)
    .where(and(inArray(subscriptions.status, [...liveSubscriptionStatuses]), isNull(subscriptions.cancelAt)))
    .groupBy(subscriptions.planName, subscriptions.tax);
export type TaxedPayerRow = Awaited<ReturnType<typeof listTaxedPayers>>[number];

/** Whether a price of the provider is of a plan, of a draft, a schedule or an Undo, or somebody pays it or is about to. */
export async function isPriceUsed(db: Database, priceId: string): Promise<boolean> {
  const { rows } = await db.client.execute({
    sql: `SELECT 1 FROM site_parts WHERE kind = 'plan' AND state <> 'deleted' AND instr(fields, :id)
      UNION ALL SELECT 1 FROM drafts JOIN site_parts ON site_parts.id = subject_id
        WHERE drafts.kind = 'plan' AND state <> 'deleted' AND instr(drafts.fields, :id)
      UNION ALL SELECT 1 FROM site_schedules WHERE instr(parts, :id)
      UNION ALL SELECT 1 FROM undo_actions WHERE kind = 'site.published' AND instr(snapshot, :id)
      UNION ALL SELECT 1 FROM subscriptions WHERE price_id = :id
      UNION ALL SELECT 1 FROM checkout_attempts WHERE price_id = :id AND status = 'open'
      LIMIT 1`,
    args: { id: priceId },
  });
  return rows.length > 0;
}

/** The settings as they are edited; null without a draft. */
export async function loadSettingsDraft({ orm }: Database, id: number): Promise<SiteSettings | null> {
  const [row] = await orm
    .select({ fields: drafts.fields })
    .from(drafts)
    .where(and(eq(drafts.kind, 'settings'), eq(drafts.subjectId, id)));
  return row ? completeSettings(row.fields) : null;
}

/** Entries of waiting lists by product. */
export async function countWaiting({ orm }: Database): Promise<Map<number, number>> {
  const rows = await orm
    .select({ productId: waitingListEntries.productId, count: sql<number>`count(*)` })
    .from(waitingListEntries)
    .groupBy(waitingListEntries.productId);
  return new Map(rows.map(({ productId, count }) => [productId, count]));
}

/** Products of the documentation by id: names that a product of this number may not have twice. */
export const listDocumentedNames = ({ orm }: Database) =>
  orm.select({ id: products.id, name: products.name }).from(products);

/** The settings as they are edited; null while nobody edits them. */
export async function findEditedSettings({ orm }: Database): Promise<SiteSettings | null> {
  const [row] = await orm.select({ fields: drafts.fields }).from(drafts).where(eq(drafts.kind, 'settings'));
  return row ? completeSettings(row.fields) : null;
}

/** The prices at the payment provider that were chosen, by the key of their plan. */
export async function listPlanPriceIds({ orm }: Database): Promise<Map<string, string[]>> {
  const rows = await orm.select().from(planPrices);
  const byPlan = Map.groupBy(rows, ({ planKey }) => planKey);
  return new Map([...byPlan].map(([key, prices]) => [key, prices.map(({ priceId }) => priceId)]));
}
