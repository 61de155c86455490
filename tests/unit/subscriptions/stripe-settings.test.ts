import { describe, expect, it } from 'vitest';
import { readEnv, SettingsError } from '#api/env.ts';
import { findStripeIssues } from '#api/stripe-settings.ts';
import { toMonthlyPrices } from '../../support/payments/price-ids.ts';

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
  STRIPE_PRICE_CREATOR: 'price_c2, price_c1',
  STRIPE_PRICE_PRO: 'price_p',
  STRIPE_PRICE_STUDIO: 'price_s',
  STRIPE_PRICE_TAXMATE: 'price_t',
};

function readErrorMessage(changes: Record<string, string>): string {
  try {
    readEnv({ ...KEYS, ...changes });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  return 'accepted';
}

describe('settings of Stripe', () => {
  it('are none by default, so that the sandbox runs', () => {
    expect(readEnv({}).stripe).toBeNull();
  });

  it('list the current price first, and each webhook secret that is valid', () => {
    expect(readEnv(KEYS).stripe).toEqual({
      secretKey: 'sk_test_hunter2',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      apiBase: null,
      priceIds: {
        Creator: toMonthlyPrices('price_c2', 'price_c1'),
        Pro: toMonthlyPrices('price_p'),
        Studio: toMonthlyPrices('price_s'),
        TaxMate: toMonthlyPrices('price_t'),
      },
    });
  });

  it.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])('T31 need both keys: %s is missing', (name) => {
    const message = readErrorMessage({ [name]: '' });
    expect(message).toMatch(new RegExp(`^ {2}${name}: is missing`, 'm'));
    expect(message).not.toContain('hunter2');
  });

  it('need a price only for the plans that are sold', () => {
    const { STRIPE_PRICE_TAXMATE: _, ...others } = KEYS;
    expect(readEnv(others).stripe?.priceIds).toMatchObject({ Pro: toMonthlyPrices('price_p'), TaxMate: [] });
    expect(() => readEnv({ STRIPE_PRICE_PRO: 'price_p' })).toThrow(/STRIPE_SECRET_KEY: is missing/);
  });

  it('T31 are required with an address of the API alone', () => {
    expect(() => readEnv({ STRIPE_API_BASE: 'http://localhost:1' })).toThrow(/STRIPE_SECRET_KEY: is missing/);
  });

  it('need no publishable key, which nothing reads', () => {
    expect(readErrorMessage({})).toBe('accepted');
  });

  it('T31 refuse one price for two plans', () => {
    expect(readErrorMessage({ STRIPE_PRICE_PRO: 'price_p, price_c1' })).toMatch(
      /^ {2}STRIPE_PRICE_PRO: names a price that STRIPE_PRICE_CREATOR names too/m,
    );
  });

  it.each([
    [['Pro', 'Pro Plus'], 'STRIPE_PRICE_PRO PLUS', /^can’t be set: call the plan ‘Pro Plus’ .* by one word/],
    [['Pro', 'PRO'], 'STRIPE_PRICE_PRO', /^would set two plans of the catalogue: give ‘PRO’ another name/],
  ])('stop the start for a plan that they could never sell: %j', (names, setting, message) => {
    const plans = names.map((key) => ({ key }));
    const settings = { STRIPE_ALLOW_TEST_KEY: 'false' } as const;
    expect(findStripeIssues(settings, plans)).toEqual([{ setting, message: expect.stringMatching(message) }]);
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_ALLOW_TEST_KEY', 'yes'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_a, secret'],
    ['STRIPE_API_BASE', 'localhost:12111'],
    ['STRIPE_PRICE_PRO', 'prod_1'],
    ['PAYMENT_SANDBOX_PORT', '70000'],
  ])('T31 name %s when it is %s', (name, value) => {
    expect(readErrorMessage({ [name]: value })).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
  });
});
