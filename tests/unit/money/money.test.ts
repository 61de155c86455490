import { describe, expect, it } from 'vitest';
import { describePriceFault, parseAmount } from '#api/domain/charge-amounts.ts';
import {
  formatBillingDate,
  formatCents,
  formatCurrencyName,
  formatPrice,
  toMajorUnits,
  toMinorUnits,
} from '#api/domain/money.ts';

describe('an amount', () => {
  it.each([
    [1000, 'US$10.00'],
    [1333, 'US$13.33'],
    [-667, '−US$6.67'],
    [5, 'US$0.05'],
    [0, 'US$0.00'],
    [-0, 'US$0.00'],
    [123_456_789, 'US$1,234,567.89'],
  ])('of %d cents is %s', (cents, text) => {
    expect(formatCents(cents, 'usd')).toBe(text);
  });

  it('names its currency', () => {
    expect(formatCents(1000, 'nzd')).toBe('$10.00');
    expect(formatCents(1000, 'aud')).toBe('A$10.00');
  });

  it('of a currency without cents is counted in whole units', () => {
    expect(formatCents(1000, 'jpy')).toBe('JP¥1,000');
    expect([toMinorUnits(10, 'jpy'), toMinorUnits(6.5, 'usd')]).toEqual([10, 650]);
  });

  it.each([
    ['ISK', 1500, 150_000, 'ISK\u00a01,500'],
    ['HUF', 1990, 199_000, 'HUF\u00a01,990'],
    ['HUF', 1990.5, 199_050, 'HUF\u00a01,990.50'],
    ['IDR', 49_000, 4_900_000, 'IDR\u00a049,000'],
    ['COP', 12_000, 1_200_000, 'COP\u00a012,000'],
    ['PKR', 900, 90_000, 'PKR\u00a0900'],
    ['ALL', 900, 90_000, 'ALL\u00a0900'],
    ['UGX', 9000, 900_000, 'UGX\u00a09,000'],
    ['AFN', 700, 70_000, 'AFN\u00a0700'],
    ['LAK', 90_000, 9_000_000, 'LAK\u00a090,000'],
    ['LBP', 900_000, 90_000_000, 'LBP\u00a0900,000'],
    ['MMK', 9000, 900_000, 'MMK\u00a09,000'],
    ['SOS', 5000, 500_000, 'SOS\u00a05,000'],
    ['YER', 2500, 250_000, 'YER\u00a02,500'],
    ['RSD', 990, 99_000, 'RSD\u00a0990'],
    ['RSD', 990.25, 99_025, 'RSD\u00a0990.25'],
    ['KWD', 1.5, 1500, 'KWD\u00a01.500'],
  ])(
    'in %s of %d is %d at Stripe and %s for people, whatever the ICU of the runtime says',
    (currency, price, amount, text) => {
      expect(toMinorUnits(price, currency)).toBe(amount);
      expect(toMajorUnits(amount, currency)).toBe(price);
      expect(formatCents(amount, currency.toLowerCase())).toBe(text);
    },
  );
});

describe('a typed amount', () => {
  it.each([
    ['10', 'usd', 1000],
    [' 4.5 ', 'usd', 450],
    ['4,50', 'usd', 450],
    ['0.29', 'usd', 29],
    ['1000', 'jpy', 1000],
    ['0', 'usd', 0],
    ['1990', 'huf', 199_000],
    ['1990.5', 'huf', 199_050],
    ['1500', 'isk', 150_000],
    ['1500.00', 'isk', 150_000],
    ['1.5', 'kwd', 1500],
    ['1.500', 'kwd', 1500],
  ])('%j %s is %i', (text, currency, cents) => {
    expect(parseAmount(text, currency)).toBe(cents);
  });

  it.each([
    ['', 'usd'],
    ['ten', 'usd'],
    ['-1', 'usd'],
    ['1.005', 'usd'],
    ['1,000.00', 'usd'],
    ['1.', 'usd'],
    ['.5', 'usd'],
    ['10.5', 'jpy'],
    ['1234567890', 'usd'],
    // Neither is charged nor refunded by Stripe.
    ['1500.50', 'isk'],
    ['9.5', 'ugx'],
    ['1.505', 'kwd'],
  ])('%j %s is none', (text, currency) => {
    expect(parseAmount(text, currency)).toBeNull();
  });
});

describe('a price of the catalogue', () => {
  it.each([
    [0, 'USD', 'US$0'],
    [10, 'USD', 'US$10'],
    [6.5, 'USD', 'US$6.50'],
    [1200, 'NOK', 'NOK\u00a01,200'],
    [10, 'NZD', '$10'],
    [1990, 'HUF', 'HUF\u00a01,990'],
    [1990.5, 'HUF', 'HUF\u00a01,990.50'],
    [1.5, 'KWD', 'KWD\u00a01.500'],
  ])('of %d %s is shown as %s', (price, currency, text) => {
    expect(formatPrice(price, currency)).toBe(text);
  });

  it('has a currency that sentences can name', () => {
    expect(formatCurrencyName('USD')).toBe('US dollars');
    expect(formatCurrencyName('NOK')).toBe('Norwegian kroner');
  });
});

describe('a price that Stripe can’t charge', () => {
  it.each([
    [9.995, 'EUR', 'A price in euros has at most 2 digits after the point.'],
    [0.001, 'EUR', 'A price in euros has at most 2 digits after the point.'],
    [0.3, 'EUR', 'Stripe charges €0.50 or more. 0 is free.'],
    [10_000_000, 'EUR', 'Stripe charges €9,999,999.99 at most.'],
    [3.755, 'KWD', 'A price in Kuwaiti dinars has at most 2 digits after the point.'],
    [1500.5, 'ISK', 'A price in Icelandic krónur has no digits after the point.'],
    [10.5, 'JPY', 'A price in Japanese yen has no digits after the point.'],
    [174, 'HUF', 'Stripe charges HUF\u00a0175 or more. 0 is free.'],
    [10, 'BGN', 'Stripe takes no payments in BGN. Choose another currency in the settings.'],
  ])('%d %s is refused in a sentence', (price, currency, sentence) => {
    expect(describePriceFault(price, currency)).toBe(sentence);
  });

  it.each([
    [0, 'EUR'],
    [0.3, 'GBP'],
    [9.99, 'EUR'],
    [1_234_567.89, 'EUR'],
    [3.75, 'KWD'],
    [1990.5, 'HUF'],
    [9_999_999_999, 'IDR'],
    [1, 'ISK'],
  ])('%d %s is none', (price, currency) => {
    expect(describePriceFault(price, currency)).toBeNull();
  });
});

describe('a date of billing', () => {
  it.each([
    ['2026-12-13T10:59:59Z', '13 December 2026'],
    ['2026-12-13T11:00:00Z', '14 December 2026'],
    // Standard time: 12 hours ahead instead of 13.
    ['2026-07-13T11:59:59Z', '13 July 2026'],
    ['2028-02-28T11:00:00Z', '29 February 2028'],
  ])('%s is the %s of the company', (instant, text) => {
    expect(formatBillingDate(Date.parse(instant), 'Pacific/Auckland')).toBe(text);
  });
});
