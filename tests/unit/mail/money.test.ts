import { describe, expect, it } from 'vitest';
import {
  formatBillingDate,
  formatCents,
  formatCurrencyName,
  formatPrice,
  parseAmount,
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
});

describe('a typed amount', () => {
  it.each([
    ['10', 'usd', 1000],
    [' 4.5 ', 'usd', 450],
    ['4,50', 'usd', 450],
    ['0.29', 'usd', 29],
    ['1000', 'jpy', 1000],
    ['0', 'usd', 0],
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
  ])('of %d %s is shown as %s', (price, currency, text) => {
    expect(formatPrice(price, currency)).toBe(text);
  });

  it('has a currency that sentences can name', () => {
    expect(formatCurrencyName('USD')).toBe('US dollars');
    expect(formatCurrencyName('NOK')).toBe('Norwegian kroner');
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
