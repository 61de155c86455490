import { expect, it } from 'vitest';
import { computeCharge } from '#api/domain/currencies.ts';

it.each([
  ['usd', 49, 0],
  ['usd', 50, 50],
  ['GBP', 30, 30],
  ['nok', 299, 0],
  ['nok', 300, 300],
  ['jpy', 49, 0],
  ['huf', 17_499, 0],
  ['usd', -300, 0],
  // Whole krónur and shillings, and thousandths that end in 0.
  ['isk', 49, 0],
  ['isk', 150, 200],
  ['ugx', 33_333, 33_300],
  ['kwd', 1504, 1500],
  ['kwd', 1505, 1510],
])('of an amount in %s of %d minor units, %d are charged', (currency, owed, charge) => {
  expect(computeCharge(owed, currency)).toBe(charge);
});
