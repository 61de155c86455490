import type { Catalogue, Plan, Product } from './catalogue-types.ts';
import { demoCatalogue } from './demo-catalogue.ts';

/** The one catalogue that pages, prices and checkout read. */
let getCatalogue = (): Catalogue => demoCatalogue;

/** Whoever renders or answers for the site says where its products and plans come from. */
export function setCatalogueSource(source: () => Catalogue): void {
  getCatalogue = source;
}

/** Read anew at each use, as all of these: the owner may change them. */
export const getProducts = (): readonly Product[] => getCatalogue().products;

export const findProduct = (productId: number | null): Product | undefined =>
  getProducts().find(({ id }) => id === productId);

export const listWaitingListProducts = (): Product[] => getProducts().filter(({ hasWaitingList }) => hasWaitingList);

/** The apps of products: where each one lives. */
export const listProductApps = () =>
  getProducts().flatMap(({ name, appUrl }) =>
    appUrl === null ? [] : [{ origin: new URL(appUrl).origin, productName: name }],
  );

export const getPlans = (): readonly Plan[] => getCatalogue().plans;

/** Plans that are bought: each has a price at the payment provider. */
export const listPaidPlans = (): Plan[] => getPlans().filter(({ price }) => price > 0);

export const findPlan = (planName: string): Plan | undefined => getPlans().find((plan) => plan.planName === planName);

/** What a product gives to everyone. */
export const findFreePlan = (productId: number): Plan | undefined =>
  getPlans().find((plan) => plan.productId === productId && plan.price === 0);

/** Whether there is another plan to change to. */
export const hasSeveralPaidPlans = (productId: number): boolean =>
  listPaidPlans().filter((plan) => plan.productId === productId).length > 1;

/** Whether the second of two plans of a product gives more: by their prices here, whatever somebody pays who keeps an earlier one. */
export const isUpgrade = (fromPlan: string, toPlan: string): boolean =>
  (findPlan(toPlan)?.price ?? 0) > (findPlan(fromPlan)?.price ?? 0);

/** 'GenMate Creator'; one name for a product whose only plan is called the same. */
export const formatPlanName = (productName: string, planName: string): string =>
  productName === planName ? planName : `${productName} ${planName}`;
