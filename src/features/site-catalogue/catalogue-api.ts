import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import type { PlanSummaryJson, ProductSummaryJson } from '#api/features/site-catalogue/site-catalogue.contract.ts';
import type { PlanPriceJson, PlanPricesJson } from '#api/features/site-catalogue/prices/prices.contract.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteRequest } from '#src/lib/api-types.ts';
import { reorderItems } from '#src/ui/sortable/reorder.ts';

export type ProductSummary = ProductSummaryJson;
export type PlanSummary = PlanSummaryJson;
export type PlanPrice = PlanPriceJson;
export type PlanPrices = PlanPricesJson;
export type Charge = NonNullable<PlanPrice['charged']>;
export type CatalogueKind = 'product' | 'plan';

/** As they are edited: with the drafts of all that have one. */
export type CatalogueDraft = { products: readonly ProductSummary[]; plans: readonly PlanSummary[] };

const PRODUCTS = '/api/admin/products';
const PLANS = '/api/admin/plans';
const CODES = '/api/admin/promotion-codes';

/** @throws ApiError */
export async function loadCatalogue(signal: AbortSignal): Promise<CatalogueDraft> {
  const [{ products }, { plans }] = await Promise.all([api.get(PRODUCTS, { signal }), api.get(PLANS, { signal })]);
  return { products, plans };
}

export const createProduct = (name: string) => api.post(PRODUCTS, { json: { name } });
export const createPlan = (name: string, productId: number) =>
  api.post(PLANS, { json: { name, product_id: productId } });

/** The order of those in `ids`, within that of all. */
export const orderProducts = (all: readonly ProductSummary[], ids: readonly number[]) =>
  api.put(`${PRODUCTS}/order`, { json: { ids: reorderItems(all, ids).map(({ id }) => id) } });
export const orderPlans = (all: readonly PlanSummary[], ids: readonly number[]) =>
  api.put(`${PLANS}/order`, { json: { ids: reorderItems(all, ids).map(({ id }) => id) } });

export const archiveProduct = (id: number, isArchived: boolean) =>
  api.post(`${PRODUCTS}/:id/archive`, { param: { id }, json: { is_archived: isArchived } });
export const archivePlan = (id: number, isArchived: boolean) =>
  api.post(`${PLANS}/:id/archive`, { param: { id }, json: { is_archived: isArchived } });

/** What Stripe charges for the plans as they are edited. @throws ApiError */
export const fetchPlanPrices = (signal: AbortSignal): Promise<PlanPrices> => api.get(`${PLANS}/prices`, { signal });

/** @throws ApiError with what Stripe says */
export const createPlanPrice = (id: number, interval: PlanInterval) =>
  api.post(`${PLANS}/:id/price`, { param: { id }, json: { interval } });
/** A price that is at Stripe. @throws ApiError, as of one that a plan can’t have */
export const choosePlanPrice = (id: number, interval: PlanInterval, priceId: string) =>
  api.put(`${PLANS}/:id/price`, { param: { id }, json: { interval, price_id: priceId } });

/** What was stored first, never published: it can be deleted. */
export const isUnpublished = ({ status, revision }: { status: string; revision: number }): boolean =>
  status === 'new' && revision === 1;

/** Of what was never published. @throws ApiError */
export const deleteProduct = (id: number) => api.delete(`${PRODUCTS}/:id`, { param: { id } });
export const deletePlan = (id: number) => api.delete(`${PLANS}/:id`, { param: { id } });

export type NewPromotionCode = RouteRequest<'post', typeof CODES>['json'];

/** @throws ApiError with what Stripe says */
export const fetchPromotionCodes = (signal: AbortSignal) => api.get(CODES, { signal });
export const createPromotionCode = (json: NewPromotionCode) => api.post(CODES, { json });
export const deactivatePromotionCode = (id: string) => api.post(`${CODES}/:id/deactivate`, { param: { id } });
