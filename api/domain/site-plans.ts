/** What is sold, or given, of a product: a part of the site for each plan. */
import type { Catalogue, Plan, PlanInterval, PriceIds } from './catalogue-types.ts';
import {
  completeValues,
  describeValue,
  type FieldChange,
  type FieldFault,
  type Fields,
  type FieldValues,
  listField,
  listFieldChanges,
  listFieldFaults,
  numberField,
  switchField,
  textField,
} from './fields.ts';
import { describePriceFault } from './charge-amounts.ts';
import { isSameName, type Listed, listListedChanges, sortListed } from './listed-parts.ts';
import { formatPrice } from './money.ts';
import { region } from './region.ts';
import { type SiteProduct, toProduct } from './site-products.ts';

/** More than any currency’s largest charge, which `describePriceFault` knows. */
const PRICE_MAX = 10_000_000_000;
/** Stripe's longest trial. */
const TRIAL_MAX_DAYS = 730;
const LIMIT_MAX = 1_000_000_000_000;

/** How often a plan may be paid; a plan may be sold by both. */
export const planIntervals = ['month', 'year'] as const satisfies readonly PlanInterval[];

const priceHint = 'Such as 12 or 9.90. Leave it empty if the plan isn’t sold so; 0 in one of them is free.';

export const planFields = {
  name: textField('Name', { max: 60, required: true }),
  price_month: numberField('Price by the month', { min: 0, max: PRICE_MAX, hint: priceHint }),
  price_year: numberField('Price by the year', { min: 0, max: PRICE_MAX, hint: priceHint }),
  trial_days: numberField('Trial days', {
    min: 0,
    max: TRIAL_MAX_DAYS,
    hint: 'How long a subscription is free at its start, once for each person and product. Leave it empty for none.',
  }),
  sells_seats: switchField('Sold by the seat', {
    hint: 'The price is for each seat, and buyers say how many they take.',
  }),
  badge: textField('Badge', { max: 40, hint: 'Such as ‘Most popular’.' }),
  features: listField('What it includes', {
    item: { text: textField('Text', { max: 200, required: true }) },
    itemName: 'line',
    max: 40,
  }),
  limits: listField('Limits', {
    item: {
      name: textField('What is limited', { max: 60, required: true, hint: 'Such as ‘Projects’ or ‘Storage’.' }),
      number: numberField('Number', { min: 0, max: LIMIT_MAX, hint: 'Leave it empty for no limit.' }),
      unit: textField('Unit', { max: 20, hint: 'Such as ‘GB’. Leave it empty for plain numbers.' }),
    },
    itemName: 'limit',
    max: 20,
  }),
} satisfies Fields;

/** What a plan is known by in subscriptions and at the payment provider, whatever it is called. Never used again. */
type PlanIdentity = { key: string; product_id: number };

/** The prices at the payment provider that it is sold for; '' before there is one. */
type ProviderPrices = { stripe_price_month: string; stripe_price_year: string };

export type SitePlan = FieldValues<typeof planFields> & PlanIdentity & ProviderPrices & Listed;

/** A stored plan as today’s code reads it. */
export function completePlan(given: Readonly<Record<string, unknown>>): SitePlan {
  const stored: Record<string, unknown> = { ...convertOnePrice(given), ...convertTwoLimits(given) };
  return {
    ...completeValues(planFields, stored),
    key: String(stored.key ?? ''),
    product_id: Number(stored.product_id ?? 0),
    stripe_price_month: String(stored.stripe_price_month ?? ''),
    stripe_price_year: String(stored.stripe_price_year ?? ''),
    position: Number(stored.position ?? 0),
    is_archived: stored.is_archived === true,
  };
}

/** Earlier versions had one price and its interval. */
function convertOnePrice(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!('price' in stored)) return { ...stored };
  const interval = stored.interval === 'year' ? 'year' : 'month';
  return {
    ...stored,
    [`price_${interval}`]: stored.price,
    [`stripe_price_${interval}`]: stored.stripe_price ?? '',
    [`price_${interval === 'year' ? 'month' : 'year'}`]: null,
  };
}

/** Earlier versions had these two limits. Their keys, which programs read, follow from the names. */
function convertTwoLimits(stored: Readonly<Record<string, unknown>>) {
  if ('limits' in stored) return {};
  const earlier = [
    { name: 'Generations per month', number: stored.generations ?? null, unit: '' },
    { name: 'Words per generation', number: stored.words ?? null, unit: '' },
  ];
  return { limits: earlier.filter(({ number }) => number !== null) };
}

/** A plan's price in whole units, by one of its intervals; null where it isn’t sold so. */
export const getPlanAmount = (plan: Pick<SitePlan, 'price_month' | 'price_year'>, interval: PlanInterval) =>
  interval === 'year' ? plan.price_year : plan.price_month;

/** The price at the payment provider that a plan is sold for by an interval; '' before there is one. */
export const getProviderPrice = (
  plan: Pick<SitePlan, 'stripe_price_month' | 'stripe_price_year'>,
  interval: PlanInterval,
): string => (interval === 'year' ? plan.stripe_price_year : plan.stripe_price_month);

/** The intervals that a plan is sold by. A free plan has none. */
export const listSoldIntervals = (plan: Pick<SitePlan, 'price_month' | 'price_year'>): PlanInterval[] =>
  planIntervals.filter((interval) => (getPlanAmount(plan, interval) ?? 0) > 0);

