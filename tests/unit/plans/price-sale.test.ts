import { describe, expect, it } from 'vitest';
import { type CheckedPrice, listUnsold } from '#api/domain/price-sale.ts';
import { demoCatalogue } from '../../support/site/demo-catalogue.ts';

const [pro] = demoCatalogue.plans.filter(({ key }) => key === 'Pro');
if (!pro) throw new Error('The demo has no plan Pro.');
/** Pro for US$30 by the month and US$300 by the year, at these prices of the provider. */
const sell = (priceIds: { month?: string; year?: string } = {}) => ({
  plans: [
    {
      ...pro,
      prices: [
        { interval: 'month' as const, amount: 30 },
        { interval: 'year' as const, amount: 300 },
      ],
    },
  ],
  priceIds: {
    Pro: (['month', 'year'] as const).flatMap((interval) => {
      const priceId = priceIds[interval];
      return priceId === undefined ? [] : [{ priceId, interval, isCurrent: true }];
    }),
  },
});
const check = (values: Partial<CheckedPrice>): CheckedPrice => ({
  planKey: 'Pro',
  interval: 'month',
  priceId: 'price_month',
  amount: 30,
  currency: 'USD',
  difference: null,
  ...values,
});
const month = check({});
const year = check({ interval: 'year', priceId: 'price_year', amount: 300 });
const both = { month: 'price_month', year: 'price_year' };

describe('the prices that can’t be bought', () => {
  it('are none before the first check, and none that match', () => {
    expect(listUnsold(sell(), [])).toEqual([]);
    expect(listUnsold(sell(both), [month, year])).toEqual([]);
  });

  it('are those that differ, by their interval', () => {
    expect(listUnsold(sell(both), [month, { ...year, difference: 'it is archived' }])).toEqual([
      { planKey: 'Pro', interval: 'year' },
    ]);
  });

  it('are those without a price at the provider', () => {
    expect(listUnsold(sell({ month: 'price_month' }), [month])).toEqual([{ planKey: 'Pro', interval: 'year' }]);
  });

  it('are those that were published with another amount or currency since the check', () => {
    expect(
      listUnsold(sell(both), [
        { ...month, amount: 25 },
        { ...year, currency: 'EUR' },
      ]),
    ).toEqual([
      { planKey: 'Pro', interval: 'month' },
      { planKey: 'Pro', interval: 'year' },
    ]);
  });

  it('are no prices that were chosen since the check', () => {
    expect(
      listUnsold(sell({ ...both, month: 'price_new' }), [{ ...month, difference: 'it is archived' }, year]),
    ).toEqual([]);
  });

  it('may be of the settings of the server: their id isn’t in the catalogue', () => {
    expect(listUnsold(sell(), [month, year])).toEqual([]);
  });

  it('are none of an archived plan', () => {
    const { plans, priceIds } = sell();
    const archived = plans.map((plan) => ({ ...plan, isArchived: true }));
    expect(listUnsold({ plans: archived, priceIds }, [{ ...month, difference: 'it is archived' }])).toEqual([]);
  });
});
