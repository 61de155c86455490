import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isKnownCode } from '#api/domain/fields.ts';
import { listCodes } from '#src/ui/fields/code-names.ts';
import { getCurrency, isOfferedCurrency, offeredCurrencies, roundToStep } from '#api/domain/currencies.ts';

const findIntlDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

const listDifferences = (digits: 'digits' | 'displayDigits') =>
  offeredCurrencies.flatMap((code) => {
    const [ours, intl] = [getCurrency(code)[digits], findIntlDigits(code)];
    return ours === intl ? [] : [`${code} ${ours} ${intl}`];
  });

const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

describe('the table of currencies', () => {
  it('has each of Stripe’s presentment currencies once, in order', () => {
    expect(offeredCurrencies).toHaveLength(137);
    expect([...new Set(offeredCurrencies)].sort()).toEqual(offeredCurrencies);
  });

  it('offers no currency of the past: a name with its years says so', () => {
    const past = offeredCurrencies.filter((code) => /\(\d{4}/.test(names.of(code) ?? ''));
    expect(past).toEqual([]);
    expect(['ANG', 'BGN', 'HRK', 'STD', 'SLL', 'usdc'].filter(isOfferedCurrency)).toEqual([]);
  });

  it('counts other minor units than the ICU of this runtime only where Stripe’s documentation says so', () => {
    // Stripe: two-decimal unless otherwise specified. CLDR 48: written without decimals. ISK and UGX are special cases of Stripe.
    expect(listDifferences('digits')).toEqual([
      'AFN 2 0',
      'ALL 2 0',
      'COP 2 0',
      'HUF 2 0',
      'IDR 2 0',
      'ISK 2 0',
      'LAK 2 0',
      'LBP 2 0',
      'MMK 2 0',
      'PKR 2 0',
      'SOS 2 0',
      'UGX 2 0',
      'YER 2 0',
    ]);
  });

  it('writes other digits than the ICU of this runtime only for dinars and Taiwan dollars, which are written whole', () => {
    // RSD: none in the ICU of Chromium 156, too. TWD: its hundredths are not in use, and Stripe pays none out.
    expect(listDifferences('displayDigits')).toEqual(['RSD 0 2', 'TWD 0 2']);
  });

  it('names each currency as the runtime does, so that no choice is a bare code', () => {
    expect(offeredCurrencies.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it('is what settings and the first run offer, and all that they accept', () => {
    const offered = listCodes('currency', 'EUR').map(({ value }) => value);
    expect(offered.sort()).toEqual(offeredCurrencies);
    const known = Intl.supportedValuesOf('currency').filter((code) => isKnownCode('currency', code));
    expect(known.filter((code) => !offeredCurrencies.includes(code))).toEqual([]);
  });

  it('charges multiples of a step, from the smallest to the largest charge', () => {
    for (const code of offeredCurrencies) {
      const { digits, displayDigits, step, smallestCharge, largestCharge } = getCurrency(code);
      expect([code, smallestCharge % step, largestCharge % step]).toEqual([code, 0, 0]);
      expect(displayDigits).toBeLessThanOrEqual(digits);
      expect(smallestCharge).toBeGreaterThan(0);
      expect(largestCharge).toBeGreaterThan(smallestCharge);
    }
  });

  it('agrees with what Stripe’s SDK says of amounts: at least US$0.50, in the minor unit', () => {
    const types = readFileSync('node_modules/stripe/cjs/resources/PaymentIntents.d.ts', 'utf8');
    expect(types).toContain('The minimum amount is $0.50 US or [equivalent in charge currency]');
    expect(types).toContain('(e.g., 100 cents to charge $1.00 or 100 to charge ¥100, a zero-decimal currency)');
    expect(getCurrency('USD')).toMatchObject({ digits: 2, smallestCharge: 50 });
    expect(getCurrency('JPY').digits).toBe(0);
  });

  it('counts a currency that it doesn’t know in hundredths, so that old amounts can be read', () => {
    expect(getCurrency('BGN')).toEqual(getCurrency('EUR'));
    expect(getCurrency('bgn')).toEqual(getCurrency('EUR'));
  });
});

describe('an amount', () => {
  it.each([
    ['UGX', 33_333, 33_300],
    ['ISK', 33_350, 33_400],
    ['KWD', 1504, 1500],
    ['HUF', 33_333, 33_333],
    ['JPY', 333, 333],
  ])('in %s of %d is charged or refunded as %d', (code, amount, rounded) => {
    expect(roundToStep(amount, code)).toBe(rounded);
  });
});