/** What programs know a limit by: 'generations_per_month' of ‘Generations per month’. Letters of every script stay. */
export const toLimitKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

const toPlan = (plan: SitePlan, product: SiteProduct, currency: string): Omit<Plan, 'earlierNames'> => ({
  key: plan.key,
  planName: plan.name,
  productId: plan.product_id,
  productName: product.name,
  prices: listSoldIntervals(plan).map((interval) => ({ interval, amount: getPlanAmount(plan, interval) ?? 0 })),
  currency,
  trialDays: plan.trial_days ?? 0,
  sellsSeats: plan.sells_seats,
  badge: plan.badge || null,
  features: plan.features.map(({ text }) => text),
  limits: plan.limits.map((limit) => ({ key: toLimitKey(limit.name), ...limit })),
  isArchived: plan.is_archived,
});

/** A price at the payment provider, and the plan and interval that it was chosen for. */
export type PlanPriceRecord = { priceId: string; planKey: string; interval: PlanInterval };

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

/** The fields of a plan alone say what it is sold for: a price that was only chosen in a draft isn’t current. */
function toPriceIds(plans: readonly SitePlan[], records: readonly PlanPriceRecord[]): PriceIds {
  const current = plans.flatMap((plan) =>
    listSoldIntervals(plan).flatMap((interval) => {
      const priceId = getProviderPrice(plan, interval);
      return priceId === '' ? [] : [{ planKey: plan.key, priceId, interval, isCurrent: true }];
    }),
  );
  const isCurrent = ({ priceId }: PlanPriceRecord) => current.some((each) => each.priceId === priceId);
  const earlier = records.filter((record) => !isCurrent(record)).map((record) => ({ ...record, isCurrent: false }));
  const byPlan = Map.groupBy([...current, ...earlier], ({ planKey }) => planKey);
  return Object.fromEntries(
    [...byPlan].map(([planKey, own]) => [
      planKey,
      own.map(({ priceId, interval, isCurrent: isSold }) => ({ priceId, interval, isCurrent: isSold })),
    ]),
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
  const { name } = plan;
  // Links find a plan by its key and by its earlier names, too.
  const isTaken = others.some((other) =>
    [other.name, other.key, ...(earlierNames.get(other.key) ?? [])].some((taken) => isSameName(taken, name)),
  );
  return [
    ...listFieldFaults(planFields, plan),
    ...(isTaken && name !== ''
      ? [{ path: 'name', message: `Another plan is or was called ‘${name}’. Choose another name.` }]
      : []),
    ...listPriceFaults(plan, currencies),
    ...planIntervals.flatMap((interval) => {
      const priceId = getProviderPrice(plan, interval);
      if (priceId === '' || priceIds.includes(priceId)) return [];
      return [
        {
          path: `stripe_price_${interval}`,
          message: `Choose the price by the ${interval} at Stripe again: this one isn’t of this plan.`,
        },
      ];
    }),
    ...listLimitFaults(plan),
    ...(product?.is_archived && !plan.is_archived
      ? [{ path: 'is_archived', message: `${product.name} is archived. Offer it again, or archive this plan.` }]
      : []),
  ];
}

function listPriceFaults(plan: SitePlan, currencies: readonly string[]): FieldFault[] {
  const { price_month: month, price_year: year } = plan;
  if (month === null && year === null) return [{ path: 'price_month', message: 'Enter a price; 0 is free.' }];
  if (month !== null && year !== null && (month === 0 || year === 0)) return [describeHalfFree(month)];
  return planIntervals.flatMap((interval) => {
    const amount = getPlanAmount(plan, interval);
    const message = amount === null ? null : findPriceFault(amount, currencies);
    return message === null ? [] : [{ path: `price_${interval}`, message }];
  });
}

const describeHalfFree = (month: number): FieldFault => ({
  path: 'price_year',
  message:
    month === 0
      ? 'A free plan has one price, and that is 0. Leave this empty.'
      : 'Enter a price above 0, or leave this empty: this plan is paid by the month.',
});

/** Programs tell limits apart by their names. */
function listLimitFaults({ limits }: SitePlan): FieldFault[] {
  const keys = limits.map(({ name }) => toLimitKey(name));
  return limits.flatMap(({ name }, at): FieldFault[] => {
    const key = keys[at] ?? '';
    if (name.trim() === '') return [];
    if (key === '') return [{ path: `limits.${at}.name`, message: 'Use a letter or a digit in the name.' }];
    return keys.indexOf(key) < at
      ? [{ path: `limits.${at}.name`, message: `Another limit is called ‘${name}’. Choose another name.` }]
      : [];
  });
}

const describePlanValue: typeof describeValue = (field, value) =>
  (field === planFields.price_month || field === planFields.price_year) && value !== null
    ? formatPrice(value as number, region.currency)
    : describeValue(field, value);

/** What was changed, in the order of the form. */
export const listPlanChanges = (before: SitePlan, after: SitePlan): FieldChange[] => [
  ...listFieldChanges(planFields, before, after, describePlanValue),
  ...planIntervals.flatMap((interval) => {
    const value = getProviderPrice(after, interval);
    return getProviderPrice(before, interval) === value ? [] : [{ label: `Price by the ${interval} at Stripe`, value }];
  }),
  ...listListedChanges(before, after),
];
