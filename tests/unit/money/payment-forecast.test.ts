import { describe, expect, it } from 'vitest';
import { type ExpectedPayments, forecastPayments } from '#api/domain/payment-forecast.ts';
import { formatComingPayments } from '#api/domain/payment-words.ts';
import type { Discount } from '#api/domain/subscription-price.ts';

const createDiscount = (values: Partial<Discount>): Discount => ({
  name: 'Launch',
  percentOff: 50,
  amountOff: null,
  duration: 'forever',
  endsAt: null,
  ...values,
});

const createExpected = (values: Partial<ExpectedPayments> = {}): ExpectedPayments => ({
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  at: Date.UTC(2026, 11, 14),
  periodStart: Date.UTC(2026, 10, 14),
  interval: 'month',
  intervalCount: 1,
  unitAmount: 1000,
  quantity: 1,
  discounts: [],
  currency: 'eur',
  addedTaxes: [],
  ...values,
});

/** The payments as rows: day, amount, and whether the next one is the same. */
const list = (expected: readonly ExpectedPayments[], balance = 0, id = 'sub_1') =>
  (forecastPayments(expected, balance).get(id) ?? []).map(({ at, amount, repeats }) => [
    new Date(at).toISOString().slice(0, 10),
    amount,
    repeats,
  ]);

describe('the coming payments of a subscription', () => {
  it('A payment that was moved to the end of a month is followed by payments on that day, not on the day of its move', () => {
    const moved = { at: Date.UTC(2027, 1, 28, 9), periodStart: Date.UTC(2027, 0, 31, 15) };
    const monthly = { at: Date.UTC(2027, 1, 28, 9), periodStart: Date.UTC(2027, 0, 31, 9) };
    const once = [createDiscount({ duration: 'once' })];
    const listDays = (period: object) => list([createExpected({ ...period, discounts: once })]).map(([day]) => day);
    expect(listDays(moved)).toEqual(['2027-02-28', '2027-03-28']);
    expect(listDays(monthly)).toEqual(['2027-02-28', '2027-03-31']);
  });

  it('A price without discounts and credit stays', () => {
    expect(list([createExpected()])).toEqual([['2026-12-14', 1000, true]]);
  });

  it('A discount of one payment is followed by the full price', () => {
    const discounts = [createDiscount({ duration: 'once', percentOff: 99 })];
    expect(list([createExpected({ discounts, interval: 'year', unitAmount: 74_000 })])).toEqual([
      ['2026-12-14', 740, false],
      ['2027-12-14', 74_000, true],
    ]);
  });

  it('A discount of some months is followed by the full price from its end, with the tax of each amount', () => {
    const discounts = [createDiscount({ duration: 'repeating', endsAt: Date.UTC(2027, 1, 14) })];
    expect(list([createExpected({ discounts, addedTaxes: [20] })])).toEqual([
      ['2026-12-14', 600, true],
      ['2027-02-14', 1200, true],
    ]);
  });

  it('A credit pays until it is used up, and what is left of it is taken off one payment', () => {
    expect(list([createExpected()], -2500)).toEqual([
      ['2026-12-14', 0, true],
      ['2027-02-14', 500, false],
      ['2027-03-14', 1000, true],
    ]);
  });

  it('A discount of everything that stays leaves nothing to pay, whatever the credit', () => {
    expect(list([createExpected({ discounts: [createDiscount({ percentOff: 100 })] })], -500)).toEqual([
      ['2026-12-14', 0, true],
    ]);
  });

  it('A credit of a customer with two subscriptions goes to whichever is paid first, each time', () => {
    const other = createExpected({ subscriptionId: 'sub_2', at: Date.UTC(2026, 11, 20) });
    const both = [other, createExpected()];
    expect(list(both, -1500)).toEqual([
      ['2026-12-14', 0, false],
      ['2027-01-14', 1000, true],
    ]);
    expect(list(both, -1500, 'sub_2')).toEqual([
      ['2026-12-20', 500, false],
      ['2027-01-20', 1000, true],
    ]);
  });

  it('A subscription that began on the 31st is paid on the last days of shorter months, and on the 31st again', () => {
    const at = Date.UTC(2027, 1, 28);
    const discounts = [createDiscount({ duration: 'once' })];
    expect(list([createExpected({ at, periodStart: Date.UTC(2027, 0, 31), discounts })]).at(1)).toEqual([
      '2027-03-31',
      1000,
      true,
    ]);
  });

  it('A payment that is too small to be charged is added to the next one, and more amounts than a sentence holds are left out', () => {
    const payments = list([createExpected({ unitAmount: 30 })]);
    expect(payments.slice(0, 2)).toEqual([
      ['2026-12-14', 0, false],
      ['2027-01-14', 60, false],
    ]);
    expect(payments).toHaveLength(5);
  });
});

it('Coming payments are told as amounts, each with its day or how often it is repeated from which day', () => {
  const payments = [
    { at: '2026-12-14T00:00:00.000Z', amount: 750, repeats: false },
    { at: Date.UTC(2027, 2, 14), amount: 1000, repeats: true },
  ];
  const terms = { interval: 'month', interval_count: 3, currency: 'usd', timeZone: 'UTC' };
  expect(formatComingPayments(payments, terms)).toBe(
    'US$7.50 on 14 December 2026, then US$10.00 every 3 months from 14 March 2027',
  );
});
