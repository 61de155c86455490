/** What is sold, or given, of a product: a part of the site for each plan. */
import type { Catalogue, Plan, PriceIds } from './catalogue-types.ts';
import {
  choiceField,
  completeValues,
  type FieldChange,
  type FieldFault,
  type Fields,
  type FieldValues,
  listField,
  listFieldChanges,
  listFieldFaults,
  numberField,
  textField,
} from './fields.ts';
import { describePriceFault } from './money.ts';
import { isSameName, type Listed, listListedChanges, sortListed } from './listed-parts.ts';
import { type SiteProduct, toProduct } from './site-products.ts';

/** More than any currency’s largest charge, which `describePriceFault` knows. */
const PRICE_MAX = 10_000_000_000;

/** How often a plan is paid. */
export const planIntervals = { month: 'Month', year: 'Year' } as const;

export const planFields = {
  name: textField('Name', { max: 60, required: true }),
  price: numberField('Price', { min: 0, max: PRICE_MAX, hint: 'In whole units of the currency; 0 is free.' }),
  interval: choiceField('Every', planIntervals),
  badge: textField('Badge', { max: 40, hint: 'Such as ‘Most popular’.' }),
  features: listField('What it includes', {
    item: { text: textField('Text', { max: 200, required: true }) },
    itemName: 'line',
    max: 40,
  }),
  generations: numberField('Generations a month', {
    min: 0,
    max: 1_000_000_000,
    hint: 'Empty, if it has no such limit.',
  }),
  words: numberField('Words per generation', { min: 0, max: 1_000_000_000, hint: 'Empty, if it has no such limit.' }),
} satisfies Fields;

/** What a plan is known by in subscriptions and at the payment provider, whatever it is called. Never used again. */
type PlanIdentity = { key: string; product_id: number };

/** The price at the payment provider that it is sold for; '' before there is one. */
type PlanPrice = { stripe_price: string };

export type SitePlan = FieldValues<typeof planFields> & PlanIdentity & PlanPrice & Listed;

/** A stored plan as today’s code reads it. */
export const completePlan = (stored: Readonly<Record<string, unknown>>): SitePlan => ({
  ...completeValues(planFields, stored),
  key: String(stored.key ?? ''),
  product_id: Number(stored.product_id ?? 0),
  stripe_price: String(stored.stripe_price ?? ''),
  position: Number(stored.position ?? 0),
  is_archived: stored.is_archived === true,
});

const toPlan = (plan: SitePlan, product: SiteProduct, currency: string): Omit<Plan, 'earlierNames'> => ({
  key: plan.key,
  planName: plan.name,
  productId: plan.product_id,
  productName: product.name,
  price: plan.price ?? 0,
  currency,
  interval: plan.interval,
  badge: plan.badge || null,
  features: plan.features.map(({ text }) => text),
  limits:
    plan.generations === null || plan.words === null
      ? null
      : { generationsPerMonth: plan.generations, wordsPerGeneration: plan.words },
  isArchived: plan.is_archived,
});

/** A price at the payment provider and the plan that it was chosen for. */
export type PlanPriceRecord = { priceId: string; planKey: string };

/**
 * Products and plans in their order. Prices are in the currency of the settings. `prices` are all that a plan was ever sold for, the
 * newest first: a subscription keeps its price.
 */
export function toCatalogue(
  parts: {
    products: readonly SiteProduct[];
    plans: readonly SitePlan[];
    prices?: readonly PlanPriceRecord[];
    /** By the keys of plans. */
    earlierNames?: ReadonlyMap<string, readonly string[]>;
  },
  currency: string,
): Catalogue {
  const products = sortListed(parts.products);
  const plans = sortListed(parts.plans).flatMap((plan) => {
    const product = products.find(({ product_id }) => product_id === plan.product_id);
    const earlierNames = parts.earlierNames?.get(plan.key) ?? [];
    return product ? [{ ...toPlan(plan, product, currency), earlierNames }] : [];
  });
  return { products: products.map(toProduct), plans, priceIds: toPriceIds(parts.plans, parts.prices ?? []) };
}

function toPriceIds(plans: readonly SitePlan[], prices: readonly PlanPriceRecord[]): PriceIds {
  const current = plans.flatMap(({ key, stripe_price: priceId }) =>
    priceId === '' ? [] : [{ planKey: key, priceId }],
  );
  const byPlan = Map.groupBy([...current, ...prices], ({ planKey }) => planKey);
  return Object.fromEntries(
    [...byPlan].map(([planKey, own]) => [planKey, [...new Set(own.map(({ priceId }) => priceId))]]),
  );
}

type PlanSurroundings = {
  others: readonly SitePlan[];
  /** What plans were called earlier, by their keys. */
  earlierNames: ReadonlyMap<string, readonly string[]>;
  product: SiteProduct | undefined;
  /** The prices that were chosen for it. */
  priceIds: readonly string[];
  /** The currency of the settings, and the one that a draft of them changes it to: a price is chosen for either. */
  currencies: readonly string[];
};

/** Why a price can be charged in none of these currencies: by the first of them. */
function findPriceFault(price: number, currencies: readonly string[]): string | null {
  const faults = currencies.map((currency) => describePriceFault(price, currency));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

/** What keeps a plan from being published. */
export function listPlanFaults(
  plan: SitePlan,
  { others, earlierNames, product, priceIds, currencies }: PlanSurroundings,
): FieldFault[] {
  const { name, price } = plan;
  const priceFault = price === null ? 'Enter a price; 0 is free.' : findPriceFault(price, currencies);
  // Links find a plan by its key and by its earlier names, too.
  const isTaken = others.some((other) =>
    [other.name, other.key, ...(earlierNames.get(other.key) ?? [])].some((taken) => isSameName(taken, name)),
  );
  return [
    ...listFieldFaults(planFields, plan),
    ...(isTaken && name !== ''
      ? [{ path: 'name', message: `Another plan is or was called ‘${name}’. Choose another name.` }]
      : []),
    ...(priceFault === null ? [] : [{ path: 'price', message: priceFault }]),
    ...(plan.stripe_price !== '' && !priceIds.includes(plan.stripe_price)
      ? [{ path: 'stripe_price', message: 'Choose the price at Stripe again: this one isn’t of this plan.' }]
      : []),
    ...(product?.is_archived && !plan.is_archived
      ? [{ path: 'is_archived', message: `${product.name} is archived. Offer it again, or archive this plan.` }]
      : []),
  ];
}

/** What was changed, in the order of the form. */
export const listPlanChanges = (before: SitePlan, after: SitePlan): FieldChange[] => [
  ...listFieldChanges(planFields, before, after),
  ...(before.stripe_price === after.stripe_price ? [] : [{ label: 'Price at Stripe', value: after.stripe_price }]),
  ...listListedChanges(before, after),
];
