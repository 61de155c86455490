import { expect, it } from 'vitest';
import { describeTax } from '#api/domain/tax-words.ts';
import { demoSettings } from '#db/seed/site/settings.ts';

const describe = (tax: object) => describeTax({ ...demoSettings.tax, ...tax });

it('prices say which tax they include, or which is added, and nothing without its name', () => {
  expect(describe({ label: 'VAT', rate: 20, prices_include_tax: true })).toBe('Prices include 20% VAT.');
  expect(describe({ label: 'MwSt.', rate: 8.1 })).toBe('8.1% MwSt. is added at checkout.');
  expect(describe({ label: 'GST', prices_include_tax: true })).toBe('Prices include GST.');
  expect(describe({ rate: 25 })).toBeNull();
});

it('a name of the tax that ends with a full stop ends the sentence', () => {
  expect(describe({ label: 'MwSt.', rate: 19, prices_include_tax: true })).toMatch(/19\s?% MwSt\.$/);
  expect(describe({ label: 'MwSt.', rate: 19, prices_include_tax: true })).not.toContain('..');
});
