import { describe, expect, it } from 'vitest';
import { isFreePlan, isUpgrade } from '#api/domain/catalogue.ts';
import { formatLimit, formatPlanPrices } from '#api/domain/plan-words.ts';
import { formatPrice } from '#api/domain/money.ts';
import { formatPercent } from '#api/domain/numbers.ts';
import { region } from '#api/domain/region.ts';
import { completePlan, listPlanChanges, listPlanFaults, toCatalogue } from '#api/domain/site-plans.ts';
import { completeProduct, listProductChanges } from '#api/domain/site-products.ts';
import { sellOtherwise } from '../../support/app/catalogue.ts';

const product = completeProduct({ product_id: 1, key: 'logbook', name: 'Logbook', position: 1 });
const identity = { key: 'crew', name: 'Crew', product_id: 1, position: 1 };
const toPlan = (stored: object, prices: { priceId: string; planKey: string; interval: 'month' | 'year' }[] = []) => {
  const catalogue = toCatalogue(
    { products: [product], plans: [completePlan({ ...identity, ...stored })], prices },
    'EUR',
  );
  const [plan] = catalogue.plans;
  if (!plan) throw new Error('The catalogue has no plan.');
  return { plan, priceIds: catalogue.priceIds.crew };
};
const listFaults = (stored: object) =>
  listPlanFaults(completePlan({ ...identity, ...stored }), {
    others: [],
    earlierNames: new Map(),
    product,
    priceIds: [],
    currencies: ['EUR'],
  });

describe('a stored plan of an earlier version', () => {
  it('has its one price by the interval that it had', () => {
    expect(toPlan({ price: 90, interval: 'year', stripe_price: 'price_y' })).toMatchObject({
      plan: { prices: [{ interval: 'year', amount: 90 }] },
      priceIds: [{ priceId: 'price_y', interval: 'year', isCurrent: true }],
    });
    expect(toPlan({ price: 9, interval: 'month', stripe_price: '' }).plan.prices).toEqual([
      { interval: 'month', amount: 9 },
    ]);
    expect(isFreePlan(toPlan({ price: 0, interval: 'month' }).plan)).toBe(true);
  });

  it('has its two limits under names that give the keys that programs know', () => {
    const { limits } = toPlan({ price: 9, generations: 10, words: 100_000 }).plan;
    expect(limits).toMatchObject([
      { key: 'generations_per_month', number: 10 },
      { key: 'words_per_generation', number: 100_000 },
    ]);
    expect(toPlan({ price: 9, generations: null, words: 500 }).plan.limits).toHaveLength(1);
  });

  it('has neither trial nor seats', () => {
    expect(toPlan({ price: 9 }).plan).toMatchObject({ trialDays: 0, sellsSeats: false });
  });
});

describe('a plan with two prices', () => {
  it('is sold by the month and by the year, the month first', () => {
    const { plan } = toPlan({ price_year: 100, price_month: 10 });
    expect(plan.prices.map(({ interval }) => interval)).toEqual(['month', 'year']);
    expect(formatPlanPrices({ ...plan, currency: 'USD' })).toBe('US$10 per month or US$100 per year');
  });

  it('is sold at the prices of its fields only: one that was chosen in a draft or is no longer asked is an earlier one', () => {
    const records = [
      { priceId: 'price_m', planKey: 'crew', interval: 'month' as const },
      { priceId: 'price_draft', planKey: 'crew', interval: 'year' as const },
    ];
    const fields = { price_month: 10, price_year: 100, stripe_price_month: 'price_m' };
    expect(toPlan(fields, records).priceIds).toEqual([
      { priceId: 'price_m', interval: 'month', isCurrent: true },
      { priceId: 'price_draft', interval: 'year', isCurrent: false },
    ]);
    expect(toPlan({ ...fields, price_month: null }, records).priceIds?.filter(({ isCurrent }) => isCurrent)).toEqual(
      [],
    );
  });

  it('can’t be free by one interval alone', () => {
    expect(listFaults({ price_month: 0, price_year: 100 }).map(({ path }) => path)).toEqual(['price_year']);
    expect(listFaults({ price_month: 10, price_year: 0 }).map(({ path }) => path)).toEqual(['price_year']);
    expect(listFaults({}).map(({ message }) => message)).toEqual(['Enter a price; 0 is free.']);
    expect(listFaults({ price_year: 0 })).toEqual([]);
  });
});

describe('limits of a plan', () => {
  it('read as the owner calls them', () => {
    expect(formatLimit({ name: 'Storage', number: 100, unit: 'GB' })).toBe('Storage: 100 GB');
    expect(formatLimit({ name: 'Projects', number: null, unit: '' })).toBe('Projects: No limit');
  });

  it('can’t have one key twice, or none', () => {
    const limits = ['Projects', 'projects!', '***'].map((name) => ({ name, number: 1, unit: '' }));
    expect(listFaults({ price_month: 1, limits }).map(({ path }) => path)).toEqual(['limits.1.name', 'limits.2.name']);
  });
});

describe('a change of plan', () => {
  it('begins at once where it gives more, and with the next period where it gives less', () => {
    const both = (month: number, year: number) => ({
      prices: [
        { interval: 'month' as const, amount: month },
        { interval: 'year' as const, amount: year },
      ],
    });
    sellOtherwise({ plans: { Creator: both(10, 100), Pro: both(30, 300) } });
    const change = (from: [string, 'month' | 'year', number], to: [string, 'month' | 'year', number]) =>
      isUpgrade(
        { plan: from[0], interval: from[1], quantity: from[2] },
        { plan: to[0], interval: to[1], quantity: to[2] },
      );
    expect(change(['Creator', 'month', 1], ['Creator', 'year', 1])).toBe(true);
    expect(change(['Creator', 'year', 1], ['Creator', 'month', 1])).toBe(false);
    expect(change(['Creator', 'year', 1], ['Pro', 'month', 1])).toBe(false);
    expect(change(['Creator', 'month', 1], ['Pro', 'year', 1])).toBe(true);
    expect(change(['Pro', 'month', 1], ['Creator', 'year', 1])).toBe(false);
    expect(change(['Creator', 'month', 2], ['Creator', 'month', 5])).toBe(true);
    expect(change(['Creator', 'month', 5], ['Creator', 'month', 2])).toBe(false);
  });
});

it('Changed prices and rates are described with their currency and their percent sign', () => {
  const before = completePlan({ ...identity, price_month: 9.9, price_year: 99 });
  const changed = listPlanChanges(before, { ...before, price_month: 12.5, price_year: null });
  expect(changed).toEqual([
    { label: 'Price by the month', value: formatPrice(12.5, region.currency) },
    { label: 'Price by the year', value: '' },
  ]);
  expect(changed[0]?.value).toMatch(/\D12\.50/);
  expect(listProductChanges(product, { ...product, tax_rate: 10 })).toEqual([
    { label: 'Tax rate of its own', value: formatPercent(10) },
  ]);
  expect(formatPercent(10)).toContain('%');
});
