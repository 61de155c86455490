import { expect, it } from 'vitest';
import { computeCharge } from '#api/domain/smallest-charge.ts';

it.each([
  ['usd', 49, 0],
  ['usd', 50, 50],
  ['GBP', 30, 30],
  ['nok', 299, 0],
  ['nok', 300, 300],
  ['jpy', 49, 0],
  ['huf', 17_499, 0],
  ['usd', -300, 0],
  // Stripe names none for it.
  ['isk', 50, 50],
])('of an amount in %s of %d minor units, %d are charged', (currency, owed, charge) => {
  expect(computeCharge(owed, currency)).toBe(charge);
});
