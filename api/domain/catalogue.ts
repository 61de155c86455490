import type { Catalogue, Plan, PlanInterval, PlanPrice, PlanPriceId, Product } from './catalogue-types.ts';

const nothing: Catalogue = { products: [], plans: [], priceIds: {} };

let catalogueOfPage: Catalogue | null = null;

/** A page that needs it says the catalogue in an attribute of its root element. */
function readPage(): Catalogue {
  const { catalogue } = globalThis.document?.documentElement.dataset ?? {};
  catalogueOfPage ??= catalogue === undefined ? null : (JSON.parse(catalogue) as Catalogue);
  return catalogueOfPage ?? nothing;
}

/** What scripts of a page ask for, and no more: it is in the page. */
export const toBrowserCatalogue = ({ products, plans }: Catalogue): Catalogue => ({
  products: products.map((product) => ({ ...product, description: '' })),
  plans,
  priceIds: {},
});

let readCatalogue: () => Catalogue = readPage;

/** Whoever renders or answers for the site says where its products and plans come from. */
export function setCatalogueSource(source: () => Catalogue): void {
  readCatalogue = source;
}

/** The one catalogue that pages, prices and checkout read. */
export const getCatalogue = (): Catalogue => readCatalogue();

/** Read anew at each use, as all of these: the owner may change them. */
export const getProducts = (): readonly Product[] => getCatalogue().products.filter(({ isArchived }) => !isArchived);

export const findProduct = (productId: number | null): Product | undefined =>
  getCatalogue().products.find(({ id }) => id === productId);

/** The tax rate (percent) at which a product is sold: its own, else that of the settings; null without one. */
export const findTaxRate = (productId: number | null, { rate }: { rate: number | null }): number | null =>
  findProduct(productId)?.taxRate ?? rate;

export const findProductName = (productId: number | null): string | null => findProduct(productId)?.name ?? null;

/** A name as it is compared: whatever its capitals. */
const fold = (name: string): string => name.trim().toLocaleLowerCase('en');

/** What a product is called whose key a page knows; empty for one that there isn’t. */
export const getProductName = (key: string): string => findProductByKey(key)?.name ?? '';

export const findProductByKey = (key: string): Product | undefined =>
  getCatalogue().products.find((product) => product.key === key);

export const findProductByName = (name: string): Product | undefined =>
  getCatalogue().products.find((product) => product.name === name);

export const listWaitingListProducts = (): Product[] => getProducts().filter(({ hasWaitingList }) => hasWaitingList);

/** The product whose new features users choose to get early. */
export const findProgramProduct = (): Product | undefined => getProducts().find(({ hasProgram }) => hasProgram);

/** The apps of products: where each one lives. */
export const listProductApps = () =>
  getProducts().flatMap(({ name, appUrl }) =>
    appUrl === null ? [] : [{ origin: new URL(appUrl).origin, productName: name }],
  );

/** Plans that can be chosen. */
export const getPlans = (): readonly Plan[] => getCatalogue().plans.filter(({ isArchived }) => !isArchived);

/** Whether a plan is given to everyone: it has no price. */
export const isFreePlan = ({ prices }: Pick<Plan, 'prices'>): boolean => prices.length === 0;

/** The price of a plan by the month or by the year; undefined where it isn’t sold so. */
export const findPrice = ({ prices }: Pick<Plan, 'prices'>, interval: PlanInterval): PlanPrice | undefined =>
  prices.find((price) => price.interval === interval);

/** Plans that are bought: each has a price at the payment provider. */
export const listPaidPlans = (): Plan[] => getPlans().filter((plan) => !isFreePlan(plan));

/** Paid plans, with the archived ones that people may still have. */
export const listEverPaidPlans = (): Plan[] => getCatalogue().plans.filter((plan) => !isFreePlan(plan));

/** Archived ones, too. */
export const listPlansOfProduct = (productId: number): Plan[] =>
  getCatalogue().plans.filter((plan) => plan.productId === productId);

/**
 * By what it is called, else by its key or an earlier name, as in links from before it was renamed; capitals don’t matter. Also an archived
 * one: people may have it.
 */
