import { describe, expect, it } from 'vitest';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';

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
    expect(formatCents(cents)).toBe(text);
  });

  it('names its currency', () => {
    expect(formatCents(1000, 'nzd')).toBe('$10.00');
    expect(formatCents(1000, 'aud')).toBe('A$10.00');
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
