import { and, eq, sql } from 'drizzle-orm';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { createPartKey } from '#api/domain/part-keys.ts';
import { completePlan, type SitePlan } from '#api/domain/site-plans.ts';
import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import type { DraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { publishSiteParts, type SitePart } from '#api/features/site-changes/site-changes.service.ts';
import { firstDraftVersion } from '#db/queries/draft-versions.ts';
import { listEarlierNames } from '#db/queries/earlier-names.ts';
import { drafts, products, siteParts } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { planPart, productPart } from './parts/parts.service.ts';
import { archiveUnusedPrices } from './prices/unused.service.ts';
import {
  type CreatePlanRequest,
  type PlansJson,
  type PlanSummaryJson,
  planResponse,
  type ProductsJson,
  type ProductSummaryJson,
  productResponse,
} from './site-catalogue.contract.ts';
import { toPlanJson, toProductJson } from './site-catalogue.mapper.ts';
import {
  type CatalogueKind,
  countSubscribers,
  countWaiting,
  type Listed,
  listPayers,
  listPlanRows,
  listProductRows,
  listUsedKeys,
} from './site-catalogue.queries.ts';

type ReadDeps = Pick<Deps, 'db'>;
type WriteDeps = Pick<Deps, 'db' | 'clock'>;

/** How many of each there may be: the screens show all of them. */
const PARTS_MAX = 200;

/** The products as they are edited, in their order, archived ones too. */
export async function listProducts({ db }: ReadDeps): Promise<ProductsJson> {
  const [rows, waiting] = [await listProductRows(db), await countWaiting(db)];
  return { products: rows.map((row) => toProductJson(row, waiting.get(row.fields.product_id) ?? 0)) };
}

/** The plans as they are edited, in their order, archived ones too. */
export async function listPlans({ db }: ReadDeps): Promise<PlansJson> {
  const [rows, offered] = [await listPlanRows(db), await listProductRows(db)];
  const [subscribers, payers] = [await countSubscribers(db), await listPayers(db)];
  return {
    plans: rows.map((row) => {
      const product = offered.find(({ fields }) => fields.product_id === row.fields.product_id);
      return toPlanJson(row, {
        productName: product?.fields.name ?? '',
        subscriberCount: subscribers.get(row.fields.key) ?? 0,
        payers: payers.filter(({ planKey }) => planKey === row.fields.key),
      });
    }),
  };
}

async function getProduct(deps: ReadDeps, id: number): Promise<ProductSummaryJson> {
  const product = (await listProducts(deps)).products.find((each) => each.id === id);
  if (!product) throw notFoundError(productPart.notFoundMessage);
  return product;
}

export async function getPlan(deps: ReadDeps, id: number): Promise<PlanSummaryJson> {
  const plan = (await listPlans(deps)).plans.find((each) => each.id === id);
  if (!plan) throw notFoundError(planPart.notFoundMessage);
  return plan;
}

/** Adds a product as a draft, at the end. @throws conflict when there are too many. */
export async function createProduct(deps: WriteDeps, name: string, actorId: number) {
  const { db } = deps;
  const rows = await listProductRows(db);
  const fields = {
    ...completeProduct({ name, key: createPartKey(name, 'product', await listUsedKeys(db, 'product')) }),
    position: getNextPosition(rows),
  };
  // Numbers of the documentation are the same, and no number is used twice.
  const productId = sql`1 + max(
    (SELECT coalesce(max(${siteParts.fields} ->> 'product_id'), 0) FROM ${siteParts} WHERE ${siteParts.kind} = 'product'),
    (SELECT coalesce(max(id), 0) FROM ${products}),
    (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'products'))`;
  const json = sql`json_set(${JSON.stringify(fields)}, '$.product_id', ${productId})`;
  const id = await insertPart(deps, { kind: 'product', fields: json, key: fields.key, name }, actorId);
  return { product: await getProduct(deps, id) };
}

/** Adds a plan of a product as a draft, at the end. @throws validation_failed without the product; conflict when there are too many. */
export async function createPlan(deps: WriteDeps, { name, product_id: productId }: CreatePlanRequest, actorId: number) {
  const { db } = deps;
  const rows = await listPlanRows(db);
  const offered = await listProductRows(db);
  if (!offered.some(({ fields }) => fields.product_id === productId)) {
    throw invalidFieldError('product_id', 'This product no longer exists. Choose another one.');
  }
  // A plan is found by its names, too.
  const names = [
    ...rows.map(({ fields }) => fields.name),
    ...[...(await listEarlierNames(db, 'plan')).values()].flat(),
  ];
  const taken = new Set([...(await listUsedKeys(db, 'plan')), ...names, ...names.map((each) => each.toLowerCase())]);
  const fields = {
    ...completePlan({ name, key: createPartKey(name, 'plan', taken), product_id: productId }),
    position: getNextPosition(rows),
  };
  const json = sql`${JSON.stringify(fields)}`;
  const id = await insertPart(deps, { kind: 'plan', fields: json, key: fields.key, name }, actorId);
  return { plan: await getPlan(deps, id) };
}

const getNextPosition = (rows: readonly Listed<{ position: number }>[]): number =>
  1 + Math.max(0, ...rows.map(({ fields }) => fields.position));

/** Returns the id. @throws conflict when there are too many, or when another one was just created with the key. */
async function insertPart(
  { db, clock }: WriteDeps,
  { kind, fields, key, name }: { kind: CatalogueKind; fields: ReturnType<typeof sql>; key: string; name: string },
  actorId: number,
): Promise<number> {
  const now = clock.now();
  const created = sql`(SELECT max(id) FROM ${siteParts})`;
  const [{ rows = [] } = {}] = await write(db, [
    sql`INSERT INTO ${siteParts} (kind, state, fields, revision, created_at, updated_at)
      SELECT ${kind}, 'new', ${fields}, 1, ${now}, ${now}
      WHERE (SELECT count(*) FROM ${siteParts} WHERE ${siteParts.kind} = ${kind}) < ${PARTS_MAX}
        AND NOT EXISTS (SELECT 1 FROM ${siteParts} WHERE ${siteParts.kind} = ${kind} AND ${siteParts.fields} ->> 'key' = ${key})
      RETURNING id`,
    rollbackIfNoRows,
    sql`INSERT INTO ${drafts}
        (kind, subject_id, fields, content, version, base_revision, client_id, user_id, created_at, updated_at)
      SELECT ${kind}, id, fields, '', ${firstDraftVersion(kind, created)}, 1, ${generateId()}, ${actorId}, ${now}, ${now} FROM ${siteParts} WHERE id = ${created}`,
    insertAuditStatement(db, {
      at: now,
      action: kind === 'product' ? 'catalogue.product_created' : 'catalogue.plan_created',
      actorId,
      subject: sql`(SELECT 'catalogue:' || max(id) FROM ${siteParts})`,
      after: { name },
    }),
  ]).catch(onGuardRollback(() => conflictError(`This couldn’t be added. Reload the page and try again.`)));
  return Number(rows[0]?.id);
}

/** Saves an order as drafts of all that move. @throws conflict when there are others by now, or one was changed meanwhile. */
export async function orderProducts(deps: Deps, ids: readonly number[], userId: number): Promise<void> {
  await saveOrder(deps, productPart, await listProductRows(deps.db), { ids, userId, noun: 'the products' });
}

/** As `orderProducts`. */
export async function orderPlans(deps: Deps, ids: readonly number[], userId: number): Promise<void> {
  await saveOrder(deps, planPart, await listPlanRows(deps.db), { ids, userId, noun: 'the plans' });
}

type Order = { ids: readonly number[]; userId: number; noun: string };

async function saveOrder<F extends SiteProduct | SitePlan>(
  deps: Deps,
  part: SitePart<F>,
  rows: readonly Listed<F>[],
  { ids, userId, noun }: Order,
): Promise<void> {
  const isWhole = ids.length === rows.length && rows.every((row) => ids.includes(row.part.id));
  if (!isWhole) throw conflictError(`Someone else changed ${noun}. Reload the page and try again.`);
  for (const row of rows) {
    const position = ids.indexOf(row.part.id) + 1;
    if (row.fields.position !== position) await saveListedPart(deps, part, row, { ...row.fields, position }, userId);
  }
}

/** Saves as a draft that a product is archived, or offered again. @throws not_found, conflict. */
export async function archiveProduct(deps: Deps, id: number, isArchived: boolean, userId: number) {
  const row = (await listProductRows(deps.db)).find(({ part }) => part.id === id);
  if (!row) throw notFoundError(productPart.notFoundMessage);
  await saveListedPart(deps, productPart, row, { ...row.fields, is_archived: isArchived }, userId);
  return { product: await getProduct(deps, id) };
}

/** As `archiveProduct`: people who have the plan keep it. */
export async function archivePlan(deps: Deps, id: number, isArchived: boolean, userId: number) {
  const row = (await listPlanRows(deps.db)).find(({ part }) => part.id === id);
  if (!row) throw notFoundError(planPart.notFoundMessage);
  await saveListedPart(deps, planPart, row, { ...row.fields, is_archived: isArchived }, userId);
  return { plan: await getPlan(deps, id) };
}

/** Saves fields of a product or plan as its draft. @throws conflict when another one was saved meanwhile. */
export const saveListedPart = <F extends SiteProduct | SitePlan>(
  deps: Deps,
  part: SitePart<F>,
  row: Listed<F>,
  fields: F,
  userId: number,
) =>
  saveDraft(
    deps,
    part,
    row.part.id,
    {
      fields,
      content: '',
      client_id: generateId(),
      version: row.draft?.version ?? 0,
      base_revision: row.part.revision,
    },
    userId,
  );

/** What is stored first has this revision; each publish, and its Undo, gives another one. */
const UNPUBLISHED_REVISION = 1;

/** Deletes a product that was never published. @throws not_found; conflict for one that was, or that has plans. */
export async function deleteProduct(deps: WriteDeps, id: number, actorId: number): Promise<void> {
  const row = (await listProductRows(deps.db)).find(({ part }) => part.id === id);
  if (!row) throw notFoundError(productPart.notFoundMessage);
  const { product_id: productId, name } = row.fields;
  const plans = (await listPlanRows(deps.db)).filter(({ fields }) => fields.product_id === productId);
  if (plans.length > 0) throw conflictError(`Delete or archive the plans of ${name} first.`);
  await deletePart(deps, row, { noun: 'product', action: 'catalogue.product_deleted' }, actorId);
}

/** Deletes a plan that was never published: nobody can have it. @throws not_found; conflict for one that was. */
export async function deletePlan(deps: Deps, id: number, actorId: number): Promise<void> {
  const row = (await listPlanRows(deps.db)).find(({ part }) => part.id === id);
  if (!row) throw notFoundError(planPart.notFoundMessage);
  await deletePart(deps, row, { noun: 'plan', action: 'catalogue.plan_deleted' }, actorId);
  await archiveUnusedPrices(deps, row.fields);
}

type Deletion = { noun: CatalogueKind; action: 'catalogue.product_deleted' | 'catalogue.plan_deleted' };

async function deletePart(
  { db, clock }: WriteDeps,
  { part, fields }: Listed<SiteProduct | SitePlan>,
  { noun, action }: Deletion,
  actorId: number,
): Promise<void> {
  const now = clock.now();
  await write(db, [
    db.orm
      .update(siteParts)
      .set({ state: 'deleted', updatedAt: now })
      .where(and(eq(siteParts.id, part.id), eq(siteParts.state, 'new'), eq(siteParts.revision, UNPUBLISHED_REVISION))),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: now,
      action,
      actorId,
      subject: `catalogue:${part.id}`,
      before: { name: fields.name },
    }),
  ]).catch(onGuardRollback(() => conflictError(`This ${noun} was published, so it can only be archived.`)));
}

export const createProductDraftHandlers = (
  deps: Deps,
): DraftHandlers<SiteProduct, { product: ProductSummaryJson }> => ({
  kind: productPart,
  permission: 'settings.manage',
  tag: 'Products and plans (admin)',
  liveShape: productResponse.shape,
  getLive: async (id) => ({ product: await getProduct(deps, id) }),
  async publish(id, { version }, userId) {
    const { publish_id } = await publishSiteParts(deps, [productPart], [{ kind: 'product', id, version }], userId);
    return { product: await getProduct(deps, id), publish_id };
  },
});

export const createPlanDraftHandlers = (deps: Deps): DraftHandlers<SitePlan, { plan: PlanSummaryJson }> => ({
  kind: planPart,
  permission: 'settings.manage',
  tag: 'Products and plans (admin)',
  liveShape: planResponse.shape,
  getLive: async (id) => ({ plan: await getPlan(deps, id) }),
  async publish(id, { version }, userId) {
    const { publish_id } = await publishSiteParts(deps, [planPart], [{ kind: 'plan', id, version }], userId);
    return { plan: await getPlan(deps, id), publish_id };
  },
});
