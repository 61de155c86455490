import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

/** The payment sandbox stands in for another company, with a locale and a zone of its own. */
const files = listFiles(['api', 'src']).filter((file) => !file.startsWith('api/payment-sandbox/'));
const listUsers = (pattern: RegExp) => files.filter((file) => pattern.test(readSource(file)));

describe('dates and figures', () => {
  it('are formatted in one place each, so that no screen shows the time zone or the locale of the browser', () => {
    expect(listUsers(/Intl\.DateTimeFormat/)).toEqual([
      'api/domain/local-time.ts',
      'api/domain/money.ts',
      'api/domain/region.ts',
      // Only for a guess of the country.
      'src/lib/format/browser-zone.ts',
      'src/lib/format/dates.ts',
    ]);
    expect(listUsers(/Intl\.NumberFormat/)).toEqual(['api/domain/money.ts', 'api/domain/numbers.ts']);
    expect(listUsers(/\.toLocale(Date|Time)?String\(/)).toEqual([]);
  });

  it('are never taken apart by the clock of the browser', () => {
    const parts = /\.(get|set)(Date|Day|Hours|Minutes|Month|FullYear)\(|\.to(Date|Time)String\(/;
    expect(listUsers(parts)).toEqual([]);
  });

  it('have their locale, time zone and currency in the settings alone', () => {
    // Tables of all countries and of all currencies.
    const tables = ['api/domain/countries.ts', 'api/domain/currencies.ts'];
    // The comparison with a Stripe test account makes prices of its own there.
    const comparison = 'api/adapters/stripe/deep-check/making.ts';
    const users = listUsers(/'en-NZ'|"en-NZ|Pacific\/Auckland|'USD'|'usd'|US dollars/);
    expect(users.filter((file) => ![...tables, comparison].includes(file))).toEqual([]);
  });

  it('take the digits of an amount from the table of currencies, never from Intl, which differs by runtime', () => {
    expect(listUsers(/supportedValuesOf\('currency'\)/)).toEqual([]);
    const source = readSource('api/domain/money.ts');
    expect(source).not.toMatch(/resolvedOptions/);
    expect(source.match(/style: 'currency'/g)).toHaveLength(2);
    // The other one is for the name, without the amount.
    expect(source.match(/minimumFractionDigits: Number\(digits\)/g)).toHaveLength(1);
  });
});
