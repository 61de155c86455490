/** What is sold, or given, of a product: a part of the site for each plan. */
import type { Catalogue, Plan } from './catalogue-types.ts';
import {
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
import { isSameName, type Listed, listListedChanges } from './listed-parts.ts';
import { type SiteProduct, toProduct } from './site-products.ts';

const PRICE_MAX = 1_000_000;

export const planFields = {
  name: textField('Name', { max: 60, required: true }),
  price: numberField('Price', { min: 0, max: PRICE_MAX, hint: 'A month, in whole units of the currency; 0 is free.' }),
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

export type SitePlan = FieldValues<typeof planFields> & PlanIdentity & Listed;

/** A stored plan as today’s code reads it. */
export const completePlan = (stored: Readonly<Record<string, unknown>>): SitePlan => ({
  ...completeValues(planFields, stored),
  key: String(stored.key ?? ''),
  product_id: Number(stored.product_id ?? 0),
  position: Number(stored.position ?? 0),
  is_archived: stored.is_archived === true,
});

const toPlan = (plan: SitePlan, product: SiteProduct, currency: string): Plan => ({
  key: plan.key,
  planName: plan.name,
  productId: plan.product_id,
  productName: product.name,
  price: plan.price ?? 0,
  currency,
  interval: 'month',
  badge: plan.badge || null,
  features: plan.features.map(({ text }) => text),
  limits:
    plan.generations === null || plan.words === null
      ? null
      : { generationsPerMonth: plan.generations, wordsPerGeneration: plan.words },
  isArchived: plan.is_archived,
});

const byPosition = (a: { position: number; key: string }, b: { position: number; key: string }) =>
  a.position - b.position || (a.key < b.key ? -1 : 1);

/** Products and plans in their order. Prices are in the currency of the settings. */
export function toCatalogue(
  parts: { products: readonly SiteProduct[]; plans: readonly SitePlan[] },
  currency: string,
): Catalogue {
  const products = parts.products.toSorted(byPosition);
  const plans = parts.plans.toSorted(byPosition).flatMap((plan) => {
    const product = products.find(({ product_id }) => product_id === plan.product_id);
    return product ? [toPlan(plan, product, currency)] : [];
  });
  return { products: products.map(toProduct), plans };
}

type PlanSurroundings = { others: readonly SitePlan[]; product: SiteProduct | undefined };

/** What keeps a plan from being published. */
export function listPlanFaults(plan: SitePlan, { others, product }: PlanSurroundings): FieldFault[] {
  const { name, price } = plan;
  // Links find a plan by its key, too: from before it had another name.
  const isTaken = others.some((other) => isSameName(other.name, name) || isSameName(other.key, name));
  return [
    ...listFieldFaults(planFields, plan),
    ...(isTaken && name !== ''
      ? [{ path: 'name', message: `Another plan is or was called ‘${name}’. Choose another name.` }]
      : []),
    ...(price === null ? [{ path: 'price', message: 'Enter a price; 0 is free.' }] : []),
    ...(product?.is_archived && !plan.is_archived
      ? [{ path: 'is_archived', message: `${product.name} is archived. Offer it again, or archive this plan.` }]
      : []),
  ];
}

/** What was changed, in the order of the form. */
export const listPlanChanges = (before: SitePlan, after: SitePlan): FieldChange[] => [
  ...listFieldChanges(planFields, before, after),
  ...listListedChanges(before, after),
];
