import { describe, expect, it, test } from 'vitest';
import type { DeepPlace } from '#api/adapters/stripe/deep-check/place.ts';
import { deepRows } from '#api/adapters/stripe/deep-check/rows.ts';
import { runDeepCheck, runDeepRow } from '#api/adapters/stripe/deep-check/run-deep-check.ts';
import { systemClock } from '#api/clock.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';

const START = Date.UTC(2027, 0, 1) / 1000;

async function openSandbox(): Promise<DeepPlace> {
  const { stripe, control } = await startTestSandbox({ now: () => START * 1000 });
  return {
    stripe,
    start: START,
    advanceTo: control.advanceTo,
    createCustomer: async (params) => (await stripe.customers.create(params)).id,
    addCard: async (customer) => (await control.dashboard.addCard(customer, '4242424242424242')).id,
    atEnd: () => undefined,
  };
}

describe('What `npm run stripe:check -- --deep` expects of Stripe is what the payment sandbox does', () => {
  test.each(deepRows)('$name', async (row) => {
    const { got, expected } = await runDeepRow(row, await openSandbox());
    expect(got).toEqual(expected);
  });
});

it('Every row of the comparison with Stripe has a name of its own and a public source', () => {
  expect(new Set(deepRows.map(({ name }) => name)).size).toBe(deepRows.length);
  expect(deepRows.filter(({ source }) => !/^(docs\.stripe|github)\.com\//.test(source))).toEqual([]);
  expect(deepRows.length).toBeGreaterThanOrEqual(20);
});

it('The comparison with Stripe refuses a live key before it asks for anything', async () => {
  for (const secretKey of ['sk_live_1', 'rk_live_1', 'pk_test_1']) {
    const run = runDeepCheck({ secretKey, apiBase: null, clock: systemClock, onResult: () => undefined });
    await expect(run).rejects.toThrow(/takes a test key only/);
  }
});

it('A row that differs says what came instead, also where a call failed', async () => {
  const place = await openSandbox();
  const row = { name: 'A', source: 'docs.stripe.com/', expected: 1 };
  expect(await runDeepRow({ ...row, run: async () => 2 }, place)).toMatchObject({ got: 2, isSame: false });
  const failed = await runDeepRow({ ...row, run: () => place.stripe.prices.retrieve('price_none') }, place);
  expect(failed).toMatchObject({ got: "failed: No such price: 'price_none'", isSame: false });
});