export function findPlan(name: string): Plan | undefined {
  const { plans } = getCatalogue();
  const isMeant = (given: string) => fold(given) === fold(name);
  return (
    plans.find(({ planName }) => planName === name) ??
    findPlanByKey(name) ??
    plans.find(({ key, planName }) => isMeant(planName) || isMeant(key)) ??
    plans.find(({ earlierNames }) => earlierNames.some(isMeant))
  );
}

/** The plan of a subscription or an invoice. */
export const findPlanByKey = (key: string): Plan | undefined => getCatalogue().plans.find((plan) => plan.key === key);

/** What a plan of a subscription or an invoice is called today. */
export const getPlanName = (key: string): string => findPlanByKey(key)?.planName ?? key;

/** The same, where there may be none. */
export const findPlanName = (key: string | null): string | null => key && getPlanName(key);

/** The prices of a plan at the payment provider, those that it is sold for first. */
export const listPlanPriceIds = (planKey: string): readonly PlanPriceId[] => getCatalogue().priceIds[planKey] ?? [];

/** The plan that is or was sold for a price of the payment provider. */
export const findPlanKeyOfPrice = (priceId: string): string | null =>
  Object.entries(getCatalogue().priceIds).find(([, ids]) => ids.some((each) => each.priceId === priceId))?.[0] ?? null;

/** What a product gives to everyone. */
export const findFreePlan = (productId: number): Plan | undefined =>
  getPlans().find((plan) => plan.productId === productId && isFreePlan(plan));

/** Whether there is another plan to change to. */
export const hasSeveralPaidPlans = (productId: number): boolean =>
  listPaidPlans().filter((plan) => plan.productId === productId).length > 1;

/** What somebody subscribes to: a plan by its key or name, how often it is paid, and for how many seats. */
export type PlanTerms = { plan: string; interval: PlanInterval; quantity: number };

/** The quantity after a change of plan: seats don't come along to a plan that isn't sold by them, which would be paid several times. */
export const carryQuantity = (
  from: Pick<Plan, 'sellsSeats'> | undefined,
  to: Pick<Plan, 'sellsSeats'>,
  quantity: number,
): number => (from?.sellsSeats && !to.sellsSeats ? 1 : quantity);

/**
 * Whether a change gives more, so that it begins at once unless somebody says when. Prices of today decide by the month, whatever somebody
 * pays who keeps an earlier one. From a month to a year of the same plan begins at once, from a year to months never: a paid year is used
 * up first. Who pays by a year that the plan isn’t sold by any more counts as if by the month.
 */
export function isUpgrade(from: PlanTerms, to: PlanTerms): boolean {
  const [planBefore, planAfter] = [findPlan(from.plan), findPlan(to.plan)];
  const isYearSold = planBefore !== undefined && findPrice(planBefore, 'year') !== undefined;
  if (from.interval === 'year' && to.interval === 'month' && isYearSold) return false;
  const isSamePlan = planBefore?.key === planAfter?.key;
  if (isSamePlan && from.interval !== to.interval) return to.quantity >= from.quantity;
  return getMonthlyAmount(to) * to.quantity > getMonthlyAmount(from) * from.quantity;
}

/** What a plan costs each month, in whole units of the currency: a yearly price by a twelfth. A plan that isn’t sold so counts its other price. */
export function getMonthlyAmount({ plan: name, interval }: Pick<PlanTerms, 'plan' | 'interval'>): number {
  const plan = findPlan(name);
  const price = plan && (findPrice(plan, interval) ?? plan.prices[0]);
  return price === undefined ? 0 : price.amount / (price.interval === 'year' ? 12 : 1);
}

/** 'GenMate Creator'; the plan alone where its name begins with that of the product: 'TaxMate', 'Buoy Plus' of the product Buoy. */
export function formatPlanName(productName: string, planName: string): string {
  const [before, after] = [fold(productName), fold(planName)];
  const isPart = after.startsWith(before) && !/^[\p{L}\p{N}]/u.test(after.slice(before.length));
  return isPart ? planName : `${productName} ${planName}`;
}
