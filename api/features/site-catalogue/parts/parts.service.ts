import type { Deps } from '#api/deps.ts';
import type { FieldFault } from '#api/domain/fields.ts';
import { isSameName } from '#api/domain/listed-parts.ts';
import { completePlan, listPlanChanges, listPlanFaults, type SitePlan } from '#api/domain/site-plans.ts';
import { completeProduct, listProductChanges, listProductFaults, type SiteProduct } from '#api/domain/site-products.ts';
import { toWaitingListPath } from '#api/domain/product-paths.ts';
import { listEarlierNames } from '#db/queries/earlier-names.ts';
import { OUTDATED_PAGE_MESSAGE } from '#api/http/fields.ts';
import { createSitePart, type PartDraft } from '#api/features/site-changes/site-changes.service.ts';
import { archiveUnusedPrices } from '#api/features/site-catalogue/prices/unused.service.ts';
import { planSchema, productSchema } from '#api/features/site-catalogue/site-catalogue.contract.ts';
import {
  findEditedSettings,
  type Listed,
  listDocumentedNames,
  listPlanPriceIds,
  listPlanRows,
  listProductRows,
} from '#api/features/site-catalogue/site-catalogue.queries.ts';

type ReadDeps = Pick<Deps, 'db' | 'site'>;

/** A product, as drafts and publishes know it. */
export const productPart = createSitePart<SiteProduct>({
  subject: 'product',
  permission: 'settings.manage',
  noun: 'product',
  fields: productSchema,
  notFoundMessage: 'This product no longer exists.',
  complete: completeProduct,
  getAddress: ({ key, has_waiting_list: hasWaitingList }) => (hasWaitingList ? toWaitingListPath(key) : null),
  getTitle: ({ name }) => name,
  listFaults: findProductFaults,
  listChanges: listProductChanges,
});

/** A plan, as drafts and publishes know it. */
export const planPart = createSitePart<SitePlan>({
  subject: 'plan',
  permission: 'settings.manage',
  noun: 'plan',
  fields: planSchema,
  notFoundMessage: 'This plan no longer exists.',
  complete: completePlan,
  getTitle: ({ name }) => name,
  listFaults: findPlanFaults,
  listChanges: listPlanChanges,
  onDiscarded: archiveUnusedPrices,
});

/** What it is known by can’t be changed: subscriptions and texts name it so. */
function findIdentityFault<F extends { key: string; product_id: number }>(
  rows: readonly Listed<F>[],
  { id, fields }: PartDraft<F>,
): FieldFault[] {
  const stored = rows.find(({ part }) => part.id === id)?.part.fields;
  const isSame = stored?.key === fields.key && stored.product_id === fields.product_id;
  return isSame ? [] : [{ path: 'key', message: OUTDATED_PAGE_MESSAGE }];
}

/** The others as they would be: those of the same publish by what is published, the rest by what visitors have. */
const listOthers = <F>(
  rows: readonly Listed<F>[],
  drafts: readonly PartDraft<F & Record<string, unknown>>[],
  id: number,
) =>
  rows.flatMap((row): F[] => {
    if (row.part.id === id) return [];
    const draft = drafts.find((each) => each.id === row.part.id);
    if (draft) return [draft.fields];
    return row.part.state === 'live' ? [row.part.fields as F] : [];
  });

async function findProductFaults(
  { db }: ReadDeps,
  drafts: readonly PartDraft<SiteProduct>[],
  findLinkFault: (path: string) => string | null,
): Promise<FieldFault[][]> {
  const [rows, plans, documented] = [await listProductRows(db), await listPlanRows(db), await listDocumentedNames(db)];
  return drafts.map((draft) => {
    const { id, fields } = draft;
    const isDocumented = documented.some(
      (product) => product.id !== fields.product_id && isSameName(product.name, fields.name),
    );
    return [
      ...findIdentityFault(rows, draft),
      ...listProductFaults(fields, {
        otherNames: listOthers(rows, drafts, id).map(({ name }) => name),
        soldPlans: plans.flatMap((plan) =>
          plan.fields.product_id === fields.product_id && !plan.fields.is_archived ? [plan.fields.name] : [],
        ),
        isDocumented,
        findLinkFault,
      }),
    ];
  });
}

async function findPlanFaults({ db, site }: ReadDeps, drafts: readonly PartDraft<SitePlan>[]): Promise<FieldFault[][]> {
  const [rows, offered, prices] = [await listPlanRows(db), await listProductRows(db), await listPlanPriceIds(db)];
  const edited = await findEditedSettings(db);
  const currencies = [site.settings, ...(edited === null ? [] : [edited])].map(({ language }) => language.currency);
  const earlierNames = await listEarlierNames(db, 'plan');
  return drafts.map((draft) => {
    const { id, fields } = draft;
    const product = offered.find((each) => each.fields.product_id === fields.product_id)?.fields;
    return [
      ...findIdentityFault(rows, draft),
      ...listPlanFaults(fields, {
        others: listOthers(rows, drafts, id),
        earlierNames,
        product,
        priceIds: prices.get(fields.key) ?? [],
        currencies,
      }),
    ];
  });
}
