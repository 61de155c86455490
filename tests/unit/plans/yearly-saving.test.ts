import { describe, expect, it } from 'vitest';
import { formatYearlySaving, getYearlySaving } from '#api/domain/yearly-saving.ts';

const plan = (month: number | null, year: number | null) => ({
  prices: [
    ...(month === null ? [] : [{ interval: 'month' as const, amount: month }]),
    ...(year === null ? [] : [{ interval: 'year' as const, amount: year }]),
  ],
});

describe('the saving of a yearly price', () => {
  it.each([
    [10, 100, 16],
    [10, 111.6, 7],
    [10, 120, null],
    [10, 119, null],
    [10, 130, null],
    [7, 63, 25],
    [null, 100, null],
    [10, null, null],
  ])('of %s by the month and %s by the year is %s percent', (month, year, saving) => {
    expect(getYearlySaving(plan(month, year))).toBe(saving);
  });

  it('is said once for all plans, and at most where they differ', () => {
    expect(formatYearlySaving([plan(10, 100), plan(20, 200), plan(5, null)])).toBe('16% less');
    expect(formatYearlySaving([plan(10, 100), plan(20, 120)])).toBe('up to 50% less');
    expect(formatYearlySaving([plan(10, 120), plan(5, null)])).toBeNull();
  });
});
